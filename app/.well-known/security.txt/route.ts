import { site } from '@/lib/content/site';

export const dynamic = 'force-static';

/** At most a year ahead (RFC 9116). Renew it if the mailbox is still read. */
const EXPIRES = '2027-11-15T00:00:00.000Z';

const TEXT = `Contact: mailto:${site.contactMail}
Expires: ${EXPIRES}
Preferred-Languages: en, cs
`;

export function GET(): Response {
  return new Response(TEXT, {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      // As Next's own handlers, such as robots.txt. The default is a year.
      'Cache-Control': 'public, max-age=0, must-revalidate',
    },
  });
}
