/** When each page's texts last changed, for the sitemap. A test compares `hash` with the texts. */
export const lastChanged = {
  '/': { date: '2026-11-27', hash: 'a29b1ecfcb76' },
  '/privacy': { date: '2026-11-27', hash: 'fcdd5a6b82c1' },
} as const;
