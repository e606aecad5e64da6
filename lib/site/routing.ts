import { repairPersonalPath } from '@/lib/outreach/mangled-links';
import type { SiteBuild } from './site-build';

export type PathKind = 'page' | 'file' | 'route';

type Decision =
  | { action: 'reject'; reason: 'unknown' | 'method' | 'options' }
  | { action: 'redirect'; location: string }
  | { action: 'answer'; path: string; kind: PathKind | undefined };

/** Next repeats the address in two headers, and proxies read all headers of an answer into 4 KB. */
const MAX_LOCATION_LENGTH = 1800;

/** Outside of `/api/` there are only GET and HEAD; its handlers decide themselves. */
export function decideRequest(
  method: string | undefined,
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
  findKind: (path: string) => PathKind | undefined,
): Decision {
  const path = normalizePath(pathname);
  const kind = findKind(path);
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead && !(kind && path.startsWith('/api/'))) {
    const reason = method === 'OPTIONS' ? 'options' : 'method';
    return { action: 'reject', reason: kind ? reason : 'unknown' };
  }
  const betterPath = kind ? path : repairPersonalPath(path);
  if (!betterPath || betterPath === pathname) return { action: 'answer', path, kind };
  const location = betterPath + (betterPath.includes('?') ? search.replace('?', '&') : search);
  return location.length > MAX_LOCATION_LENGTH
    ? { action: 'reject', reason: 'unknown' }
    : { action: 'redirect', location };
}

/** One path for all that RFC 3986 (6.2.2) calls equal; no `//host` can come out. Takes no query. */
export function normalizePath(path: string): string {
  // Browsers drop tabs, so that `/\t/host` would be another site.
  const printable = path.replace(/[^!-~]+/g, encodeURIComponent);
  const decoded = printable.replace(/%[\da-f]{2}/gi, (code) => {
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

export const isPersonal = (location: string) =>
  location.startsWith('/outreach') || location.startsWith('/o/');

/** Whether it is a header of Next's router in the browser, which no page of ours uses. */
export const isClientRouterHeader = (name: string) => name === 'rsc' || name.startsWith('next-');

export function findPathKind(
  { pages, files, routes }: Pick<SiteBuild, 'pages' | 'files' | 'routes'>,
  path: string,
): PathKind | undefined {
  // Next's pages of unknown addresses and of errors.
  if (path.startsWith('/_')) return undefined;
  if (Object.hasOwn(pages, path)) return 'page';
  if (files.includes(path)) return 'file';
  return routes.some((pattern) => new RegExp(pattern).test(path)) ? 'route' : undefined;
}
