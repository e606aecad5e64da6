import type { Language } from '@/lib/language';
import { type ErrorTexts, errorTextsEn } from './errors-en';

/**
 * Texts of the error pages. The browser gets them without `addCzechSpaces`: write `\u00a0` after a
 * one-letter word. The title is English everywhere (docs/behaviour.md, section 8).
 */
export const ERROR_TEXTS: Readonly<Record<Language, ErrorTexts>> = {
  en: errorTextsEn,
  cs: {
    title: errorTextsEn.title,
    text: 'Na naší straně se něco pokazilo. Většinou pomůže zkusit to znovu.',
    retry: 'Zkusit znovu',
    home: 'Zpět na úvodní stránku',
    waysOn: 'Pokud to nepomůže, jsme tu pro vás:',
    form: 'Kontaktní formulář (anglicky)',
    privacy: 'Ochrana osobních údajů',
  },
};

/** For a short link while one address opens too many. */
export const TOO_MANY_LINKS: Readonly<Record<Language, string>> = {
  en: 'Too many requests. Please wait a minute and try again.',
  cs: 'Příliš mnoho pokusů. Počkejte prosím minutu a\u00a0zkuste to znovu.',
};
