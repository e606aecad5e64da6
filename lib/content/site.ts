import type { Language } from '@/lib/language';

/** Where visitors write to us; also the sender of outgoing mail. */
export const contactMail = 'hello@callwright.example';

const brand = 'Callwright AI';

/** What the logo and a phone's home screen show: a shorter name if the brand is long. */
export const shortBrand = brand;

/** Facts about the operator. Empty ones are left out of the pages. */
export const site = {
  brand,
  shortBrand,
  contactMail,
  /** The company: controller of personal data, holder of the copyright, legal name. */
  controller: {
    name: 'Callwright AI',
    /** The registered office. */
    address: '',
    mail: 'privacy@callwright.example',
  },
  /** Leads the strategy sessions. `photo`: a square picture in `public`, as in '/person.jpg'. */
  person: { name: '', role: '', photo: '' },
  companyNumber: '',
  /** What the law wants to be known about the company, line by line, for `/privacy#imprint`. */
  imprint: [] as readonly string[],
  /** A number to dial, with the code of its country: '+420 123 456 789'. */
  phone: '',
  /** A sentence about what a typical project costs. */
  price: '',
  /** Tools that the assistant was connected to before. `mark`: a picture in `public`, or ''. */
  tools: [] as readonly { name: string; mark: string }[],
  /** A recorded call, and its words as WebVTT: files in `public`, as in '/sample.mp3'. */
  sample: { audio: '', captions: '' },
  /** Runs the mail server of ALERT_SMTP_URL, in the privacy notice. */
  mailProvider: {
    en: 'our mail provider',
    cs: 'náš poskytovatel e-mailu',
  } satisfies Record<Language, string>,
  /** Supervises the controller, in the privacy notice. `address` is of the web, without https. */
  authority: {
    en: {
      name: 'the Office for Personal Data Protection of the Czech Republic',
      address: 'uoou.gov.cz',
    },
    cs: { name: 'Úřad pro ochranu osobních údajů', address: 'uoou.gov.cz' },
  } satisfies Record<Language, { name: string; address: string }>,
  /** The first year of the copyright line. */
  since: 2026,
};
