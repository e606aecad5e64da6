import type { IncomingMessage } from 'node:http';
import { isClientRouterHeader } from '../lib/site/routing';

/** Longer than any browser sends. */
const MAX_LENGTH = 500;
const LISTS = ['accept', 'accept-encoding', 'accept-language', 'if-none-match', 'range'];

/**
 * Drops headers that are long lists: the time to parse them grows with the square of their length,
 * in Next and in our own code. Drops those of Next's router in the browser, too: no page of ours
 * uses it, and Next fails if one of them is broken, or older than the build.
 */
export function dropUnusableHeaders({ headers }: Pick<IncomingMessage, 'headers'>): void {
  for (const name of Object.keys(headers)) if (isClientRouterHeader(name)) delete headers[name];
  for (const name of LISTS)
    if (String(headers[name] ?? '').length > MAX_LENGTH) delete headers[name];
}

/**
 * Reads a request target (RFC 9112, section 3.2). The host of an absolute one is dropped: it tells
 * no more than the Host header. Returns undefined if there is no path, as in `OPTIONS *`.
 */
export function readTarget(target: string): { path: string; query: string } | undefined {
  const [, origin, path = '', query = ''] =
    /^(https?:\/\/[^/?#]*)?([^?]*)(.*)$/is.exec(target) ?? [];
  if (path === '' && origin) return { path: '/', query };
  return path.startsWith('/') ? { path, query } : undefined;
}
