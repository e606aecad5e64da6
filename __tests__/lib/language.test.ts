/** @jest-environment node */
import {
  DEFAULT_PERSONAL_LANGUAGE,
  findLanguage,
  getLanguageParameters,
  LANGUAGE_CODES,
  LANGUAGES,
} from '@/lib/language';

test('a personal page is Czech unless its link says something else', () => {
  expect(DEFAULT_PERSONAL_LANGUAGE).toBe('cs');
  expect(getLanguageParameters('cs')).toEqual({});
  expect(getLanguageParameters('en')).toEqual({ lang: 'en' });
});

test.each(LANGUAGE_CODES)(
  '%s is found by its code, and named in a link unless the default',
  (code) => {
    expect(findLanguage(code.toUpperCase())).toBe(code);
    const named = code === DEFAULT_PERSONAL_LANGUAGE ? {} : { lang: code };
    expect(getLanguageParameters(code)).toEqual(named);
  },
);

test.each([
  ['en', 'en'],
  ['CS', 'cs'],
  ['fr', null],
  ['', null],
  ['constructor', null],
  [null, null],
  [undefined, null],
])('%j is the language %j', (code, language) => {
  expect(findLanguage(code)).toBe(language);
});

test.each(LANGUAGE_CODES)('%s has a locale of that language', (code) => {
  const { locale } = LANGUAGES[code];
  expect(new Intl.Locale(locale).language).toBe(code);
  expect(Intl.DateTimeFormat.supportedLocalesOf(locale)).toEqual([locale]);
});
