import type { errorCopy } from './error-en';

/** What the error page of the personal page says. Its title is the product's own, in English everywhere. */
export const errorCopyCs: typeof errorCopy = {
  title: 'Unexpected Application Error!',
  text: 'Na naší straně se něco pokazilo. Většinou pomůže zkusit to znovu. Pokud ne, napište nám prosím:',
  retry: 'Zkusit znovu',
  home: { label: 'Zpět na úvodní stránku', href: '/' },
};
