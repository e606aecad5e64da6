/**
 * When the words of each listed page last changed, for the sitemap. A test compares `hash` with the words and asks for a
 * new date when they differ.
 */
export const lastChanged = {
  '/': { date: '2026-11-23', hash: '58d465ba6e08' },
  '/privacy': { date: '2026-11-23', hash: '718edf4d0789' },
} as const;
