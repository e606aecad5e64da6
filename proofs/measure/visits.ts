import type { Browser, Page } from '@playwright/test';
import { contactCopy } from '../../lib/content/contact-en';
import type { Looks } from './bare-page';
import { observe, phone, press, sendRequest, slowPage, until } from './browser';

/** The button that starts, gives up and ends a call. */
export const callButton = '[data-call-main]';

/** What a visitor does on `/`: menu, dialog, typing, sending, calling. */
export async function useLanding(page: Page): Promise<void> {
  await press(page, '.menu-toggle');
  await press(page, '.menu-toggle');
  await sendRequest(page);
  await press(page, '#success-dialog button');
  await startCall(page);
}

/** What one does on the personal page: starting a call, and ending it. */
export async function useOutreach(page: Page): Promise<void> {
  await startCall(page);
  await press(page, callButton);
}

/** Starts a call, and waits until it can be seen. */
async function startCall(page: Page): Promise<void> {
  await press(page, callButton);
  await until(page, '[role="timer"]');
}

/**
 * The longest interaction of a whole visit at 4× CPU, in the browser's own event timing: ms, in steps of eight.
 *
 * @param prepare changes the page before anything is loaded
 */
export async function worstInteraction(
  browser: Browser,
  url: string,
  visit: (page: Page) => Promise<void>,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<number> {
  const page = await slowPage(browser, false);
  await observe(page, 'event');
  await prepare?.(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  await visit(page);
  const seen = await page.evaluate(() => window.observed);
  if (seen.length === 0) throw new Error('No interaction was observed.');
  const slowest = seen.reduce((most, one) => (one.value > most.value ? one : most));
  console.log(`  ${new URL(url).host}: ${slowest.value} ms, ${slowest.what}`);
  await page.context().close();
  return slowest.value;
}

/** Uses the product once, and keeps what it shows in the frames that answer. */
export async function recordLooks(browser: Browser, url: string): Promise<Looks> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  let success = '';
  if (await page.locator('#contact-dialog').count()) {
    await sendRequest(page);
    success = await page.locator('#success-dialog').innerHTML();
    await press(page, '#success-dialog button');
  }
  await page.locator(callButton).scrollIntoViewIfNeeded();
  await until(page, `${callButton}:not([aria-disabled])`);
  const look = () => page.locator(`[role="group"]:has(${callButton})`).innerHTML();
  const ready = await look();
  const started = await firstLookAfterPress(page);
  await until(page, '[role="timer"]');
  const live = await look();
  const ended = await firstLookAfterPress(page);
  await context.close();
  return { call: [ready, started, live, ended], submitting: contactCopy.submitting, success };
}

/** Presses the call's button. As text: the TypeScript runner would put a helper into a function that no page has. */
async function firstLookAfterPress(page: Page): Promise<string> {
  await page.evaluate(`
    window.firstLook = '';
    addEventListener('click', () => {
      const panel = document.querySelector('${callButton}').closest('[role="group"]');
      // What changed by itself before is no answer.
      const watch = new MutationObserver(() => {
        watch.disconnect();
        window.firstLook = panel.innerHTML;
      });
      watch.observe(panel, { subtree: true, childList: true, characterData: true, attributes: true });
    }, { capture: true, once: true });
  `);
  await press(page, callButton);
  return String(await (await page.waitForFunction('window.firstLook')).jsonValue());
}
