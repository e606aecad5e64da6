import { expect, type Locator, type Page, type Route } from '@playwright/test';

/** Holds back requests to an address. Returns a function that lets them and all later ones pass. */
export async function holdBack(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const hold = async (route: Route) => {
    await released;
    // The page may have aborted the request.
    await route.continue().catch(() => undefined);
  };
  await page.route(url, hold);
  return release;
}

/** Holds back the page's scripts, so that React cannot start. */
export const holdBackScripts = (page: Page) => holdBack(page, '**/_next/static/chunks/*.js');

export const hasReactRoot = (page: Page) =>
  page.evaluate(() => Object.keys(document).some((key) => key.startsWith('__reactContainer')));

/**
 * Waits until React has hydrated an element. A form sent earlier is posted natively, which
 * before-hydration.spec.ts tests.
 */
export const waitForReactHandlers = (element: Locator) =>
  expect
    .poll(() =>
      element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps'))),
    )
    .toBe(true);

/**
 * Waits until the page has painted twice and its scripts are idle. All requests that they made are
 * known by then.
 */
export const waitUntilSettled = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 5_000 })),
        );
      }),
  );

/** Waits for the typeface: one that comes late moves lines a little. */
export async function waitForTypeface(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await waitUntilSettled(page);
}

/** Opens a page, and waits until React has hydrated it and it looks as it will. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect.poll(() => hasReactRoot(page), path).toBe(true);
  await waitForTypeface(page);
}

/** Stops the clock of a page that has `page.clock`, a second from now. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
}
