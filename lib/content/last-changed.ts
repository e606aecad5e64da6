/** When each page's texts last changed, for the sitemap. A test compares `hash` with the texts. */
export const lastChanged = {
  '/': { date: '2026-11-23', hash: '0a41ef0ce886' },
  '/privacy': { date: '2026-11-27', hash: '77a9496fb2b5' },
} as const;
