import { TEXTS } from '@/lib/content/languages';
import { KEPT, type PrivacyCopy } from '@/lib/content/privacy';
import { LANGUAGE_CODES } from '@/lib/language';
import { keptForSeconds } from '@/lib/retention';
import { RULES } from '@/lib/server/http/rate-limit';

const listNumbers = ({ parts }: PrivacyCopy) => (JSON.stringify(parts).match(/\d+/g) ?? []).sort();

describe.each(LANGUAGE_CODES)('the notice in %s', (language) => {
  const { writePrivacy } = TEXTS[language];

  test('has the periods of the code', () => {
    const kept = { ...KEPT };
    // Numbers that the notice has for no other reason.
    Object.keys(KEPT).forEach((name, index) => Object.assign(KEPT, { [name]: 31 + index }));
    const numbers = listNumbers(writePrivacy(39));
    Object.assign(KEPT, kept);
    // Requests, and records of personal links, are kept for the months of the setting.
    expect(numbers.filter((number) => /^3[1-9]$/.test(number))).toEqual([
      '31',
      '32',
      '33',
      '34',
      '35',
      '36',
      '37',
      '39',
      '39',
    ]);
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
    expect(listNumbers(writePrivacy(7))).toEqual(listNumbers(TEXTS.en.writePrivacy(7)));
  });
});

test.each(Object.entries(RULES).filter(([rule]) => / per (address|email)$/.test(rule)))(
  'what the limit %s counts is kept as long as the notice says',
  (_, { seconds }) => {
    expect(Object.values(keptForSeconds)).toContain(seconds);
  },
);
