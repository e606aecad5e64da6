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
