/** @jest-environment node */
import { writePrivacyCs, writePrivacyEn } from '@/lib/content/privacy';

test.each([
  [12, 'after 12 months', 'po 12\u00a0měsících'],
  [2, 'after 2 months', 'po 2\u00a0měsících'],
  [1, 'after 1 month', 'po 1\u00a0měsíci'],
])('states in both languages that requests are kept for %i months', (months, en, cs) => {
  for (const [notice, words] of [
    [writePrivacyEn(months), en],
    [writePrivacyCs(months), cs],
  ] as const) {
    const { text = '' } = notice.parts.at(-2) ?? {};
    // Requests, and records of personal links.
    expect(text.split(words)).toHaveLength(3);
  }
});

const readPeriods = ({ parts }: ReturnType<typeof writePrivacyEn>) =>
  parts.at(-2)?.text.replaceAll('\u00a0', ' ');

test('says in both languages that a request without an answer may stay longer', () => {
  expect(readPeriods(writePrivacyEn(12))).toContain('until two weeks after we were reminded');
  expect(readPeriods(writePrivacyCs(12))).toContain('dokud neuplynou dva týdny od upozornění');
});

test('says in both languages that using or sending a personal link renews it', () => {
  expect(readPeriods(writePrivacyEn(12))).toContain('did not send the link and you did not use it');
  expect(readPeriods(writePrivacyCs(12))).toContain('odkaz neposlali a vy jste ho nepoužili');
});
