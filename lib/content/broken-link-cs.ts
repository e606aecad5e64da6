import { addCzechSpaces } from './czech-spaces';
import { site } from './site';

/** The Czech counterpart of `en.notFound`, for addresses that begin like a personal link. */
export const brokenLinkCs = addCzechSpaces({
  metaTitle: `Stránka nenalezena | ${site.shortBrand}`,
  title: 'Na této adrese to nikdo nezvedá.',
  text:
    'Odkaz není celý, nebo se cestou změnil. Otevřete ho prosím znovu ze zprávy, ve které přišel. ' +
    'Když to nepomůže, napište nám a pošleme vám nový:',
  home: 'Zpět na úvodní stránku',
});
