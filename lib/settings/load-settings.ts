import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { cleanProcessEnv, REQUIRED_SETTINGS } from './settings';
import { exemptLoopbackFromProxy } from './loopback.mjs';

/** Reads Next's .env files, where a set variable wins. Throws a sentence for the operator. */
export function loadSettings(mode: 'production' | 'development' = 'production'): void {
  const files = [`.env.${mode}.local`, '.env.local', `.env.${mode}`, '.env'];
  for (const file of files.filter((name) => existsSync(name))) {
    for (const [name, text] of Object.entries(readEnvFile(file))) process.env[name] ??= text;
  }
  // Next would read the files again, and replace `$NAME` in every value.
  process.env['__NEXT_PROCESSED_ENV'] = 'true';
  cleanProcessEnv();
  exemptLoopbackFromProxy();
}

/** Finds `A=b`, `export A='b#c' # d` and `A=`, not `A=b#c`, `A="b` and `A: b`. */
const SETTING =
  /^(?:export\s+)?(?<name>\w+)\s*=\s*(?:(["'])(?<quoted>(?:(?!\2).)*)\2|(?<plain>[^\s"'#][^#]*?)?)(?:\s+#.*)?$/;

function readEnvFile(file: string): Record<string, string> {
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) throw new Error(`${file} is not UTF-8: save it as UTF-8.`);
  const settings = bytes
    .toString()
    .split(/\r\n?|\n/)
    .flatMap((text, index) => {
      // A byte order mark is a blank, too.
      const line = text.trim();
      if (line === '' || line.startsWith('#')) return [];
      const { name, quoted, plain = '' } = SETTING.exec(line)?.groups ?? {};
      if (name) return [[name, quoted ?? plain] as const];
      const [, unclear] = /^(?:export\s+)?(\w+)\s*=/.exec(line) ?? [];
      const advice = unclear
        ? `put one pair of quotes around the whole value of ${unclear}, because it has # or quotes`
        : 'write NAME=value, or begin a comment with #';
      throw new Error(`${file}, line ${index + 1}: ${advice}.`);
    });
  return Object.fromEntries(settings);
}

/** Returns a sentence if a required one is missing. */
export function loadRequiredSettings(): string | undefined {
  loadSettings();
  const missing = REQUIRED_SETTINGS.filter((name) => !process.env[name]);
  return missing.length > 0
    ? `Missing settings: ${missing.join(', ')}. .env.example explains each of them.`
    : undefined;
}
