import type { Language } from '@/lib/language';

/** Texts of the error pages. Separate, because these pages send what they import to the browser. */
export const errorCopyEn = {
  title: 'Unexpected Application Error!',
  text:
    'Something broke on our side. Trying again often helps; if it does not, ' +
    'please write to us:',
  retry: 'Try again',
  home: 'Back to the home page',
};

/** The title is English everywhere (docs/behaviour.md, section 8). */
export const errorCopyCs: typeof errorCopyEn = {
  title: 'Unexpected Application Error!',
  text:
    'Na naší straně se něco pokazilo. Většinou pomůže zkusit to znovu. Pokud ne, napište nám ' +
    'prosím:',
  retry: 'Zkusit znovu',
  home: 'Zpět na úvodní stránku',
};

export const errorCopy: Readonly<Record<Language, typeof errorCopyEn>> = {
  en: errorCopyEn,
  cs: errorCopyCs,
};
