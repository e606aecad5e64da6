import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BRAND_FILE,
  findMissingLetters,
  hashBrand,
  LOGO_FILE,
  readBrandInputs,
} from '@/scripts/brand/inputs';

/** Next's own parser of fonts, which Jest's copies of Node's classes confuse. */
const READ_FONT = `
  const { default: parse } = require('next/dist/compiled/@next/font/dist/fontkit');
  const codes = parse(require('node:fs').readFileSync(process.argv[1])).characterSet;
  JSON.stringify(codes.filter((code) => code !== 0xffff));`;

const TOKENS = 'app/styles/tokens.css';
const FONT = 'app/fonts/bricolage-basic.woff2';
const FOLDERS = [
  ...['app/brand.ts', 'app/fonts', 'app/styles', 'public/fonts', BRAND_FILE, LOGO_FILE],
  'lib/content',
];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-brand-'));
  for (const each of FOLDERS) cpSync(each, join(folder, each), { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

const replace = (file: string, from: string, to: string) => {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(folder, file), text.replaceAll(from, to));
};

test('the committed icons, card and manifest match the brand', () => {
  const { inputs } = JSON.parse(readFileSync(BRAND_FILE, 'utf8')) as { inputs: string };
  expect({ todo: 'npm run brand', inputs }).toEqual({
    todo: 'npm run brand',
    inputs: hashBrand(readBrandInputs()),
  });
});

test('finds letters of the words that the typeface lacks', () => {
  const before = findMissingLetters(folder);
  writeFileSync(join(folder, 'lib/content/other-words.ts'), '// Łódź, Győr, Ærø, Įmonė, Рига, Ĉ');
  expect(findMissingLetters(folder)).toEqual([...before, ...'РигаĈ']);
});

test.each([
  ['a color', true, () => replace(TOKENS, '--color-accent: #', '--color-accent: #5e')],
  ['the logo', true, () => replace(LOGO_FILE, '<svg', '<svg data-changed=""')],
  ['the typeface', true, () => writeFileSync(join(folder, FONT), 'another')],
  ['a radius', false, () => replace(TOKENS, '--radius-card: ', '--radius-card: 0')],
])('after a change of %s the pictures are stale: %s', (_, isStale, change) => {
  const before = hashBrand(readBrandInputs(folder));
  change();
  expect(hashBrand(readBrandInputs(folder)) !== before).toBe(isStale);
});

test.each(['brand', 'title', 'text'])('the pictures are stale after a change of the %s', (name) => {
  const inputs = readBrandInputs();
  expect(hashBrand({ ...inputs, [name]: 'Another' })).not.toBe(hashBrand(inputs));
});

test.each([
  [FONT, 'app/brand.ts'],
  ['public/fonts/bricolage-more-2.woff2', TOKENS],
])('%s has the letters that %s claims, and no other', (font, claims) => {
  const letters = spawnSync(process.execPath, ['-p', READ_FONT, font], { encoding: 'utf8' });
  const claimed = readFileSync(claims, 'utf8').matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g);
  expect(JSON.parse(letters.stdout)).toEqual(
    Array.from(claimed, ([, from = '', to = from]) => {
      const first = parseInt(from, 16);
      const count = parseInt(to, 16) - first + 1;
      return Array.from({ length: count }, (_, index) => first + index);
    }).flat(),
  );
});

test.each([
  ['without a space', '--color-ink:#111;'],
  ['with a space before the colon', '--color-ink : #111;'],
  ['with the former one in a comment', '--color-ink: #111; /* was --color-ink: #fff; */'],
  ['with a comment inside', '--color-ink: #111 /* was #fff; */;'],
  ['over two lines', '--color-ink:\n    #111\n  ;'],
])('reads a color %s', (_, line) => {
  const tokens = readFileSync(join(folder, TOKENS), 'utf8');
  writeFileSync(join(folder, TOKENS), tokens.replace(/--color-ink: .*;/, line));
  expect(readBrandInputs(folder).colors['ink']).toBe('#111');
});
