import type { Page } from '@playwright/test';
import { press, waitForSelector } from './gestures';

/** The button that starts, cancels and ends a call. */
export const CALL_BUTTON = '[data-call-main]';

/** Does what a visitor does on the landing page: menu, dialog, typing, sending, calling. */
export async function visitLanding(page: Page): Promise<void> {
  await press(page, '.menu-toggle');
  await press(page, '.menu-toggle');
  await sendRequest(page);
  await press(page, '#success-dialog button');
  await startCall(page);
}

/** Does what a visitor does on the personal page: starts a call and ends it. */
export async function visitOutreach(page: Page): Promise<void> {
  await startCall(page);
  await press(page, CALL_BUTTON);
}

/** Starts a call, and waits until it can be seen. */
async function startCall(page: Page): Promise<void> {
  await press(page, CALL_BUTTON);
  await waitForSelector(page, '[role="timer"]');
}

/** Opens the contact dialog, fills it in as a person would, and sends it. */
export async function sendRequest(page: Page): Promise<void> {
  await press(page, '#home [command="show-modal"]');
  await page.evaluate(() => {
    const list = document.querySelector<HTMLSelectElement>('#contact-service');
    if (!list) throw new Error('There is no list of services.');
    list.selectedIndex = 1;
    for (const type of ['input', 'change']) list.dispatchEvent(new Event(type, { bubbles: true }));
  });
  await press(page, '#contact-email');
  await page.keyboard.type(`visitor-${crypto.randomUUID()}@example.com`, { delay: 20 });
  await press(page, '#contact-message');
  await page.keyboard.type('We copy leads by hand.', { delay: 20 });
  await press(page, '#contact-dialog [type="submit"]');
  await waitForSelector(page, '#success-dialog[open]');
}
