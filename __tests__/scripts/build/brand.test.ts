/** @jest-environment node */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BRAND_FILE, LOGO_FILE, hashBrand, readBrandInputs } from '@/scripts/build/brand-inputs';

const TOKENS = 'app/styles/tokens.css';
const FONT = 'app/fonts/bricolage-basic.woff2';
const FOLDERS = ['app/fonts', 'app/styles', 'public/fonts', BRAND_FILE, LOGO_FILE];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-brand-'));
  for (const each of FOLDERS) cpSync(each, join(folder, each), { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the check of `npm run build` on the copy. */
const check = () => {
  const args = [resolve('node_modules/tsx/dist/cli.mjs'), resolve('scripts/build/check-brand.ts')];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return { status, stderr };
};

const replace = (file: string, from: string, to: string) => {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(folder, file), text.replace(from, to));
};

test('the committed icons, card and manifest match the brand', () => {
  expect(JSON.parse(readFileSync(BRAND_FILE, 'utf8'))).toEqual({
    canvas: readBrandInputs().colors['canvas'],
    inputs: hashBrand(readBrandInputs()),
  });
});

test('builds if the brand files are up to date', () => {
  expect(check()).toEqual({ status: 0, stderr: '' });
});

test.each([
  ['a color', () => replace(TOKENS, '--color-accent: #ffb45e', '--color-accent: #5ec8ff')],
  ['the logo', () => replace(LOGO_FILE, 'rx="9"', 'rx="2"')],
  ['the typeface', () => writeFileSync(join(folder, FONT), 'another')],
  ['what was written down', () => rmSync(join(folder, BRAND_FILE))],
])('the build stops with a message after a change of %s', (_, change) => {
  change();
  expect(check()).toEqual({
    status: 1,
    stderr: 'The logo, a color, the typeface or the card has changed: run "npm run brand".\n',
  });
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

test('builds after a change that does not affect the pictures', () => {
  replace(TOKENS, '--radius-card: 1.5rem', '--radius-card: 1rem');
  expect(check().status).toBe(0);
});
