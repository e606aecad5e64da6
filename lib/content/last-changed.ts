/** When each page's texts last changed, for the sitemap. A test compares `hash` with the texts. */
export const lastChanged = {
  '/': { date: '2026-11-23', hash: '0a41ef0ce886' },
  '/privacy': { date: '2026-11-23', hash: '718edf4d0789' },
} as const;
