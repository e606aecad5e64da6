/** @jest-environment node */
import { ERROR_TEXTS } from '@/lib/content/errors';
import { TEXTS } from '@/lib/content/languages';
import { LANGUAGE_CODES } from '@/lib/language';

describe.each(LANGUAGE_CODES)('the texts in %s', (language) => {
  const { page, call, writePrivacy } = TEXTS[language];

  test('say which language they are', () => {
    expect(call.language).toBe(language);
    expect([`/privacy#${language}`, '/privacy']).toContain(call.privacyHref);
  });

  test('have a title and a greeting without a name', () => {
    expect(page.meta.title).toMatch(/ \| /);
    expect(page.greeting).toMatch(/^\p{Lu}[\p{L}\s]+$/u);
  });

  test('are not those of another language', () => {
    for (const other of LANGUAGE_CODES.filter((code) => code !== language)) {
      const texts = new Set(Object.values(TEXTS[other].page));
      expect(Object.values(page).filter((text) => texts.has(text))).toEqual([]);
      expect(ERROR_TEXTS[other].text).not.toBe(ERROR_TEXTS[language].text);
      expect(TEXTS[other].writePrivacy(12).title).not.toBe(writePrivacy(12).title);
    }
  });

  test('name every language of the personal page in the privacy notice', () => {
    const names = new Intl.DisplayNames(language, { type: 'language' });
    const notice = JSON.stringify(writePrivacy(12));
    for (const code of LANGUAGE_CODES) expect(notice).toContain(names.of(code));
  });
});
