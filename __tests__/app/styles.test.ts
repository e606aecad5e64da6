import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A part of a live call is never below these. */
const APART_FROM_CALLS = ['select.control', 'header'];

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
  expect(found.length).toBeGreaterThan(6);
  for (const [, subject = '', argument = ''] of found)
    if (!APART_FROM_CALLS.includes(subject))
      expect(`${subject} ${argument}`).toMatch(/ [>+] ?[^\s>]+(?: > [^\s>]+)*$/);
});
