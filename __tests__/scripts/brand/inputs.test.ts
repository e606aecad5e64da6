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

test('builds with a warning about a changed brand and about letters without a typeface', () => {
  replace(TOKENS, '--color-accent: #', '--color-accent: #5e');
  writeFileSync(join(folder, 'lib/content/other-words.ts'), '// Łódź, Győr, Ærø, Įmonė, Рига, Ĉ');
  const { status, stderr, isBuilt } = build();
  expect({ status, isBuilt }).toEqual({ status: 0, isBuilt: true });
  expect(stderr.trim().split('\n').sort()).toEqual([
    `Warning: ${STALE_BRAND}`,
    'Warning: the typeface lacks letters of lib/content: Р и г а Ĉ',
  ]);
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
