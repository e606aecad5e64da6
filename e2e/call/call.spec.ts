import { devices } from '@playwright/test';
import { TEXTS } from '@/lib/content/languages';
import lines from '@/local/voice/lines.json' with { type: 'json' };
import { english, languages, test } from './call-page';
import { stopClock, waitUntilSettled } from '../support/loading';
import { matchAny } from '../support/match-any';
import { expect, long } from '../support/test';

for (const language of languages) {
  const { code, spoken, copy } = language;
  // In Czech the personal page's journey is the quick one (outreach/call.spec.ts).
  test.describe(code, language === english ? {} : long, () => {
    test.use({ language });

    test('a whole conversation is shown to its last word', long, async ({ call }) => {
      await call.startLive('brief');
      await expect(call.widget.getByText(copy.speaking, { exact: true })).toBeVisible();

      const captions = call.widget.getByRole('region', { name: copy.captions, exact: true });
      const log = captions.getByRole('log');
      const script = lines[spoken];
      const said = [script.greeting, script.answer, script.goodbye].map(
        ([sentence]) => `${copy.speakers.assistant}: ${sentence}`,
      );
      const words = `${copy.speakers.visitor}: ${script.visitor[0]}`;
      const [greeting = '', answer = '', goodbye = ''] = said;
      await expect(log.getByRole('paragraph')).toHaveText([greeting]);
      await expect(call.widget.getByText(copy.listening, { exact: true })).toBeVisible();
      await expect(call.stage).toContainText(call.endReason, {
        timeout: 60_000,
      });
      // What was said can still be read.
      const receipt = call.widget.getByRole('region', { name: copy.captions, exact: true });
      await expect(receipt.locator('[lang]').last().getByRole('paragraph')).toHaveText([
        greeting,
        words,
        answer,
        words,
        goodbye,
      ]);
      await call.expectReady();
      await call.expectReleased();
    });

    test('a call can follow one that the assistant ended', async ({ page, call }) => {
      await call.startWithStoppedClock('hung-up');
      await page.clock.resume();
      await expect(call.stage).toContainText(call.endReason);
      await call.expectReady();
      await expect(call.getButton(copy.start)).toBeFocused();
      await call.expectReleased();

      const thanks = page.getByText(TEXTS[code].page.afterCall.thanks.title, { exact: true });
      await expect(thanks).toHaveCount(language === english ? 0 : 1);
      await stopClock(page);
      await call.reachLiveOnStoppedClock();
      await expect(thanks).toHaveCount(0);
      expect(await call.readRooms()).toEqual({ joining: 2, joined: 2, inRoom: 1 });
    });

    test('a call that its device has slept through is over when it wakes up', async ({
      page,
      call,
    }) => {
      await page.clock.install();
      await call.startLive('silent');
      const timer = call.widget.getByRole('timer');
      await timer.evaluate((element) => {
        const { dataset } = document.documentElement;
        dataset.shownTimes = '';
        const recordTime = () => void (dataset.shownTimes += ` ${element.textContent}`);
        recordTime();
        new MutationObserver(recordTime).observe(element, { childList: true, subtree: true });
      });
      // The clock goes on, and no timer runs meanwhile, not even the provider's.
      await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 3_600_000);
      await expect(call.stage).toContainText(copy.endedBy['time-limit']);
      const formatLength = (minutes: string, seconds: string) =>
        copy.receipt.minutes.replace('{minutes}', minutes).replace('{seconds}', seconds);
      // The time limit counts from joining the room, shortly before the call is live.
      const lengths = [formatLength('5', '0'), formatLength('4', '59')];
      await expect(call.stage).toContainText(matchAny(lengths));
      const shownTimes = await page.evaluate(() => document.documentElement.dataset.shownTimes);
      expect(shownTimes).not.toMatch(/0[6-9]:|[1-9]\d:|05:0[1-9]|05:[1-5]/);
      await call.expectReady();
      await call.expectReleased();
    });

    test('leaving the page ends the call and closes the microphone', async ({ page, call }) => {
      await call.startLive('silent');
      await page.evaluate(() => {
        // Registered last, so that it runs after the widget's own.
        window.addEventListener('pagehide', () => {
          const states = window.calls.tracks.map(({ readyState }) => readyState);
          sessionStorage.setItem('left-with', states.join(' '));
        });
      });
      await page.goto('/privacy');
      const leftWith = await page.evaluate(() => sessionStorage.getItem('left-with'));
      expect(leftWith).toMatch(/^ended( ended)*$/);
      await page.goBack();
      // The first attempt may fail while the widget replaces its placeholder.
      await expect(() => call.widget.scrollIntoViewIfNeeded({ timeout: 1_000 })).toPass();
      await expect(call.stage).toContainText(copy.ready);
      await call.expectReleased();
    });
  });
}

for (const [name, device, form] of [
  ['Android', devices['Pixel 7'], long],
  ['iPhone', devices['iPhone 14'], {}],
] as const) {
  test.describe(`on ${name}`, form, () => {
    const { userAgent = '', viewport, deviceScaleFactor, hasTouch, isMobile } = device ?? {};
    test.use({
      userAgent,
      viewport: viewport ?? null,
      deviceScaleFactor: deviceScaleFactor ?? 1,
      hasTouch: hasTouch ?? true,
      isMobile: isMobile ?? true,
    });

    test('a call works by touch', async ({ call, expectedErrors }) => {
      const { copy } = english;
      // On a phone the SDK runs without its noise filter, and logs that as an error.
      expectedErrors.push('platform-unsupported input processor');
      await call.open('silent');
      await call.getButton(copy.start).tap();
      await call.expectLive();
      await call.getButton(copy.mute).tap();
      expect(await call.listOpenTracks()).toEqual([{ enabled: false }]);
      await call.getButton(copy.end).tap();
      await call.expectReady();
      await call.expectReleased();
    });
  });
}

test('the voice SDK and its settings are requested once the widget is near', async ({
  page,
  call,
}) => {
  const requestedPaths: string[] = [];
  const scripts: Promise<string>[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text());
  });
  const countSdkRequests = async () =>
    (await Promise.all(scripts)).filter((text) => text.includes('iframe-call-message')).length;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await waitUntilSettled(page);
  expect(await countSdkRequests()).toBe(0);
  expect(requestedPaths.filter((path) => path.startsWith('/api/call'))).toEqual([]);

  await page.locator('#phone-caller').scrollIntoViewIfNeeded();
  await expect(call.stage).toContainText(call.copy.ready);
  expect(await countSdkRequests()).toBeGreaterThan(0);
  expect(requestedPaths).toContain('/api/call');
});
