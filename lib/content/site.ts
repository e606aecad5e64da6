/** Who runs the site. The owner renames the brand and fills in the controller here and nowhere else. */
export const site = {
  brand: 'Callwright AI',
  /** Where visitors write when the form cannot reach us. */
  contactMail: 'hello@callwright.example',
  /** Who answers for personal data, as shown in the privacy notice. */
  controller: {
    name: 'Callwright AI',
    /** Registered office; left out of the notice while empty. */
    address: '',
    mail: 'privacy@callwright.example',
  },
  /** First year of the copyright line. */
  since: 2026,
};
