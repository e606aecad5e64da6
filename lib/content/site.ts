/** Who runs the site; the brand and the controller of personal data are named here and nowhere else. */
export const site = {
  brand: 'Callwright AI',
  /** Where visitors write when the form cannot reach us, and what mails come from. */
  contactMail: 'hello@callwright.example',
  /** The controller of personal data in the privacy notice. */
  controller: {
    name: 'Callwright AI',
    /** Registered office; left out of the notice while empty. */
    address: '',
    mail: 'privacy@callwright.example',
  },
  /** Who runs the mail server of ALERT_SMTP_URL, as the privacy notice names it. */
  mailProvider: { en: 'our mail provider', cs: 'náš poskytovatel e-mailu' },
  /** First year of the copyright line. */
  since: 2026,
};
