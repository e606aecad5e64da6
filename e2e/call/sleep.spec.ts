import type { BrowserContext, Page } from '@playwright/test';
import { english, languages, test } from './call-page';
import { expect, long } from '../support/test';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  // The requests of a page that is offline.
  expectedErrors: ['ERR_INTERNET_DISCONNECTED'],
});

/** Hides or shows the page, as a phone does that is locked or unlocked. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(
    (value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isHidden ? 'hidden' : 'visible',
  );

async function sleepFor(ms: number, page: Page, context: BrowserContext) {
  await setHidden(page, true);
  await context.setOffline(true);
  await page.clock.fastForward(ms);
  await context.setOffline(false);
  await setHidden(page, false);
}

for (const language of languages)
  test.describe(language.code, language === english ? {} : long, () => {
    test.use({ language });
    const { copy } = language;

    test('a phone that was locked for a minute finds its call ended', async ({
      page,
      context,
      call,
    }) => {
      await page.clock.install();
      await call.startLive('silent');
      await page.clock.fastForward(12_000);
      const report = page.waitForResponse(
        (response) => response.url().endsWith('/api/call/end') && response.ok(),
      );
      await sleepFor(60_000, page, context);
      await expect(
        call.stage.getByRole('heading', { name: copy.errorTitle, exact: true }),
      ).toBeVisible();
      const { message, button } = copy.failures['connection-lost'];
      await expect(call.stage).toContainText(message);
      await expect(call.getButton(button!.label)).toBeVisible();
      // The receipt: the call's length does not include the sleep.
      await expect(call.stage).toContainText(copy.receipt.rating);
      await expect(call.stage.getByText(/^1\d\ss$/)).toBeVisible();
      await expect(call.widget.getByRole('timer')).toHaveCount(0);
      await call.expectReleased();
      await page.clock.runFor(2_000);
      await report;
      await call.press(button!.label);
      await call.expectLive();
    });
  });
