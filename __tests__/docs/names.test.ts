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
const { scripts } = JSON.parse(read('package.json')) as { scripts: object };

/** Returns whether a file or folder has this name or ends with it; an asterisk is a wildcard. */
function isKnownFile(name: string): boolean {
  const end = name
    .replace(/^(\.\.?\/)+/, '')
    .replace(/[.()]/g, '\\$&')
    .replace(/\*+/g, '.*');
  return ALLOWED.test(name) || new RegExp(`[\n/]${end}[\n/.]`).test(list);
}
const listMissing = (text: string) => findAll(text, SPAN).filter((name) => !isKnownFile(name));

/** Returns whether a link's page has a heading with this anchor, as GitHub makes it. */
function hasAnchor(page: string, link: string): boolean {
  const [to, anchor = ''] = link.split('#');
  const headings = findAll(read(to ? join(dirname(page), to) : page), /^#+ (.+)$/gm);
  return headings
    .map((heading) => heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, ''))
    .some((heading) => heading.replaceAll(' ', '-') === anchor);
}

test('notices a heading that is gone', () => {
  const [here, there] = ['README.md', 'docs/ops.md'];
  const [heading = ''] = findAll(read(there), /^## (\w+)$/gm);
  expect(hasAnchor(here, `${there}#${heading.toLowerCase()}`)).toBe(true);
  expect(hasAnchor(here, `${there}#gone`)).toBe(false);
});

test('notices a file that is gone', () => {
  const gone = ['lib/x/y.ts', 'gone.ts', 'e2e/gone'];
  const text = gone.map((name) => `\`${name}\``).join(' and `lib/server/env.ts`, ');
  expect(listMissing(text)).toEqual(gone);
});

test.each(files.filter((file) => file.endsWith('.md')))('%s names only what exists', (page) => {
  const text = read(page);
  const links = findAll(text, /\]\((?!https:)([^)#]+)/g);
  const anchors = findAll(text, /\]\((?!https:)([^)]*#[^)]+)/g);
  // A changelog also names what is gone.
  const commands =
    page === 'CHANGELOG.md' ? [] : findAll(text, /npm run (?:--silent )?([a-z][\w:]*)/g);
  expect([
    ...listMissing(text),
    ...links.filter((to) => !existsSync(join(dirname(page), to))),
    ...anchors.filter((to) => !hasAnchor(page, to)),
    ...commands.filter((name) => !(name in scripts)),
  ]).toEqual([]);
});

test('code and comments name only existing files', () => {
  const wrong = files
    // A released migration never changes.
    .filter((file) => !file.startsWith('supabase/migrations/'))
    .filter((file) => /\.(css|example|mjs|sh|sql|toml|tsx?|ya?ml)$|file$/.test(file))
    .map((file) => [file, ...listMissing(read(file))]);
  expect(wrong.filter(({ length }) => length > 1)).toEqual([]);
});
