import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { cleanProcessEnv, REQUIRED_SETTINGS } from './settings';
import { exemptLoopbackFromProxy } from './loopback-proxy.mjs';

/** Reads the .env files as Next does (a variable that is set wins), and cleans all settings. */
export function loadSettings(mode: 'production' | 'development' = 'production'): void {
  const files = [`.env.${mode}.local`, '.env.local', `.env.${mode}`, '.env'];
  for (const file of files.filter((name) => existsSync(name))) {
    for (const [name, text] of Object.entries(readEnvFile(file))) process.env[name] ??= text;
  }
  cleanProcessEnv();
  exemptLoopbackFromProxy();
}

/**
 * A setting, whose value in quotes may have several lines. Finds `export A = "b" # c` and `A=b`,
 * not ` # A=b` and `[A=b]`.
 */
const SETTING = /^[^\S\n]*(?:export[^\S\n]+)?\w+[^\S\n]*=[^\S\n]*(?:(["'`])[^]*?\1.*|.*)$/gm;

/**
 * A `#` in an address starts no comment, or a password would be cut without a word. Finds
 * `A=https://b:1#2@c`, not `A=https://b # c` and `A='https://b#c'`.
 */
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

/** Loads the settings. Returns a sentence if a required one is missing. */
export function loadRequiredSettings(): string | undefined {
  loadSettings();
  const missing = REQUIRED_SETTINGS.filter((name) => !process.env[name]);
  return missing.length > 0
    ? `Missing settings: ${missing.join(', ')}. .env.example explains each of them.`
    : undefined;
}
