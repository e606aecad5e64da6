/** @jest-environment node */
import { TEXTS } from '@/lib/content/languages';
import { writePrivacyCs } from '@/lib/content/privacy-cs';
import { writePrivacyEn } from '@/lib/content/privacy-en';
import { LANGUAGE_CODES } from '@/lib/language';
import { keptByDatabase } from '@/lib/retention';
import { RULES } from '@/lib/server/http/rate-limit';

test.each([
  [12, 'after 12 months', 'po 12\u00a0měsících'],
  [2, 'after 2 months', 'po 2\u00a0měsících'],
  [1, 'after 1 month', 'po 1\u00a0měsíci'],
])('states in English and Czech that requests are kept for %i months', (months, en, cs) => {
  for (const [notice, words] of [
    [writePrivacyEn(months), en],
    [writePrivacyCs(months), cs],
  ] as const) {
    const { text = '' } = notice.parts.at(-2) ?? {};
    // Requests, and records of personal links.
    expect(text.split(words)).toHaveLength(3);
  }
});

test.each(LANGUAGE_CODES)('the notice in %s has the numbers of the English one', (language) => {
  // The parts may be in another order.
  const listNumbers = ({ parts }: ReturnType<typeof writePrivacyEn>) =>
    (JSON.stringify(parts).match(/\d+/g) ?? []).sort();
  for (const months of [1, 2, 7])
    expect(listNumbers(TEXTS[language].writePrivacy(months))).toEqual(
      listNumbers(writePrivacyEn(months)),
    );
});

const readPeriods = ({ parts }: ReturnType<typeof writePrivacyEn>) =>
  parts.at(-2)?.text.replaceAll('\u00a0', ' ');

test('says in English and Czech that a request without an answer may stay longer', () => {
  expect(readPeriods(writePrivacyEn(12))).toContain('until two weeks after we were reminded');
  expect(readPeriods(writePrivacyCs(12))).toContain('dokud neuplynou dva týdny od upozornění');
});

test('says in English and Czech that using or sending a personal link renews it', () => {
  expect(readPeriods(writePrivacyEn(12))).toContain('did not send the link and you did not use it');
  expect(readPeriods(writePrivacyCs(12))).toContain('odkaz neposlali a vy jste ho nepoužili');
});

const notices = [writePrivacyEn(12), writePrivacyCs(12)].map(({ parts }) =>
  parts.map(({ text }) => text.replaceAll('\u00a0', ' ')),
);

describe('the periods in the notice are those of the code', () => {
  const windows = (suffix: string) =>
    Object.entries(RULES)
      .filter(([rule]) => rule.endsWith(suffix))
      .map(([rule, { seconds }]) => [rule, seconds]);

  test.each(windows(' per address').concat(windows(' per email')))('%s: %i s', (rule, seconds) => {
    const [en, cs] =
      seconds === 60
        ? ['1 minute ', '1 minuty']
        : seconds === 3600
          ? ['1 hour', '1 hodiny']
          : [`${Number(seconds) / 60} minutes`, `${Number(seconds) / 60} minut`];
    const titles = rule.toString().startsWith('contact')
      ? ['you ask for', 'formulář']
      : ['look', 'prohlížíte'];
    [writePrivacyEn(12), writePrivacyCs(12)].forEach(({ parts }, index) => {
      const part = parts.find(({ title }) => title.includes(titles[index]!));
      expect(part?.text.replaceAll('\u00a0', ' ')).toContain([en, cs][index]);
    });
  });

  test('what the database deletes', () => {
    // The contract test of the purge compares the numbers with the database.
    const { callDays, sumMonths } = keptByDatabase;
    const [en, cs] = notices.map((texts) => texts.join('\n'));
    expect(en).toContain(`for ${callDays} days we keep when a call was made`);
    expect(en).toContain(`deleted after ${sumMonths} months.`);
    expect(cs).toContain(`po dobu ${callDays} dnů uchováváme, kdy hovor`);
    expect(cs).toContain(`po ${sumMonths} měsících.`);
  });
});

test('says in English and Czech that a machine answers the call', () => {
  const [en, cs] = notices.map((texts) => texts.join('\n'));
  expect(en).toMatch(/machine answers the call.*artificial intelligence/);
  expect(cs).toMatch(/přijímá stroj.*umělá inteligence/);
});
