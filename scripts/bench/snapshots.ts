import type { Browser, Page } from '@playwright/test';
import { contactCopyEn } from '../../lib/content/contact-en';
import type { PageSnapshots } from './bare-page';
import { phone } from './browser';
import { press, waitForSelector } from './gestures';
import { CALL_BUTTON, sendRequest } from './visits';

/** Uses the product once, and records the markup that it shows in response. */
export async function recordSnapshots(browser: Browser, url: string): Promise<PageSnapshots> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  let success = '';
  if (await page.locator('#contact-dialog').count()) {
    await sendRequest(page);
    success = await page.locator('#success-dialog').innerHTML();
    await press(page, '#success-dialog button');
  }
  await page.locator(CALL_BUTTON).scrollIntoViewIfNeeded();
  await waitForSelector(page, `${CALL_BUTTON}:not([aria-disabled])`);
  const readPanel = () => page.locator(`[role="group"]:has(${CALL_BUTTON})`).innerHTML();
  const ready = await readPanel();
  const started = await recordFirstChange(page);
  await waitForSelector(page, '[role="timer"]');
  const live = await readPanel();
  const ended = await recordFirstChange(page);
  await context.close();
  return { call: [ready, started, live, ended], submitting: contactCopyEn.submitting, success };
}

/** Presses the call's button and records the first change. As text: tsx would add a helper. */
async function recordFirstChange(page: Page): Promise<string> {
  await page.evaluate(`
    window.firstLook = '';
    addEventListener('click', () => {
      const panel = document.querySelector('${CALL_BUTTON}').closest('[role="group"]');
      // Only changes after the press count.
      const watch = new MutationObserver(() => {
        watch.disconnect();
        window.firstLook = panel.innerHTML;
      });
      watch.observe(panel, { subtree: true, childList: true, characterData: true, attributes: true });
    }, { capture: true, once: true });
  `);
  await press(page, CALL_BUTTON);
  return String(await (await page.waitForFunction('window.firstLook')).jsonValue());
}
