import { addCzechSpaces } from '@/lib/content/czech-spaces';
import { ERROR_TEXTS, TOO_MANY_LINKS } from '@/lib/content/errors';
import { FOOTER_TEXTS } from '@/lib/content/footer';
import { TEXTS } from '@/lib/content/languages';

test.each([
  ['mluvíte s asistentem', 'mluvíte s\u00a0asistentem'],
  ['V prohlížeči i v telefonu', 'V\u00a0prohlížeči i\u00a0v\u00a0telefonu'],
  ['a i o svátku', 'a\u00a0i\u00a0o\u00a0svátku'],
  ['nejvýše 5 minut, 99,9 % času', 'nejvýše 5\u00a0minut, 99,9\u00a0% času'],
  ['1. ledna 2026', '1.\u00a0ledna 2026'],
  ['podle § 89', 'podle §\u00a089'],
  [
    '{count}/{max} znaků, {minutes} min {seconds} s',
    '{count}/{max}\u00a0znaků, {minutes}\u00a0min {seconds}\u00a0s',
  ],
  ['výborná, dobrá káva do sítě', 'výborná, dobrá káva do sítě'],
])('%j becomes %j', (text, expected) => {
  expect(addCzechSpaces(text)).toBe(expected);
  expect(addCzechSpaces(expected)).toBe(expected);
});

test('handles objects and arrays of texts only', () => {
  const texts = { title: 'v Brně', points: ['a pak'], count: 5, none: null };
  const expected = { title: 'v\u00a0Brně', points: ['a\u00a0pak'], count: 5, none: null };
  expect(addCzechSpaces(texts)).toEqual(expected);
});

test('every Czech text has them', () => {
  const { writePrivacy, ...texts } = TEXTS.cs;
  const all = [texts, writePrivacy(12), FOOTER_TEXTS.cs, ERROR_TEXTS.cs, TOO_MANY_LINKS.cs];
  const showSpaces = (copy: unknown) =>
    JSON.stringify(copy, null, 2).replaceAll('\u00a0', '\\u00a0');
  expect(showSpaces(all)).toBe(showSpaces(addCzechSpaces(all)));
});
