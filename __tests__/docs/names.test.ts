import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Examples, and files that a build or a host makes. */
const ALLOWED = /^(.*config|required-server-files|sbom|site-build)\.json$|^(backup\.sql|ntfy\.sh)$/;
const ROOTS = 'app|components|docs|e2e|lib|local|public|scripts|server|supabase';
const TYPES = 'css|jpg|json|md|mjs|png|py|sh|sql|svg|toml|tsx?|woff2|ya?ml';
const FILE = `(?:(?:\\(\\w+\\)|[\\w.*-]+)/)*[\\w.*-]*\\w\\.(?:${TYPES})(?![\\w/-]|\\.\\w)`;
const FOLDER = `(?:__tests__|${ROOTS})(?:/(?:\\(\\w+\\)|[\\w.*-]*\\w))+`;
const START = '(?<![\\w./@:#<>$}-])(?!\\.data|\\.next|node_modules)';
const NAME = new RegExp(`${START}(?:${FILE}|${FOLDER})`, 'g');
const COMMENT = /(?<!\S)(?:\/\*[^]*?\*\/|(?:\/\/|\*|#|--).*)|"""[^]*?"""/gm;

// New files that git does not know yet count, too.
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  .toString()
  .split('\n')
  .filter(existsSync);
const list = `\n${files.join('\n')}\n`;
const read = (file: string) => readFileSync(file, 'utf8');
const findAll = (text: string, what: RegExp) =>
  Array.from(text.matchAll(what), (m) => m[1] ?? m[0]);

/** Returns whether a file or folder has this name or ends with it; an asterisk is a wildcard. */
function isKnownFile(name: string): boolean {
  const end = name
    .replace(/^(\.\.?\/)+/, '')
    .replace(/[.()]/g, '\\$&')
    .replace(/\*+/g, '.*');
  const tail = /decisions\/\d+$/.test(name) ? '-' : '[\n/.]';
  return ALLOWED.test(basename(name)) || new RegExp(`[\n/]${end}${tail}`).test(list);
}
function listMissing(text: string): string[] {
  const decisions = findAll(text, /decisions? (\d{3})\b/gi).map((number) => `decisions/${number}`);
  return [...findAll(text, NAME), ...decisions].filter((name) => !isKnownFile(name));
}
const listMissingLinks = (page: string) =>
  findAll(read(page), /\]\((?!https:)([^)#]+)/g).filter(
    (to) => !existsSync(join(dirname(page), to)),
  );
/** Lists names that are said to be in a file, as `getEnv` in `lib/server/env.ts`, and are not. */
const listMisplacedNames = (text: string) =>
  Array.from(text.matchAll(/`(\w+)`\s+(?:in\s+|\()`([\w./()-]+\.tsx?)`/g))
    .filter(([, name = '', path = '']) => {
      const file = files.find((each) => each === path || each.endsWith(`/${path}`));
      return file && !new RegExp(`\\b${name}\\b`).test(read(file));
    })
    .map(([pointer]) => pointer);

test.each(['lib/x/y.ts', '`foo.test.ts`', '(e2e/gone/)', 'decision 099'])('notices %s', (name) => {
  expect(listMissing(`${name} and lib/server/env.ts.`)).toHaveLength(1);
});

test('notices a name that is not in its file', () => {
  expect(listMisplacedNames('`gone` in `lib/server/env.ts`, `getEnv` (`server/env.ts`)')).toEqual([
    '`gone` in `lib/server/env.ts`',
  ]);
});

test.each(files.filter((file) => file.endsWith('.md')))('%s names only what exists', (page) => {
  const text = read(page);
  const wrong = [...listMissing(text), ...listMissingLinks(page), ...listMisplacedNames(text)];
  expect(wrong).toEqual([]);
});

test('comments name only existing files', () => {
  const wrong = files
    // A released migration never changes.
    .filter((file) => !file.startsWith('supabase/migrations/'))
    .filter((file) => /\.(css|example|mjs|py|sh|sql|toml|tsx?|ya?ml)$|file$/.test(file))
    .map((file) => [file, ...listMissing(findAll(read(file), COMMENT).join('\n'))]);
  expect(wrong.filter(({ length }) => length > 1)).toEqual([]);
});
