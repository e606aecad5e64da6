import type { Page } from '@playwright/test';

/**
 * Presses like a visitor: scrolls there, waits, taps, waits. Playwright's `tap` and locators add
 * listeners to every touch, whose work would count as the page's.
 */
export async function press(page: Page, selector: string): Promise<void> {
  await page.evaluate((control) => {
    document.querySelector(control)?.scrollIntoView({ behavior: 'instant', block: 'nearest' });
  }, selector);
  await page.waitForTimeout(500);
  await tap(page, selector);
  await page.waitForTimeout(500);
}

/** In ms. Long enough that touching and leaving the screen are work of different frames. */
const TOUCH_MS = 80;

/** Touches the screen where the control is, whatever its state. */
export async function tap(page: Page, selector: string): Promise<void> {
  const center = await page.evaluate((control) => {
    const box = document.querySelector(control)?.getBoundingClientRect();
    return box && box.width > 0 && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, selector);
  if (!center) throw new Error(`${selector} is not on the screen.`);
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [center] });
  await page.waitForTimeout(TOUCH_MS);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/** Waits until an element matches, at most half a minute. */
export const waitForSelector = (page: Page, selector: string) =>
  page.waitForFunction((wanted) => document.querySelector(wanted), selector, { polling: 100 });
