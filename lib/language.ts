/** The languages in which a visitor can talk to the assistant, and what code must know of them. */
export const LANGUAGES = {
  en: {
    /** For dates. */
    locale: 'en-US',
    /** Whether its texts have letters of the second font file. */
    hasAccents: false,
  },
  cs: { locale: 'cs-CZ', hasAccents: true },
} as const satisfies Record<string, { locale: string; hasAccents: boolean }>;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];

/** The language of a personal page whose link names none. */
export const DEFAULT_PERSONAL_LANGUAGE: Language = 'cs';

/** Returns the language with this code, in any case; null if there is none. */
export function findLanguage(code: string | null | undefined): Language | null {
  return LANGUAGE_CODES.find((language) => language === code?.toLowerCase()) ?? null;
}

/** Returns the parameters that name a language in a personal link: none for the default. */
export function getLanguageParameters(language: Language): { lang?: Language } {
  return language === DEFAULT_PERSONAL_LANGUAGE ? {} : { lang: language };
}
