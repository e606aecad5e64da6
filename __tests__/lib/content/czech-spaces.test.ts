import { callCs } from '@/lib/content/call-cs';
import { cs } from '@/lib/content/cs';
import { errorCopyCs } from '@/lib/content/error-cs';
import { privacyCs } from '@/lib/content/privacy';
import { withCzechSpaces } from './czech-spaces';

test.each([
  ['mluvíte s asistentem', 'mluvíte s\u00a0asistentem'],
  ['V prohlížeči i v telefonu', 'V\u00a0prohlížeči i\u00a0v\u00a0telefonu'],
  ['a i o svátku', 'a\u00a0i\u00a0o\u00a0svátku'],
  ['nejvýše 5 minut, 99,9 % času', 'nejvýše 5\u00a0minut, 99,9\u00a0% času'],
  ['1. ledna 2026', '1.\u00a0ledna 2026'],
  ['podle § 89', 'podle §\u00a089'],
  ['výborná, dobrá káva', 'výborná, dobrá káva'],
  ['do sítě', 'do sítě'],
])('%j becomes %j', (text, expected) => {
  expect(withCzechSpaces(text)).toBe(expected);
  expect(withCzechSpaces(expected)).toBe(expected);
});

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

test.each([
  ['the personal page', cs],
  ['the call', callCs],
  ['the error page', errorCopyCs],
  ['the privacy notice', privacyCs],
])('no line of %s ends in a single letter or tears a number from what it counts', (_, texts) => {
  const torn = textsIn(texts).filter((text) => text !== withCzechSpaces(text));
  expect(torn).toEqual([]);
});
