/** @jest-environment node */
import { callCopyCs } from '@/lib/content/call-cs';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { errorCopyCs } from '@/lib/content/error-cs';
import { writePrivacyCs } from '@/lib/content/privacy-cs';
import { addCzechSpaces } from '@/lib/content/czech-spaces';

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
  expect(addCzechSpaces(text)).toBe(expected);
  expect(addCzechSpaces(expected)).toBe(expected);
});

test('handles objects and arrays of texts only', () => {
  const texts = { title: 'v Brně', points: ['a pak'], count: 5, none: null };
  const expected = { title: 'v\u00a0Brně', points: ['a\u00a0pak'], count: 5, none: null };
  expect(addCzechSpaces(texts)).toEqual(expected);
});

// These texts reach the browser, but not the function, so they are written with the spaces.
test.each([
  ['the personal page', personalCopyCs],
  ['the call', callCopyCs],
  ['the error page', errorCopyCs],
  ['the privacy notice', writePrivacyCs(12)],
])('has the right spaces in %s', (_, texts) => {
  expect(texts).toEqual(addCzechSpaces(texts));
});
