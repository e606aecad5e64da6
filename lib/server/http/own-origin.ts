import 'server-only';
import { getEnv } from '@/lib/server/env';
import { isLoopback } from '@/lib/settings/loopback';

/**
 * Whether one of our own pages sent the request. Browsers do not let pages forge Sec-Fetch-Site;
 * if it is missing, Origin must be ours. (`request.url` does not help: Next fills in localhost.)
 */
export function isFromOwnPage({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site && site !== 'none') return site === 'same-origin';
  const origin = headers.get('origin');
  if (!origin) return false;
  if (origin === getEnv().SITE_URL) return true;
  if (!URL.canParse(origin)) return false;
  const { hostname, host } = new URL(origin);
  return isLoopback(hostname) && host === headers.get('host');
}

/**
 * Whether one of our own pages sent the GET, which carries no Origin. Old browsers send no
 * Sec-Fetch-Site either; our own header needs a preflight cross-site, and we refuse preflights.
 */
export function isGetFromOwnPage(request: Request): boolean {
  const { headers } = request;
  if (headers.has('sec-fetch-site') || headers.has('origin')) return isFromOwnPage(request);
  return headers.get('x-requested-with') === 'call-widget';
}
