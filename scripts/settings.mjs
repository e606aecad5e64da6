import { existsSync } from 'node:fs';
import { siteAddress } from '../lib/server/site-address.mjs';

const files = ['.env.production.local', '.env.local', '.env.production', '.env'];

/** Reads the .env files of the current folder the way Next does: what is set already wins. */
export function loadEnvFiles() {
  for (const file of files.filter((name) => existsSync(name))) process.loadEnvFile(file);
}

/**
 * The site's own origin: SITE_URL, or a preview's address.
 *
 * @returns {string} e.g. `https://example.com`
 * @throws {Error} with a sentence when SITE_URL is missing or no http(s) origin
 */
export function siteOrigin() {
  const text = siteAddress(process.env);
  if (!text) throw new Error('Missing setting: SITE_URL. .env.example explains it.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    throw new Error('SITE_URL must be an address like https://example.com, without a path.');
  }
  return url.origin;
}
