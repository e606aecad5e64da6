import { randomBytes, randomUUID } from 'node:crypto';
import { NextResponse, type NextRequest } from 'next/server';
import { buildContentSecurityPolicy } from '@/lib/server/http/content-security-policy';
import { getEnv } from '@/lib/server/env';
import { readFinishedBuild, findInlineScripts } from '@/lib/server/site-build';
import { mustRefuseRequests } from '@/lib/server/startup';

const POLICY_HEADER = 'Content-Security-Policy';
const REQUEST_ID_HEADER = 'X-Request-Id';
const NONCE_BYTES = 16;
const NO_STORE = { 'Cache-Control': 'no-store' };

/**
 * Sets the content security policy of pages. The development server has none, because React's
 * development build needs `eval`.
 */
export function proxy({ nextUrl, headers }: NextRequest): NextResponse {
  if (mustRefuseRequests()) return new NextResponse(null, { status: 503, headers: NO_STORE });
  const settings = getEnv();
  if (settings.NODE_ENV === 'development') return NextResponse.next();
  const { pages } = readFinishedBuild(settings.NEXT_DIST_DIR);
  const createNonce = () => randomBytes(NONCE_BYTES).toString('base64');
  const inlineScripts = findInlineScripts(nextUrl.pathname, pages, createNonce);
  const policy = buildContentSecurityPolicy(inlineScripts, settings);

  // Next reads the nonce for its scripts from the policy on the request.
  const requestHeaders = new Headers(headers);
  requestHeaders.set(POLICY_HEADER, policy);
  // If the page fails, the log entry has the same id.
  const id = randomUUID();
  requestHeaders.set(REQUEST_ID_HEADER, id);
  const response = NextResponse.next({ request: { headers: requestHeaders } });
  response.headers.set(POLICY_HEADER, policy);
  response.headers.set(REQUEST_ID_HEADER, id);
  return response;
}

// In front of route handlers, a proxy would buffer request bodies. Other paths get their policy in
// lib/server/http/security-headers.ts.
export const config = {
  matcher: '/((?!api/|_next/static/|fonts/|.*\\.(?:jpg|png|svg|ico|txt|xml|webmanifest)$).*)',
};
