import { randomBytes, randomUUID } from 'node:crypto';
import { NextResponse, type NextRequest } from 'next/server';
import { decideRequest, findPathKind, isPersonal } from '@/lib/site/routing';
import { getEnv } from '@/lib/server/env';
import { getServedBuild } from '@/lib/site/site-build';
import {
  buildContentSecurityPolicy,
  CLOSED_POLICY,
  listScriptHashes,
  PERMISSIONS_POLICY,
  PERSONAL_HEADERS,
} from '@/lib/site/security-headers';
import { addPageFacts } from '@/lib/server/http/page-headers';
import { openLink } from '@/lib/server/outreach/short-link';
import { mustRefuseRequests } from '@/lib/server/refuse-when-misconfigured';

const POLICY_HEADER = 'Content-Security-Policy';
const REQUEST_ID_HEADER = 'X-Request-Id';
const NONCE_BYTES = 16;
const NO_STORE = { 'Cache-Control': 'no-store' };
/** A page carries its policy, so a change has to reach everyone within minutes. */
const PAGE_CACHING = 'public, max-age=0, s-maxage=300, stale-while-revalidate=300';
/** What Next itself sends with most pages for unknown addresses. */
const NOT_CACHED = 'private, no-cache, no-store, max-age=0, must-revalidate';
const ALLOWED_METHODS = { Allow: 'GET, HEAD' };
const REJECTIONS = {
  unknown: () => answerEarly(404, 'Not found.'),
  options: () => answerEarly(204, null, ALLOWED_METHODS),
  method: () => answerEarly(405, 'Only GET and HEAD are allowed.', ALLOWED_METHODS),
};

/**
 * Rejects what no page takes, redirects to the usual spelling of an address, tells the page its
 * language and whose short link it is, and sets the policies and the caching of pages. The
 * development server has no content security policy: React's development build needs `eval`.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  if (mustRefuseRequests()) return new NextResponse(null, { status: 503, headers: NO_STORE });
  const settings = getEnv();
  const target = new URL(request.url);
  if (settings.NODE_ENV === 'development') return passOn(request, target.pathname);
  const build = getServedBuild(settings.NEXT_DIST_DIR);
  const decision = decideRequest(request.method, target, (path) => findPathKind(build, path));
  if (decision.action === 'reject') return REJECTIONS[decision.reason]();
  if (decision.action === 'redirect') {
    const { location } = decision;
    return answerEarly(308, null, {
      ...(isPersonal(location) ? PERSONAL_HEADERS : {}),
      Location: String(new URL(location, target)),
    });
  }
  const { path, kind } = decision;
  if (kind === 'file') return NextResponse.next({ headers: { [POLICY_HEADER]: CLOSED_POLICY } });

  const scripts = [...listScriptHashes(path, kind, build.pages)];
  // A prerendered page may be cached, so it has no nonce.
  if (kind === 'route') scripts.push(`nonce-${randomBytes(NONCE_BYTES).toString('base64')}`);
  // Next reads the nonce for its scripts from the request. A failure is logged with the same id.
  const response = await passOn(request, path, {
    [POLICY_HEADER]: buildContentSecurityPolicy(scripts, settings),
    [REQUEST_ID_HEADER]: randomUUID(),
  });
  // Not every cache tells the payload for React from the page.
  const isCacheable = kind === 'page' && !request.headers.has('rsc');
  if (kind !== 'route')
    response.headers.set('Cache-Control', isCacheable ? PAGE_CACHING : NOT_CACHED);
  return response;
}

/** To a page. `both`: headers of the request to it, and of its answer. */
async function passOn(
  request: NextRequest,
  path: string,
  both: Record<string, string> = {},
): Promise<NextResponse> {
  const link = await openLink(path, request);
  if ('html' in link)
    return answerEarly(link.status, link.html, {
      ...PERSONAL_HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Retry-After': String(link.retryAfter),
    });
  const headers = addPageFacts(request.headers, link);
  for (const [name, value] of Object.entries(both)) headers.set(name, value);
  return NextResponse.next({
    request: { headers },
    headers: { ...both, 'Permissions-Policy': PERMISSIONS_POLICY },
  });
}

/** Answers before a body is read. */
function answerEarly(
  status: number,
  sentence: string | null,
  headers: Record<string, string> = {},
) {
  return new NextResponse(sentence, {
    status,
    headers: { ...NO_STORE, [POLICY_HEADER]: CLOSED_POLICY, ...headers },
  });
}

// In front of handlers, a proxy would buffer request bodies. Those, and the scripts of a build, get
// their policy in lib/site/security-headers.ts.
export const config = { matcher: '/((?!api/|_next/static/).*)' };
