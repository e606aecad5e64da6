import { renderSecurityTxt } from '@/lib/server/security-txt';

export const dynamic = 'force-static';

export function GET(): Response {
  return new Response(renderSecurityTxt(), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
