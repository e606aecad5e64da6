/** Who runs the site. The owner renames the brand and fills in the controller here and nowhere else. */
export const site = {
  brand: 'Callwright AI',
  /** Where visitors write when the form cannot reach us. */
  contactMail: 'hello@callwright.example',
  /** Who answers for personal data, as shown in the privacy notice. */
  controller: {
    name: 'Callwright AI',
    address: 'Registered office: to be filled in by the owner',
    mail: 'privacy@callwright.example',
  },
  /** First year of the copyright line. */
  since: 2026,
} as const;
