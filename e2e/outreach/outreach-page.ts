import type { Locator, Page } from '@playwright/test';
import { callCopyCs } from '@/lib/content/call-cs';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { addProspect } from '../support/database';
import { startFaultySite, type FaultySite } from '../support/faulty-site';
import { usePersonUserAgent, expect, test as base } from '../support/test';

export const REPLY = 'https://booking.example/callwright';

/** One more site per worker, with its own voice provider and a database that can be broken. */
export const test = base.extend<object, { faultySite: FaultySite }>({
  launchOptions: [usePersonUserAgent, { scope: 'worker' }],
  // Animations are not under test here, and drawing them takes most of the machine.
  contextOptions: { reducedMotion: 'reduce' },
  faultySite: [
    async ({}, use) => {
      const site = await startFaultySite({ OUTREACH_REPLY_URL: REPLY });
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
});

export const personalPath =
  '/outreach?contact_name=Jan%20Nov%C3%A1k&company_name=Quokka&vapi_assistant_id=';
/**
 * Opens the page of a prospect with this assistant, on a site of the test's own or the shared one.
 */
export async function openPersonal(page: Page, assistantId: string, site = '') {
  await addProspect(assistantId);
  await page.goto(`${site}${personalPath}${assistantId}`);
}
/** The way to an appointment after a call, or in place of one. */
export const getBookingLink = (part: Page | Locator) =>
  part.getByRole('link', { name: personalCopyCs.afterCall.booking, exact: true });
export const getStartButton = (page: Page) =>
  page.getByRole('button', { name: callCopyCs.start, exact: true });
export const getBanner = (page: Page) => page.getByRole('main').getByRole('alert');

export function recordVisits(page: Page) {
  const visits: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/visit')) visits.push(request.postDataJSON());
  });
  return visits;
}

/** Records the texts of the call's state. Returns a function that lists them in order. */
export async function recordStates(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const states: string[] = [];
    Object.assign(window, { states });
    new MutationObserver(() => {
      const text = document.querySelector('.stage [role="status"]')?.textContent;
      if (text && states.at(-1) !== text) states.push(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { states: string[] }).states);
}

export async function expectNoOverflow(page: Page) {
  const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflowPx).toBeLessThanOrEqual(0);
}
