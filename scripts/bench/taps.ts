import type { Browser, Page } from '@playwright/test';
import { openSlowPage } from './browser';
import { tap } from './gestures';
import { traceMainThread } from './main-thread';
import { CALL_BUTTON } from './visits';

export interface TapControl {
  name: string;
  selector: string;
  /** A selector that matches once the page responds to the tap. */
  responseSelector: string;
  /** What has to happen before the control can be tapped. */
  preparePage?: (page: Page) => Promise<unknown>;
  /** `preparePage` loads React, which starts at about the time of the tap. */
  startsReact?: true;
  /** A selector that matches once the tap has had its effect. */
  outcomeSelector?: string | undefined;
}

/** Every kind of control of `/`. */
export const tapControls: TapControl[] = [
  {
    name: 'anchor',
    selector: '#home a[href="#phone-caller"]',
    responseSelector: '#phone-caller:target',
  },
  { name: 'menu', selector: '.menu-toggle', responseSelector: ':popover-open' },
  { name: 'dialog', selector: '#home [command="show-modal"]', responseSelector: 'dialog[open]' },
  {
    name: 'form post',
    selector: '#contact-dialog [type="submit"]',
    // Marked by `markPresses` or sent by React. The errors wait for their schema.
    responseSelector: '#contact-dialog [type="submit"]:is([data-pressed], [aria-disabled])',
    startsReact: true,
    preparePage: (page) => tap(page, '#home [command="show-modal"]'),
    // The errors: with React in the dialog, without it on its own page.
    outcomeSelector: '[aria-invalid]',
  },
  {
    name: 'call start',
    selector: CALL_BUTTON,
    responseSelector: '[data-pressed], .stage-spinner',
    startsReact: true,
    preparePage: (page) =>
      page.evaluate((start) => {
        document.querySelector(start)?.scrollIntoView({ behavior: 'instant', block: 'center' });
      }, CALL_BUTTON),
    outcomeSelector: '[role="timer"]',
  },
];

/** Loads a page until 0.3 s after the first paint, or after what has to happen before the tap. */
async function loadForTap(page: Page, url: string, control: TapControl): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' });
  const isPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0;
  while (!(await page.evaluate(isPainted))) await page.waitForTimeout(10);
  await page.waitForTimeout(300);
  if (!control.preparePage) return;
  await control.preparePage(page);
  await page.waitForTimeout(300);
}

/** Traces the main thread in the half second after a tap: milliseconds by kind of work. */
export async function traceFirstTap(
  browser: Browser,
  url: string,
  control: TapControl,
): Promise<Record<string, number>> {
  const page = await openSlowPage(browser, true);
  await loadForTap(page, url, control);
  const spent = await traceMainThread(browser, page, async () => {
    await tap(page, control.selector);
    await page.waitForTimeout(500);
  });
  await page.context().close();
  return Object.fromEntries(Object.entries(spent).map(([kind, ms]) => [kind, Math.round(ms)]));
}

/**
 * Taps a control on a page of a new visitor.
 *
 * @param prepare changes the page before anything is loaded
 * @returns milliseconds from the tap to the frame that shows its response; Infinity when lost
 */
export async function measureFirstTap(
  browser: Browser,
  url: string,
  control: TapControl,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<number> {
  const page = await openSlowPage(browser, true);
  await prepare?.(page);
  await loadForTap(page, url, control);
  await page.evaluate(createResponseWatcher(control.responseSelector));
  await tap(page, control.selector);
  // Polling immediately would delay the response.
  await page.waitForTimeout(1_000);
  const returnInfinity = () => Infinity;
  const tapMs = await page
    .waitForFunction(() => sessionStorage.getItem('answered'), undefined, { timeout: 10_000 })
    .then(async (handle) => Number(await handle.jsonValue()), returnInfinity);
  const measuredMs = control.outcomeSelector
    ? await page
        .locator(control.outcomeSelector)
        .first()
        .waitFor({ timeout: 30_000 })
        .then(() => tapMs, returnInfinity)
    : tapMs;
  await page.context().close();
  return measuredMs;
}

/**
 * Stores how long the response to the next tap takes in `sessionStorage`, for the next page.
 * As text: tsx would add a helper to a function, which no page has.
 */
const createResponseWatcher = (responseSelector: string) => `
  addEventListener('pointerup', ({ timeStamp }) => {
    const checkForResponse = () => {
      // Once this frame has been laid out and painted.
      if (document.querySelector(${JSON.stringify(responseSelector)}))
        setTimeout(() => sessionStorage.setItem('answered', performance.now() - timeStamp));
      else requestAnimationFrame(checkForResponse);
    };
    requestAnimationFrame(checkForResponse);
  }, { capture: true, once: true });
`;
