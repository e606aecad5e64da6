/** @jest-environment node */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { en } from '@/lib/content/en';
import {
  BRAND_FILE,
  hashBrand,
  LOGO_FILE,
  readBrandInputs,
  STALE_BRAND,
} from '@/scripts/brand/inputs';

/** Next's own parser of fonts, which Jest's copies of Node's classes confuse. */
const READ_FONT = `
  const { default: parse } = require('next/dist/compiled/@next/font/dist/fontkit');
  const codes = parse(require('node:fs').readFileSync(process.argv[1])).characterSet;
  JSON.stringify(codes.filter((code) => code !== 0xffff));`;

const TOKENS = 'app/styles/tokens.css';
const FONT = 'app/fonts/bricolage-basic.woff2';
const COPY = 'lib/content/en.ts';
const FOLDERS = [
  ...['app/brand.ts', 'app/fonts', 'app/styles', 'public/fonts', BRAND_FILE, LOGO_FILE],
  ...['lib', 'scripts', 'server', 'package.json', 'tsconfig.json'],
];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-brand-'));
  for (const each of FOLDERS) cpSync(each, join(folder, each), { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Runs `npm run build` on the copy, with a stand-in for Next that writes a file. */
const build = () => {
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const script = `
    const { writeFileSync } = await import('node:fs');
    const { buildSite } = await import('./scripts/build/build-site.ts');
    const run = async () => { writeFileSync('built', ''); process.exit(0); };
    await buildSite({ siteUrl: 'https://callwright.example', distDir: '.next' }, run);`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script],
    { cwd: folder, encoding: 'utf8' },
  );
  return { status, stderr, isBuilt: existsSync(join(folder, 'built')) };
};

const replace = (file: string, from: string, to: string) => {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(folder, file), text.replaceAll(from, to));
};

test('the committed icons, card and manifest match the brand', () => {
  const { inputs } = JSON.parse(readFileSync(BRAND_FILE, 'utf8')) as { inputs: string };
  const hint = STALE_BRAND;
  expect({ hint, inputs }).toEqual({ hint, inputs: hashBrand(readBrandInputs()) });
});

test('builds without a warning if the brand files are up to date', () => {
  expect(build()).toEqual({ status: 0, stderr: '', isBuilt: true });
});

test.each([
  ['the main heading', () => replace(COPY, en.hero.title, 'Another heading')],
  ['a color', () => replace(TOKENS, '--color-accent: #', '--color-accent: #5e')],
  ['the logo', () => replace(LOGO_FILE, '<svg', '<svg data-changed=""')],
  ['the typeface', () => writeFileSync(join(folder, FONT), 'another')],
  ['what was written down', () => rmSync(join(folder, BRAND_FILE))],
])('builds with a warning after a change of %s', (_, change) => {
  change();
  expect(build()).toEqual({ status: 0, stderr: `Warning: ${STALE_BRAND}\n`, isBuilt: true });
});

test('builds with a warning about letters that no file of the typeface has', () => {
  writeFileSync(join(folder, 'lib/content/other-words.ts'), '// Łódź, Győr, Ærø, Įmonė, Рига, Ĉ');
  const stderr = 'Warning: the typeface lacks letters of lib/content: Р и г а Ĉ\n';
  expect(build()).toEqual({ status: 0, stderr, isBuilt: true });
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

test('the hash changes with the brand and the card’s texts', () => {
  const inputs = readBrandInputs();
  const hashes = [
    inputs,
    { ...inputs, brand: 'Ringwell' },
    { ...inputs, title: 'Another' },
    { ...inputs, text: 'Another' },
  ].map(hashBrand);
  expect(new Set(hashes).size).toBe(hashes.length);
});

test('builds without a warning after a change that does not affect the pictures', () => {
  replace(TOKENS, '--radius-card: ', '--radius-card: 0');
  expect(build().stderr).toBe('');
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
