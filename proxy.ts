import { randomBytes, randomUUID } from 'node:crypto';
import { NextResponse, type NextRequest } from 'next/server';
import { contentSecurityPolicy } from '@/lib/server/http/content-security-policy';
import { env } from '@/lib/server/env';
import { finishedBuild, inlineScriptsOf } from '@/lib/server/site-build';
import { mustRefuseRequests } from '@/lib/server/startup';

const HEADER = 'Content-Security-Policy';
const REQUEST_ID = 'X-Request-Id';
const NONCE_BYTES = 16;
const NO_STORE = { 'Cache-Control': 'no-store' };

/**
 * Sets the content security policy of every page; all other headers are in lib/server/http/security-headers.ts. The development
 * server has none: React's development build needs `eval`.
 */
export function proxy({ nextUrl, headers }: NextRequest): NextResponse {
  if (mustRefuseRequests()) return new NextResponse(null, { status: 503, headers: NO_STORE });
  const settings = env();
  if (settings.NODE_ENV === 'development') return NextResponse.next();
  const { pages } = finishedBuild(settings.NEXT_DIST_DIR);
  const newNonce = () => randomBytes(NONCE_BYTES).toString('base64');
  const inline = inlineScriptsOf(nextUrl.pathname, pages, newNonce);
  const policy = contentSecurityPolicy(inline, settings);

  // Next reads the nonce for its scripts from the policy on the request.
  const request = new Headers(headers);
  request.set(HEADER, policy);
  // In the log, should the page fail; a visitor's own is replaced.
  const id = randomUUID();
  request.set(REQUEST_ID, id);
  const response = NextResponse.next({ request: { headers: request } });
  response.headers.set(HEADER, policy);
  response.headers.set(REQUEST_ID, id);
  return response;
}

// Pages only: in front of route handlers a proxy would keep their bodies in memory, and files need no
// policy of a page. security-headers gives these paths a policy of their own.
export const config = {
  matcher: '/((?!api/|_next/static/|fonts/|.*\\.(?:jpg|png|svg|ico|txt|xml|webmanifest)$).*)',
};
