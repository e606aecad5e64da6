/** Contact address; also the From of outgoing mail. */
export const contactMail = 'hello@callwright.example';

/** Who runs the site; the brand and the controller of personal data are named here and nowhere else. */
export const site = {
  brand: 'Callwright AI',
  contactMail,
  /** The controller of personal data in the privacy notice. */
  controller: {
    name: 'Callwright AI',
    /** Registered office; left out of the notice while empty. */
    address: '',
    mail: 'privacy@callwright.example',
  },
  /** Who leads the strategy sessions; not shown while the name is empty. */
  person: { name: '', role: '' },
  /** Shown in the footer with the registered office; left out while empty. */
  companyNumber: '',
  /** What a typical project costs, in a sentence; the question about it is left out while empty. */
  price: '',
  /** Tools that were connected before, by name; left out while empty. */
  tools: [] as readonly string[],
  /** Who runs the mail server of ALERT_SMTP_URL, as the privacy notice names it. */
  mailProvider: { en: 'our mail provider', cs: 'náš poskytovatel e-mailu' },
  /** First year of the copyright line. */
  since: 2026,
};
