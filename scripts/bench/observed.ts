import type { Browser, Page } from '@playwright/test';
import { openSlowPage } from './browser';
import { press } from './gestures';
import { sendRequest } from './visits';

declare global {
  interface Window {
    observed: { value: number; what: string }[];
  }
}

/** Collects layout shifts without an input, or interactions, in `window.observed`. */
async function observePerformance(page: Page, type: 'layout-shift' | 'event'): Promise<void> {
  await page.addInitScript((kind) => {
    window.observed = [];
    type Entry = PerformanceEntry & {
      value: number;
      hadRecentInput?: boolean;
      interactionId?: number;
      target?: Element | null;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) {
        if (kind === 'event' && entry.interactionId) {
          const what = `${entry.name} on ${entry.target?.id || entry.target?.textContent}`;
          window.observed.push({ value: entry.duration, what });
        }
        if (kind === 'layout-shift' && !entry.hadRecentInput)
          window.observed.push({ value: entry.value, what: kind });
      }
    }).observe({ type: kind, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  }, type);
}

/** Measures the layout shift of a visit: loading, scrolling through, opening every dialog. */
export async function measureLayoutShift(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 }, hasTouch: true });
  await observePerformance(page, 'layout-shift');
  await page.goto(url, { waitUntil: 'networkidle' });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 400) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
    await page.waitForTimeout(100);
  }
  for (const opener of await page.locator('main [command="show-modal"]:visible').all()) {
    await opener.click();
    await page.waitForTimeout(300);
    await page.keyboard.press('Escape');
  }
  if (await page.locator('#contact-dialog').count()) {
    await sendRequest(page);
    await press(page, '#success-dialog button');
  }
  const shift = await page.evaluate(() =>
    window.observed.reduce((sum, { value }) => sum + value, 0),
  );
  await page.close();
  return shift;
}

/**
 * Measures the longest interaction of a visit at 4× CPU, by event timing: ms, in steps of 8.
 *
 * @param prepare changes the page before anything is loaded
 */
export async function measureWorstInteraction(
  browser: Browser,
  url: string,
  visit: (page: Page) => Promise<void>,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<number> {
  const page = await openSlowPage(browser, false);
  await observePerformance(page, 'event');
  await prepare?.(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  await visit(page);
  const interactions = await page.evaluate(() => window.observed);
  if (interactions.length === 0) throw new Error('No interaction was observed.');
  const slowest = interactions.reduce((most, one) => (one.value > most.value ? one : most));
  console.log(`  ${new URL(url).host}: ${slowest.value} ms, ${slowest.what}`);
  await page.context().close();
  return slowest.value;
}
