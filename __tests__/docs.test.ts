/** @jest-environment node */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Examples, and files that a build, a host or a command makes. */
const ALLOWED = /^(\.vc-config|config|required-server-files|site-build)\.json$|^backup\.sql$|^ntfy\.sh$/;
const GENERATED = 'docs/sdk-contract.md';
const ROOTS = '__tests__|app|components|docs|e2e|lib|local|proofs|public|scripts|server|supabase|tools';
const TYPES = 'css|jpg|json|md|mjs|png|py|sh|sql|svg|toml|tsx?|woff2|ya?ml';
const FILE = `(?:(?:\\(\\w+\\)|[\\w.*-]+)/)*[\\w.*-]*\\w\\.(?:${TYPES})(?![\\w/-]|\\.\\w)`;
const FOLDER = `(?:${ROOTS})(?:/(?:\\(\\w+\\)|[\\w.*-]*\\w))+`;
const NAME = new RegExp(`(?<![\\w./@:#<>$}-])(?!\\.data|\\.next|node_modules)(?:${FILE}|${FOLDER})`, 'g');
const COMMENT = /(?<!\S)(?:\/\/|\/\*|\*|#|--).*|"""[^]*?"""/gm;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  .toString()
  .split('\n')
  .filter((file) => file && existsSync(file));
const list = `\n${files.join('\n')}\n`;
const pages = files.filter((file) => file.endsWith('.md') && file !== GENERATED);
const sources = files.filter((file) => /\.(?:css|mjs|py|sh|sql|toml|tsx?|ya?ml|example)$|file$/.test(file));
const decisions = pages.filter((file) => /^docs\/decisions\/\d/.test(file));
const read = (file: string) => readFileSync(file, 'utf8');
const lengthOf = (page: string) => read(page).trimEnd().split('\n').length;

/** Whether a file or folder has this name or ends with it; `*` stands for any part of it. */
function exists(name: string): boolean {
  const end = name.replace(/^(\.\.?\/)+/, '').replace(/[.()]/g, '\\$&').replace(/\*+/g, '.*');
  const tail = /decisions\/\d+$/.test(name) ? '-' : '[\n/.]';
  return ALLOWED.test(basename(name)) || new RegExp(`[\n/]${end}${tail}`).test(list);
}

const missing = (text: string) => Array.from(text.match(NAME) ?? []).filter((name) => !exists(name));
const missingLinks = (page: string) =>
  Array.from(read(page).matchAll(/\]\((?!https:)([^)#]+)/g), ([, to = '']) => to).filter(
    (to) => !existsSync(join(dirname(page), to)),
  );
const missingDecisions = (file: string) =>
  Array.from(read(file).matchAll(/decisions?[ /](\d{3})\b/gi), ([, number]) => number).filter(
    (number) => !decisions.some((page) => page.includes(`/${number}-`)),
  );

test.each(['lib/x/y.ts', '`foo.test.ts`', 'scripts/gone', '(e2e/gone/)'])('%s would be noticed', (name) => {
  expect(missing(`Both ${name} and lib/server/env.ts.`)).toHaveLength(1);
});

test.each(pages)('%s names what exists, in short cells', (page) => {
  const rows = read(page).match(/^ *\|.*/gm) ?? [];
  const cells = rows.flatMap((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()));
  const long = cells.filter((cell) => cell.length > 100);
  expect([...missing(read(page)), ...missingLinks(page), ...missingDecisions(page), ...long]).toEqual([]);
});

test('comments name what exists', () => {
  const found = (file: string) => [...missing((read(file).match(COMMENT) ?? []).join('\n')), ...missingDecisions(file)];
  expect(sources.flatMap((file) => found(file).map((name) => `${file}: ${name}`))).toEqual([]);
});

test('pages stay short', () => {
  expect(decisions.length).toBeLessThanOrEqual(24);
  expect(decisions.filter((page) => lengthOf(page) > 40)).toEqual([]);
  expect(lengthOf('docs/architecture.md')).toBeLessThanOrEqual(120);
});
