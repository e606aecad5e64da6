import { BROKEN_LINK_PATH, repairPersonalPath } from './personal-path';
import type { SiteBuild } from './site-build';

/** The addresses of a build. */
export type Addresses = Pick<SiteBuild, 'files' | 'routes' | 'dynamicRoutes'> & {
  /** By path. */
  pages: Record<string, unknown>;
};

export type AddressKind = 'page' | 'file' | 'route';

/** What to do with a request before its body is read. */
export type Decision =
  | { action: 'reject'; reason: 'unknown' | 'method' | 'options' }
  /** A repaired personal path may have a query. */
  | { action: 'redirect'; path: string }
  | { action: 'answer'; path: string; kind: AddressKind | undefined };

/**
 * Decides what happens to a request. Outside of `/api/` there are only GET and HEAD; handlers there
 * decide themselves which methods they take.
 *
 * @param sentPath as it was sent, without a query
 * @param findKind finds what there is at a normalized path
 */
export function decideRequest(
  method: string | undefined,
  sentPath: string,
  findKind: (path: string) => AddressKind | undefined,
): Decision {
  const path = normalizePath(sentPath);
  const kind = findKind(path);
  const isApi = isApiPath(path);
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead && !(isApi && (kind || method === 'OPTIONS'))) {
    const reason = method === 'OPTIONS' ? 'options' : 'method';
    return { action: 'reject', reason: kind ? reason : 'unknown' };
  }
  const betterPath = kind || isApi ? findBetterPath(sentPath) : repairPersonalPath(path);
  return betterPath ? { action: 'redirect', path: betterPath } : { action: 'answer', path, kind };
}

/**
 * Returns the path that stands for all paths that RFC 3986 (section 6.2.2) calls equal to this one.
 * It has neither a slash at the end nor repeated ones, so `//host` can't come out of it.
 *
 * @param path as it was sent, without a query
 */
export function normalizePath(path: string): string {
  const decoded = path.replace(/%[\da-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });
  const segments: string[] = [];
  // Browsers read a backslash as a slash.
  for (const segment of decoded.split(/[/\\]+/)) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}

/** Returns the path to redirect to; undefined if `path`, as it was sent, is right. */
export function findBetterPath(path: string): string | undefined {
  const normalized = normalizePath(path);
  // Browsers drop tabs, and a header can't hold every character.
  return normalized !== path && /^[!-~]+$/.test(normalized) ? normalized : undefined;
}

/** Adds the query that was sent to a path that may have one. */
export const addQuery = (path: string, sentQuery: string) =>
  path + (path.includes('?') ? sentQuery.replace('?', '&') : sentQuery);

/** Whether it is a header of Next's router in the browser, which no page of ours uses. */
export const isClientRouterHeader = (name: string) => name === 'rsc' || name.startsWith('next-');

export const isApiPath = (path: string) => path.startsWith('/api/');

/** Finds what a build has at a normalized path; undefined if there is nothing. */
export function findAddress(
  { pages, files, routes, dynamicRoutes }: Addresses,
  path: string,
): AddressKind | undefined {
  // The pages of unknown addresses and of errors. Next's own begin with `/_`.
  if (path.startsWith('/_') || path === BROKEN_LINK_PATH) return undefined;
  if (Object.hasOwn(pages, path)) return 'page';
  if (files.includes(path)) return 'file';
  if (routes.includes(path)) return 'route';
  return dynamicRoutes.some((pattern) => new RegExp(pattern).test(path)) ? 'route' : undefined;
}
