import 'server-only';
import { env } from '../env';
import { isLoopback } from './loopback';

/**
 * True for a request that one of our own pages made. `request.url` is no help: Next always fills in localhost.
 * A page cannot forge a browser's Sec-Fetch-Site; where it is missing, Origin must be ours.
 */
export function isOwnOrigin({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site && site !== 'none') return site === 'same-origin';
  const origin = headers.get('origin');
  if (!origin) return false;
  if (origin === env().SITE_URL) return true;
  if (!URL.canParse(origin)) return false;
  const { hostname, host } = new URL(origin);
  return isLoopback(hostname) && host === headers.get('host');
}

/**
 * True for a GET that one of our own pages made. A same-origin GET carries no Origin, and older browsers send no
 * Sec-Fetch-Site. For those our own header is the fallback: cross-site it needs a preflight, which we refuse.
 */
export function isOwnGet(request: Request): boolean {
  const { headers } = request;
  if (headers.has('sec-fetch-site') || headers.has('origin')) return isOwnOrigin(request);
  return headers.get('x-requested-with') === 'call-widget';
}
