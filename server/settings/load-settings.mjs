import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { cleanSettings } from './clean-settings.mjs';
import { getSiteAddress } from './site-address.mjs';

const FILES = ['.env.production.local', '.env.local', '.env.production', '.env'];

/** Reads the .env files as Next does (a variable that is set wins), and cleans all settings. */
export function loadSettings() {
  for (const file of FILES.filter((name) => existsSync(name))) {
    for (const [name, text] of Object.entries(readEnvFile(file))) process.env[name] ??= text;
  }
  Object.assign(process.env, cleanSettings(process.env));
}

function readEnvFile(/** @type {string} */ file) {
  const bytes = readFileSync(file);
  // PowerShell redirects output as UTF-16.
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
  // `NAME: value` is read as `NAME=value`; Node's parser would also swallow the next line.
  const withEquals = text.replace(/^(\s*(?:export\s+)?[A-Z][A-Z\d_]*)[^\S\n]*:/gm, '$1=');
  return parseEnv(withEquals.replace(/\r\n?/g, '\n'));
}

/** Returns the origin of SITE_URL or of a preview. Throws when it is missing or not valid. */
export function getSiteOrigin() {
  const text = getSiteAddress(process.env);
  if (!text) throw new Error('Missing setting: SITE_URL. .env.example explains it.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    throw new Error('SITE_URL must be an address like https://example.com, without a path.');
  }
  return url.origin;
}
