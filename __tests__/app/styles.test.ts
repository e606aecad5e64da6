/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Browsers check `:has()` again for every element that is inserted below its subject. On `html`
 * that was a third of the main thread in a live call, unless the argument reaches a fixed depth
 * only.
 */
test('no rule watches the whole document with :has()', () => {
  const folder = 'app/styles';
  const css = readdirSync(folder)
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .join('\n')
    // Rules for pages without script: nothing is inserted there.
    .replace(/@media \(scripting: none\) \{[^]*?\n\}/g, '');
  const found = [...css.matchAll(/(?:html|body|:root):has\((.*?)\)+ ?[^{]*\{/g)];
  expect(found.length).toBeGreaterThan(0);
  for (const [, argument = ''] of found) expect(argument).toMatch(/^> ?[^\s>]+(?: > [^\s>]+)*$/);
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
