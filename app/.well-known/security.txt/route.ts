import { site } from '@/lib/content/site';

export const dynamic = 'force-static';

/** A build is trusted for a year, the most that RFC 9116 recommends. */
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

export function GET(): Response {
  const text = `Contact: mailto:${site.contactMail}
Expires: ${new Date(Date.now() + YEAR_MS).toISOString()}
Preferred-Languages: en, cs
`;
  return new Response(text, {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      // As Next's own handlers, such as robots.txt. The default is a year.
      'Cache-Control': 'public, max-age=0, must-revalidate',
    },
  });
}
