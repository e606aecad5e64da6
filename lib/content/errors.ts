import type { Language } from '@/lib/language';

const en = {
  title: 'Unexpected Application Error!',
  text:
    'Something broke on our side. Trying again often helps; if it does not, ' +
    'please write to us:',
  retry: 'Try again',
  home: 'Back to the home page',
};

/**
 * Texts of the error pages. The browser gets them without `addCzechSpaces`: write `\u00a0` after a
 * one-letter word. The title is English everywhere (docs/behaviour.md, section 8).
 */
export const ERROR_TEXTS: Readonly<Record<Language, typeof en>> = {
  en,
  cs: {
    title: en.title,
    text:
      'Na naší straně se něco pokazilo. Většinou pomůže zkusit to znovu. Pokud ne, napište nám ' +
      'prosím:',
    retry: 'Zkusit znovu',
    home: 'Zpět na úvodní stránku',
  },
};
