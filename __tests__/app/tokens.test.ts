/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TOKENS = join('app', 'styles', 'tokens.css');
/** What `npm run brand` writes. */
const WRITTEN_FILES = [join('app', 'brand.json'), join('app', 'icon.svg')];

const colors = Array.from(
  readFileSync(TOKENS, 'utf8').matchAll(/--color-[\w-]+: (#[0-9a-f]{6});/g),
  ([, color = '']) => color,
);
const spellings = colors.flatMap((color) => {
  const parts = (color.match(/[0-9a-f]{2}/g) ?? []).map((part) => parseInt(part, 16));
  return [color, `rgb(${parts.join(' ')}`, `rgba(${parts.join(', ')}`];
});

test('no file but tokens.css contains a color of the list', () => {
  expect(colors.length).toBeGreaterThan(10);
  const files = ['app', 'components', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const repeating = files
    .filter((file) => /\.(css|tsx?|mjs|svg|json)$/.test(file))
    .filter((file) => ![TOKENS, ...WRITTEN_FILES].includes(file))
    .filter((file) => {
      const text = readFileSync(file, 'utf8').toLowerCase();
      return spellings.some((spelling) => text.includes(spelling));
    });
  expect(repeating).toEqual([]);
});
