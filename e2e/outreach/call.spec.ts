import type { Page } from '@playwright/test';
import { callCopyCs } from '@/lib/content/call-cs';
import { callCopyEn } from '@/lib/content/call-en';
import { contactCopyEn } from '@/lib/content/contact-en';
import { en } from '@/lib/content/en';
import { ERROR_TEXTS } from '@/lib/content/errors';
import { personalCopyCs } from '@/lib/content/personal-cs';
import { site as us } from '@/lib/content/site';
import { refuseCalls, routeCalls } from '../call/call-page';
import { countMicrophoneRequests, recordCalls } from '../call/recorder';
import { expectAccessible } from '../accessibility/expect-accessible';
import { expect, long } from '../support/test';
import {
  expectNoOverflow,
  personalPath,
  openPersonal,
  recordStates,
  REPLY,
  getStartButton,
  test,
  getBookingLink,
} from './outreach-page';

test.describe('the call', () => {
  test('is Czech from the greeting to the thanks', async ({ page, faultySite }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openPersonal(page, 'silent-cs-instant', faultySite.url);
    await expect(page.getByText(callCopyCs.ready, { exact: true }).first()).toBeVisible();
    await expectCzech(page);
    await expectNoOverflow(page);

    await getStartButton(page).click();
    await expect(page.getByText(callCopyCs.active, { exact: true }).first()).toBeVisible();
    await expectCzech(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: callCopyCs.end, exact: true }).click();

    const { thanks } = personalCopyCs.afterCall;
    await expect(
      page.getByRole('status').getByText(thanks.title, { exact: true }),
    ).toBeInViewport();
    await expect(page.getByText(thanks.text, { exact: true })).toBeVisible();
    await expect(getBookingLink(page)).toHaveAttribute('href', REPLY);
    await expectCzech(page);
    await expectNoOverflow(page);
  });

  for (const [what, press, form] of [
    ['a click', (page: Page) => getStartButton(page).click(), long],
    ['a key', (page: Page) => getStartButton(page).press('Enter'), long],
    // Without a move of the pointer before it, as by a finger or by assistive technology.
    ['a bare click', (page: Page) => getStartButton(page).dispatchEvent('click'), {}],
  ] as const) {
    test(
      `changes from “ready” directly to “connecting” after ${what}`,
      form,
      async ({ page, faultySite }) => {
        const states = await recordStates(page);
        await openPersonal(page, 'silent-cs-instant', faultySite.url);
        await expect(page.getByText(callCopyCs.ready, { exact: true })).toBeVisible();
        await press(page);
        await expect(page.getByText(callCopyCs.active, { exact: true }).first()).toBeVisible();
        const { initialising, ready, connecting, active } = callCopyCs;
        expect(await states()).toEqual([initialising, ready, connecting, active]);
      },
    );
  }

  test.describe('that fails', () => {
    // The voice SDK reports to its vendor, which the policy blocks.
    test.use({ expectedErrors: ['sentry.io'], expectedViolations: ['sentry.io'] });

    test('offers an appointment and reveals the name in no request', async ({
      page,
      faultySite,
    }) => {
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.isNavigationRequest()) return;
        const headers = JSON.stringify(request.headers());
        sent.push(`${request.url()} ${headers} ${request.postData() ?? ''}`);
      });
      await openPersonal(page, 'no-room-cs-instant', faultySite.url);
      await getStartButton(page).click();
      await expect(page).toHaveURL(/outreach\?vapi_assistant_id=no-room-cs-instant$/);
      await expect(getBookingLink(page)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        `${personalCopyCs.greeting}, Jan Novák`,
      );
      await expectCzech(page);
      await expectAccessible(page);
      expect(sent.length).toBeGreaterThan(3);
      expect(sent.filter((text) => /Nov(á|%C3%A1)k|Quokka/i.test(text))).toEqual([]);
    });
  });

  test.describe('that breaks', () => {
    test.use({ expectedErrors: ['sentry.io'], expectedViolations: ['sentry.io'] });

    test('shows its error and the way on, and the thanks below', async ({ page, faultySite }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await openPersonal(page, 'network-lost-cs-instant', faultySite.url);
      await getStartButton(page).click();
      await expect(page.getByText(callCopyCs.active, { exact: true }).first()).toBeVisible();
      const stage = page.locator('.stage');
      const { y: topWhenLive } = (await stage.boundingBox())!;
      const error = stage.getByRole('heading', { name: callCopyCs.errorTitle, exact: true });
      await expect(error).toBeInViewport();
      const { message } = callCopyCs.failures['connection-lost'];
      await expect(stage.getByRole('status').getByText(message, { exact: true })).toBeInViewport();
      await expect(
        stage.getByRole('button', {
          name: callCopyCs.failures.unknown.button!.label,
          exact: true,
        }),
      ).toBeFocused();
      const thanks = stage.getByRole('heading', {
        name: personalCopyCs.afterCall.thanks.title,
        exact: true,
      });
      await expect(thanks).toBeVisible();
      const reply = getBookingLink(stage);
      await expect(reply).toHaveAttribute('href', REPLY);
      const tops = await Promise.all(
        [error, thanks, reply].map(async (part) => (await part.boundingBox())!.y),
      );
      expect(tops).toEqual(tops.toSorted((a, b) => a - b));
      expect((await stage.boundingBox())!.y).toBeCloseTo(topWhenLive, 0);
      await expect(stage.locator('.stage-controls [role="group"]')).toHaveCount(0);
      await expectCzech(page);
      await expectAccessible(page);
      await expectNoOverflow(page);
    });
  });

  test.describe('that is not allowed', () => {
    async function expectOfferOnly(page: Page, sentence: string) {
      await expect(page.getByText(sentence, { exact: true })).toBeVisible();
      const reply = getBookingLink(page);
      await expect(reply).toHaveAttribute('href', REPLY);
      await expectCzech(page);
    }

    async function expectNoInvitation(page: Page) {
      await expect(page.getByText(personalCopyCs.description, { exact: true })).toBeHidden();
      await expect(page.getByText(personalCopyCs.withoutCall, { exact: true })).toBeVisible();
    }

    test.beforeEach(({ page }) => recordCalls(page));

    test('over budget offers an appointment', async ({ page, faultySite, expectedErrors }) => {
      expectedErrors.push('/api/call');
      await refuseCalls(page, 'calls_spent');
      await openPersonal(page, 'silent-cs-instant', faultySite.url);
      await expect(page.getByText(callCopyCs.ready, { exact: true })).toBeVisible();
      await expect(page.getByText(personalCopyCs.description, { exact: true })).toBeVisible();
      await expect(page.getByText(personalCopyCs.withoutCall, { exact: true })).toBeHidden();
      await getStartButton(page).click();
      await expectOfferOnly(page, callCopyCs.failures['calls-spent'].message);
    });

    test('with an unknown assistant is never ready and offers an appointment', async ({
      page,
      faultySite,
    }) => {
      const states = await recordStates(page);
      await page.goto(`${faultySite.url}${personalPath}nobody-has-this`);
      await expectOfferOnly(page, callCopyCs.failures['assistant-unknown'].message);
      expect(await countMicrophoneRequests(page)).toBe(0);
      await expectNoInvitation(page);
      await expect(getStartButton(page)).toHaveCount(0);
      expect(await states()).not.toContain(callCopyCs.ready);
    });

    test('with calls switched off is never ready and offers an appointment', async ({
      page,
      faultySite,
    }) => {
      await routeCalls(page, 'GET', async (route) => {
        const response = await route.fetch();
        const config = (await response.json()) as object;
        await route.fulfill({ response, json: { ...config, refusal: 'calls_off' } });
      });
      await openPersonal(page, 'silent-cs-instant', faultySite.url);
      await expectOfferOnly(page, callCopyCs.failures['calls-off'].message);
      expect(await countMicrophoneRequests(page)).toBe(0);
      await expectNoInvitation(page);
      await expect(getStartButton(page)).toHaveCount(0);
    });
  });

  test('offers an e-mail where there is no booking page', async ({ page }) => {
    await openPersonal(page, 'hung-up-cs-instant');
    await getStartButton(page).click();
    await expect(
      page.getByText(personalCopyCs.afterCall.thanks.text, { exact: true }),
    ).toBeVisible();
    await expect(
      page.getByRole('link', { name: personalCopyCs.afterCall.mail, exact: true }),
    ).toHaveAttribute(
      'href',
      `mailto:${us.contactMail}?subject=${encodeURIComponent(personalCopyCs.afterCall.subject)}`,
    );
  });
});

/** Every string of the English content, without those that are a name or the same in Czech. */
const englishTexts = (function listLeaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(listLeaves) : [];
})([en, callCopyEn, contactCopyEn, ERROR_TEXTS.en])
  .map((text) => text.trim())
  .filter((text) => /[a-z]{3}/i.test(text) && !/^[#/]/.test(text) && text !== us.brand);

/** Fails where a sentence or a label of the English content is on the page, seen or only heard. */
async function expectCzech(page: Page) {
  await expect(page.locator('html')).toHaveAttribute('lang', 'cs');
  const texts = await page.evaluate(() => {
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (!parentElement?.closest('script, style, template')) found.push(textContent ?? '');
    }
    for (const element of document.body.querySelectorAll('*')) {
      for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-description']) {
        found.push(element.getAttribute(name) ?? '');
      }
    }
    return found.map((text) => text.trim()).filter(Boolean);
  });
  expect(texts.length).toBeGreaterThan(10);
  const untranslatedTexts = texts.filter((text) =>
    englishTexts.some(
      (phrase) => text === phrase || (phrase.includes(' ') && text.includes(phrase)),
    ),
  );
  expect(untranslatedTexts).toEqual([]);
}
