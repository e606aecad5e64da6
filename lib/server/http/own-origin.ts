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
  if (namesSender(request)) return isFromOwnPage(request);
  return request.headers.get('x-requested-with') === 'call-widget';
}

/**
 * Whether a browser's report may be about one of our own pages. Older Chromium sends them without
 * Sec-Fetch-Site and Origin, but about another site only after a preflight, which we refuse.
 */
export const isReportFromOwnPage = (request: Request): boolean =>
  !namesSender(request) || isFromOwnPage(request);

const namesSender = ({ headers }: Request) =>
  headers.has('sec-fetch-site') || headers.has('origin');
