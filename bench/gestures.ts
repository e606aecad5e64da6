import type { Page } from '@playwright/test';

/**
 * A visitor's press: bring the control into sight, look at it, tap it, look what happens. Neither Playwright's own `tap`
 * nor its locators: they put listeners of their own on every touch, whose work would be taken for the page's.
 */
export async function press(page: Page, selector: string): Promise<void> {
  await page.evaluate((control) => {
    document.querySelector(control)?.scrollIntoView({ behavior: 'instant', block: 'nearest' });
  }, selector);
  await page.waitForTimeout(500);
  await tap(page, selector);
  await page.waitForTimeout(500);
}

/** How long a finger stays on the glass, in ms: what its coming down causes is another frame's work than its leaving. */
const TOUCH = 80;

/** A finger touches the screen where the control is, whatever its state. */
export async function tap(page: Page, selector: string): Promise<void> {
  const center = await page.evaluate((control) => {
    const box = document.querySelector(control)?.getBoundingClientRect();
    return box && box.width > 0 && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, selector);
  if (!center) throw new Error(`${selector} is not on the screen.`);
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [center] });
  await page.waitForTimeout(TOUCH);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/**
 * Waits until something matches.
 *
 * @throws when nothing has after half a minute
 */
export async function until(page: Page, selector: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await page.evaluate((wanted) => Boolean(document.querySelector(wanted)), selector)) return;
    await page.waitForTimeout(100);
  }
  throw new Error(`${selector} did not come.`);
}
