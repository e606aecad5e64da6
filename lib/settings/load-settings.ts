import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
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
  // A proxy elsewhere (NODE_USE_ENV_PROXY) could not reach what listens here.
  process.env['NO_PROXY'] ??= 'localhost,127.0.0.1,::1';
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
    if (!name)
      throw new Error(
        `${file}, line ${index + 1}: write NAME=value, with one pair of quotes around the whole ` +
          'value if it has # or quotes, or begin a comment with #.',
      );
    settings[name] = quoted ?? plain;
  }
  return settings;
}
