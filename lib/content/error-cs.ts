import type { ErrorCopy } from './error-en';

/**
 * The title is English everywhere (docs/behaviour.md, section 8). The browser gets these texts
 * without `addCzechSpaces`: write `\u00a0` after a one-letter word.
 */
export const errorCopyCs: ErrorCopy = {
  title: 'Unexpected Application Error!',
  text:
    'Na naší straně se něco pokazilo. Většinou pomůže zkusit to znovu. Pokud ne, napište nám ' +
    'prosím:',
  retry: 'Zkusit znovu',
  home: 'Zpět na úvodní stránku',
};
