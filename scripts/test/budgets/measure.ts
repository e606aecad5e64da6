import type { Page } from '@playwright/test';

/** The framework's own weight; `npm run measure` compares with what it is today. */
export const FRAMEWORK_BYTES = 132 * 1024;

/** The windows that the landing page is measured in. */
export const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** Measures the sections of the open landing page, in px, by the names of their budgets. */
export async function measureHeights(
  page: Page,
  window: { width: number; height: number },
): Promise<Record<string, number>> {
  await page.setViewportSize(window);
  const { sections, total } = await page.evaluate(() => ({
    sections: Array.from(document.querySelectorAll('main section[id], footer'), (section) => ({
      name: section.id ? `#${section.id}` : 'footer',
      px: section.getBoundingClientRect().height,
    })),
    total: document.documentElement.scrollHeight,
  }));
  const outside = total - sections.reduce((sum, { px }) => sum + px, 0);
  return Object.fromEntries(
    [...sections, { name: 'outside of sections', px: outside }].map(({ name, px }) => [
      `${name} at ${window.width} px`,
      Math.ceil(px),
    ]),
  );
}
