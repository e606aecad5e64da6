/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A part of a live call is never below these. */
const APART_FROM_CALLS = ['select.control', 'header', '.stage-ways', '.stage-failed'];

/**
 * Browsers check `:has()` again for every element that is inserted below its subject. On `html` or
 * `body` that was a third of the main thread in a live call, unless the argument reaches a fixed
 * depth only.
 */
test('no rule watches a live call with :has()', () => {
  const css = ['app', 'components']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.css'))
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    )
    .join('\n');
  const found = [...css.matchAll(/([^\s,{}]*):has\(((?:[^()]|\([^()]*\))*)\)/g)];
  expect(found.length).toBeGreaterThan(8);
  for (const [, subject = '', argument = ''] of found)
    if (!APART_FROM_CALLS.includes(subject))
      expect(`${subject} ${argument}`).toMatch(/ [>+] ?[^\s>]+(?: > [^\s>]+)*$/);
});

const TOKENS = join('app', 'styles', 'tokens.css');
/** The logo may have any color. The rest is written by `npm run brand`. */
const LOGO_FILES = [
  ...[join('components', 'ui', 'logo.svg'), join('components', 'ui', 'logo-mark.tsx')],
  ...[join('app', 'brand.json'), join('app', 'icon.svg')],
];

const colors = Array.from(
  readFileSync(TOKENS, 'utf8').matchAll(/--color-[\w-]+: (#[0-9a-f]{6});/g),
  ([, color = '']) => color,
);
const spellings = colors.flatMap((color) => {
  const parts = (color.match(/[0-9a-f]{2}/g) ?? []).map((part) => parseInt(part, 16));
  return [color, `rgb(${parts.join(' ')}`, `rgba(${parts.join(', ')}`];
});

test('no file but tokens.css and the logo contains a color of the list', () => {
  expect(colors.length).toBeGreaterThan(0);
  const files = ['app', 'components', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const repeating = files
    .filter((file) => /\.(css|tsx?|mjs|svg|json)$/.test(file))
    .filter((file) => ![TOKENS, ...LOGO_FILES].includes(file))
    .filter((file) => {
      const text = readFileSync(file, 'utf8').toLowerCase();
      return spellings.some((spelling) => text.includes(spelling));
    });
  expect(repeating).toEqual([]);
});
