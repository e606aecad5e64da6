import { renderSecurityTxt } from '@/lib/server/security-txt';

export const dynamic = 'force-static';

export function GET(): Response {
  return new Response(renderSecurityTxt(), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      // As Next's own handlers, such as robots.txt. The default is a year.
      'Cache-Control': 'public, max-age=0, must-revalidate',
    },
  });
}
