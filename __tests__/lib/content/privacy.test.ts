/** @jest-environment node */
import { TEXTS } from '@/lib/content/languages';
import type { PrivacyCopy } from '@/lib/content/privacy';
import { LANGUAGE_CODES } from '@/lib/language';
import { keptForSeconds } from '@/lib/retention';
import { RULES } from '@/lib/server/http/rate-limit';

// Numbers that the notice has for no other reason.
jest.mock('@/lib/retention', () => ({
  keptForSeconds: {
    pageAddress: 31 * 60,
    formAddress: 32 * 60,
    formEmail: 33 * 3600,
    formCookie: 34 * 60,
  },
  keptByDatabase: { callDays: 35, openDays: 38, sumMonths: 36 },
}));

const listNumbers = ({ parts }: PrivacyCopy) => (JSON.stringify(parts).match(/\d+/g) ?? []).sort();

describe.each(LANGUAGE_CODES)('the notice in %s', (language) => {
  const { writePrivacy } = TEXTS[language];

  test('has the periods of the code', () => {
    const numbers = listNumbers(writePrivacy(37));
    expect(numbers.filter((number) => /^3[1-8]$/.test(number))).toEqual(
      // Requests, and records of personal links.
      [...['31', '32', '33', '34', '35', '36'], ...['37', '37', '38']],
    );
  });

  test('has one month in the singular', () => {
    const listUnits = (months: number) =>
      Array.from(
        JSON.stringify(writePrivacy(months)).matchAll(/(?<!\d)(\d+)[ \u00a0]([^\s,.]+)/g),
      ).flatMap(([, number, unit]) => (number === String(months) ? [unit] : []));
    const [plural, ...others] = listUnits(41);
    expect(others).toEqual([plural]);
    expect(listUnits(1)).not.toContain(plural);
  });

  test('has the numbers of the English one', () => {
    // The parts may be in another order.
    for (const months of [1, 2, 7])
      expect(listNumbers(writePrivacy(months))).toEqual(listNumbers(TEXTS.en.writePrivacy(months)));
  });
});

test.each(Object.entries(RULES).filter(([rule]) => / per (address|email)$/.test(rule)))(
  'what the limit %s counts is kept as long as the notice says',
  (_, { seconds }) => {
    expect(Object.values(keptForSeconds)).toContain(seconds);
  },
);
