import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Examples, and files that a build or a host makes. */
const ALLOWED = /^\.data\/|^(assistant-config\.json|site-build\.json|ntfy\.sh)$/;
/** A code span that is the name of a file, or of a folder with its path. */
const SPAN =
  /`([\w()*./-]*\w\.(?:css|jpg|json|md|mjs|sh|sql|svg|toml|tsx?|ya?ml)|(?:__tests__|app|components|docs|e2e|lib|local|scripts|server|supabase)\/[\w()*./-]*\w)`/g;

// New files that git does not know yet count, too.
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  .toString()
  .split('\n')
  .filter(existsSync);
const list = `\n${files.join('\n')}\n`;
const read = (file: string) => readFileSync(file, 'utf8');
const findAll = (text: string, what: RegExp) => Array.from(text.matchAll(what), (m) => m[1] ?? '');

/** Returns whether a file or folder has this name or ends with it; an asterisk is a wildcard. */
function isKnownFile(name: string): boolean {
  const end = name
    .replace(/^(\.\.?\/)+/, '')
    .replace(/[.()]/g, '\\$&')
    .replace(/\*+/g, '.*');
  return ALLOWED.test(name) || new RegExp(`[\n/]${end}[\n/.]`).test(list);
}
const listMissing = (text: string) => findAll(text, SPAN).filter((name) => !isKnownFile(name));
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

test('notices a file that is gone, and a name that is not in its file', () => {
  const gone = ['lib/x/y.ts', 'gone.ts', 'e2e/gone'];
  const text = gone.map((name) => `\`${name}\``).join(' and `lib/server/env.ts`, ');
  expect(listMissing(text)).toEqual(gone);
  expect(listMisplacedNames('`gone` in `lib/server/env.ts`, `getEnv` (`server/env.ts`)')).toEqual([
    '`gone` in `lib/server/env.ts`',
  ]);
});

test.each(files.filter((file) => file.endsWith('.md')))('%s names only what exists', (page) => {
  const text = read(page);
  const wrong = [...listMissing(text), ...listMissingLinks(page), ...listMisplacedNames(text)];
  expect(wrong).toEqual([]);
});

test('code and comments name only existing files', () => {
  const wrong = files
    // A released migration never changes.
    .filter((file) => !file.startsWith('supabase/migrations/'))
    .filter((file) => /\.(css|example|mjs|sh|sql|toml|tsx?|ya?ml)$|file$/.test(file))
    .map((file) => [file, ...listMissing(read(file))]);
  expect(wrong.filter(({ length }) => length > 1)).toEqual([]);
});
