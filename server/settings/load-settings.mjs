import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { cleanSettings } from './clean-settings.mjs';
import { siteAddress } from './site-address.mjs';

const files = ['.env.production.local', '.env.local', '.env.production', '.env'];

/**
 * Reads the .env files of the current folder the way Next does: what is set already wins. Then
 * cleans all settings of this process.
 */
export function loadSettings() {
  for (const file of files.filter((name) => existsSync(name))) {
    for (const [name, text] of Object.entries(readEnvFile(file))) process.env[name] ??= text;
  }
  Object.assign(process.env, cleanSettings(process.env));
}

/** @param {string} file */
function readEnvFile(file) {
  const bytes = readFileSync(file);
  // PowerShell writes UTF-16 when it redirects output into a file.
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
  // With a colon for the equals sign Node would lose the variable in the next line as well.
  const withEquals = text.replace(/^(\s*(?:export\s+)?[A-Z][A-Z\d_]*)[^\S\n]*:/gm, '$1=');
  return parseEnv(withEquals.replace(/\r\n?/g, '\n'));
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
