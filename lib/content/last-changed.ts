/**
 * When each page that may be found last changed, for the sitemap. The build's own date would be a lie to
 * crawlers: a test compares `print` with the words of the page and asks for a new date when they differ.
 */
export const lastChanged = {
  '/': { date: '2026-11-20', print: '871f8a4ec222' },
  '/privacy': { date: '2026-11-20', print: 'adfe31273a56' },
} as const;
