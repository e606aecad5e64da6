import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { exemptLoopbackFromProxy } from './loopback.mjs';
import { cleanSettings } from './settings';

/** Reads Next's .env files, where a set variable wins. Throws a sentence for the operator. */
export function loadSettings(mode: 'production' | 'development' = 'production'): void {
  const files = [`.env.${mode}.local`, '.env.local', `.env.${mode}`, '.env'];
  for (const file of files.filter((name) => existsSync(name))) {
    for (const [name, text] of Object.entries(readEnvFile(file))) process.env[name] ??= text;
  }
  // Next would read the files again, and replace `$NAME` in every value.
  process.env['__NEXT_PROCESSED_ENV'] = 'true';
  // Libraries read the environment, too.
  Object.assign(process.env, cleanSettings(process.env));
  exemptLoopbackFromProxy();
}

/** Finds `A=b`, `export A='b#c' # d` and `A=`, not `A=b#c`, `A="b` and `A: b`. */
const SETTING =
  /^(?:export\s+)?(?<name>\w+)\s*=\s*(?:(["'])(?<quoted>(?:(?!\2).)*)\2|(?<plain>[^\s"'#][^#]*?)?)(?:\s+#.*)?$/;

function readEnvFile(file: string): Record<string, string> {
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) throw new Error(`${file} is not UTF-8: save it as UTF-8.`);
  const settings: Record<string, string> = {};
  const lines = bytes.toString().split(/\r\n?|\n/);
  for (const [index, text] of lines.entries()) {
    // A byte order mark is a blank, too.
    const line = text.trim();
    if (line === '' || line.startsWith('#')) continue;
    const { name, quoted, plain = '' } = SETTING.exec(line)?.groups ?? {};
    if (!name) throw new Error(`${file}, line ${index + 1}: ${adviseOn(line)}.`);
    settings[name] = quoted ?? plain;
  }
  return settings;
}

function adviseOn(line: string): string {
  const [, name] = /^(?:export\s+)?(\w+)\s*=/.exec(line) ?? [];
  return name
    ? `put one pair of quotes around the whole value of ${name}, because it has # or quotes`
    : 'write NAME=value, or begin a comment with #';
}
