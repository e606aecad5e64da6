import { readPhone } from '@/lib/content/phone';

test.each([
  ['+420 123 456 789', '+420123456789'],
  ['+1 (415) 555-0100', '+14155550100'],
  ['+49/30.1234\u2011567\u00a0', '+49301234567'],
])('shows %s as it is, and dials %s', (text, number) => {
  expect(readPhone(text)).toEqual({ number, href: `tel:${number}`, text });
});

test('there may be no number', () => {
  expect(readPhone('')).toBeNull();
});

test.each([
  ...[' ', '123 456 789', '+0 123 456 789', '+420 123', '+1234567890123456'],
  ...['+44 (0)20 7946 0000', '+420 123 456 789, ext. 5', 'tel:+420123456789', '+1-800-CALL-NOW'],
])('refuses %j, which cannot be dialled from everywhere', (text) => {
  expect(() => readPhone(text)).toThrow(`site.phone (lib/content/site.ts) is “${text}”`);
});
