import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { cleanSettings, REQUIRED_SETTINGS } from './settings';
import { exemptLoopbackFromProxy } from './loopback-proxy.mjs';
import { readSiteUrl } from './site-url';

const FILES = ['.env.production.local', '.env.local', '.env.production', '.env'];

/** Reads the .env files as Next does (a variable that is set wins), and cleans all settings. */
export function loadSettings(): void {
  for (const file of FILES.filter((name) => existsSync(name))) {
    for (const [name, text] of Object.entries(readEnvFile(file))) process.env[name] ??= text;
  }
  Object.assign(process.env, cleanSettings(process.env));
  exemptLoopbackFromProxy();
}

/** A setting, whose value in quotes may have several lines. */
const SETTING = /^[^\S\n]*(?:export[^\S\n]+)?\w+[^\S\n]*=[^\S\n]*(?:(["'`])[^]*?\1.*|.*)$/gm;

/** A `#` in an address starts no comment, or a password would be cut without a word. */
const ADDRESS_WITH_HASH = /^([^=\n]*=[^\S\n]*)(\w+:\/\/[^\s'#]*#[^\s']*)/gm;

function readEnvFile(file: string) {
  const bytes = readFileSync(file);
  const text = new TextDecoder(detectMarkedEncoding(bytes)).decode(bytes).replace(/\r\n?/g, '\n');
  // `NAME: value` is read as `NAME=value`.
  const withEquals = text.replace(/^(\s*(?:export\s+)?[A-Z][A-Z\d_]*)[^\S\n]*:/gm, '$1=');
  // Node 20 reads any other line, such as an indented comment, into the name of the next setting.
  const settings = (withEquals.match(SETTING) ?? []).join('\n');
  return parseEnv(settings.replace(ADDRESS_WITH_HASH, "$1'$2'"));
}

/** Reads the byte order mark: PowerShell and Notepad also write UTF-16. */
export function detectMarkedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

/** Returns the origin of SITE_URL or of a preview. Throws when it is missing or not valid. */
export function getSiteOrigin(text = readSiteUrl(process.env)): string {
  if (!text) throw new Error('Missing setting: SITE_URL. .env.example explains it.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    throw new Error('SITE_URL must be an address like https://example.com, without a path.');
  }
  return url.origin;
}

/** Loads the settings. Returns a sentence if a required one is missing. */
export function loadRequiredSettings(): string | undefined {
  loadSettings();
  const missing = REQUIRED_SETTINGS.filter((name) => !process.env[name]);
  return missing.length > 0
    ? `Missing settings: ${missing.join(', ')}. .env.example explains each of them.`
    : undefined;
}
