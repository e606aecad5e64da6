import type { Language } from '@/lib/language';
import { SERVICE_TYPES, type ServiceType } from '@/lib/services';
import { addCzechSpaces } from './czech-spaces';
import { en } from './en';
import { personalCopyCs } from './personal-cs';
import { serviceCardsEn } from './services-en';

const footerEn = {
  ...en.footer,
  home: en.header.home,
  button: en.actions.getStartedToday,
  privacyHref: '/privacy',
};

const servicesCs: Readonly<Record<ServiceType, string>> = {
  'ai-customer-support': 'Zákaznická podpora s AI',
  'crm-integrations': 'Napojení na CRM',
  'appointment-scheduling': 'Plánování schůzek',
  other: 'Řešení na míru',
};

export type FooterCopy = typeof footerEn;

/** The footer of the pages in each language; what it links to is English. */
export const FOOTER_TEXTS: Readonly<Record<Language, FooterCopy>> = {
  en: footerEn,
  cs: addCzechSpaces({
    home: personalCopyCs.home,
    blurb: 'Automatizace firemních procesů pomocí AI.',
    linksTitle: 'Rychlé odkazy',
    links: [
      { label: 'Úvod', href: '#home' },
      { label: 'Řešení', href: '#features' },
      { label: 'Hlavní funkce', href: '#demo' },
      { label: 'AI telefonní asistent', href: '#phone-caller' },
      { label: 'Časté dotazy', href: '#questions' },
    ],
    servicesTitle: 'Služby',
    services: SERVICE_TYPES.filter((service) => serviceCardsEn[service]).map((service) => ({
      label: servicesCs[service],
      href: '#demo',
    })),
    customSolutions: servicesCs.other,
    button: 'Začněte ještě dnes',
    closing: 'Až budete chtít, jsme tu.',
    rights: 'Všechna práva vyhrazena.',
    companyNumber: 'IČO',
    privacy: 'Ochrana osobních údajů',
    privacyHref: '/privacy#cs',
  }),
};
