import { personalClaims } from './claims';
import { addCzechSpaces } from './czech-spaces';
import { site } from './site';

export const personalCopyCs = addCzechSpaces({
  meta: { title: `Ukázka AI asistenta | ${site.shortBrand}` },
  home: `${site.shortBrand}, zpět na úvodní stránku`,
  /** The name follows after a comma; inside a sentence, Czech would inflect it. */
  greeting: 'Dobrý den',
  subtitle: 'Tady je váš AI telefonní asistent.',
  description:
    'Zavolejte mu přímo z prohlížeče, stačí mikrofon. Zeptejte se ho na to, na co se ptají ' +
    'vaši zákazníci, a posuďte sami, jak si vede.',
  /** Replaces the description while no call is possible. */
  withoutCall: 'Tady byste s ním mluvili přímo v prohlížeči. Teď to ale nejde.',
  callHeading: 'Ukázkový hovor',
  notes: personalClaims.map(({ icon, text }) => ({ icon, text: text.cs })),
  steps: {
    title: 'Když zahájíte hovor',
    list: [
      { icon: 'microphone' as const, text: 'Prohlížeč se zeptá na mikrofon.' },
      { icon: 'phone' as const, text: 'AI se ozve do několika sekund.' },
      { icon: 'hang-up' as const, text: 'Hovor ukončíte, kdykoli budete chtít.' },
    ],
  },
  /** `site.phone` follows. */
  phone: 'Nebo nám zavolejte:',
  privacy: { before: 'Jak zacházíme s údaji:', link: 'ochrana osobních údajů' },
  /** The landing page has no Czech version. */
  landing: {
    before: 'Více o nás se dočtete',
    link: 'na úvodní stránce',
    href: '/',
    after: ', zatím jen anglicky.',
  },
  withoutScript:
    'Hovor potřebuje JavaScript, který je v tomto prohlížeči vypnutý. Napište nám raději:',
  /** A link to the form, which is English. */
  contactForm: 'Kontaktní formulář (anglicky)',
  unavailable: {
    description:
      'Tady byste mluvili se svým AI telefonním asistentem, přímo v prohlížeči. Odkaz, ' +
      'se kterým jste přišli, ale neříká, který asistent je váš.',
    title: 'Demo není dostupné.',
    text: 'Chybí konfigurace AI asistenta.',
    help: 'Odkaz je možná neúplný. Napište nám a pošleme vám nový:',
  },
  afterCall: {
    thanks: {
      title: 'Děkujeme za vyzkoušení!',
      text: 'Kdy by se vám hodil krátký 15minutový hovor? Dejte nám prosím vědět.',
    },
    booking: 'Vybrat termín',
    mail: 'Napsat e-mail',
    subject: 'Ukázka AI asistenta',
  },
  /** These texts are specified (docs/behaviour.md, section 8). */
  visit: {
    lookupFailed: 'Chyba při ověřování záznamu',
    updateFailed: 'Chyba při aktualizaci návštěvy',
    failed: 'Chyba při sledování návštěvy',
  },
});

export type PersonalCopy = typeof personalCopyCs;
export type AfterCallCopy = PersonalCopy['afterCall'];
