import 'server-only';
import { env } from './env';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * True for a request that one of our own pages made. `req.url` is no help: Next always fills in localhost.
 * A browser's Sec-Fetch-Site cannot be forged by a page; where it is missing, Origin must be ours.
 */
export function isOwnOrigin({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site && site !== 'none') return site === 'same-origin';
  const origin = headers.get('origin');
  if (!origin) return false;
  if (origin === env().SITE_URL) return true;
  if (!URL.canParse(origin)) return false;
  const { hostname, host } = new URL(origin);
  return LOOPBACK.has(hostname) && host === headers.get('host');
}
