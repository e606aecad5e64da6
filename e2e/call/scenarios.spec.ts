import { en } from '@/lib/content/en';
import { getContactDialog } from '../contact/contact-form';
import { expect, long } from '../support/test';
import { test } from './call-page';

test.use({
  // Animations are not under test here, and drawing them takes most of the machine.
  contextOptions: { reducedMotion: 'reduce' },
  // The SDK reports to its vendor, which the policy blocks.
  expectedErrors: ['.ingest.sentry.io/'],
  expectedViolations: ['sentry.io'],
});

/** One of each way to fail; the unit tests of lib/call and lib/server/call have the others. */
for (const [scenario, failure, tag] of [
  ['wrong-key', 'key-rejected', {}],
  ['script-missing', 'script-blocked', long],
  ['join-refused', 'call-refused', long],
  ['microphone-denied', 'microphone-denied', {}],
  ['never-answers', 'no-answer', {}],
  ['assistant-fault', 'assistant-failed', long],
  ['network-lost', 'connection-lost', {}],
] as const)
  test(
    `${scenario} fails as ${failure}, with a way on`,
    tag,
    async ({ page, call, expectedErrors }) => {
      if (scenario === 'wrong-key') expectedErrors.push('/api/call)');
      const { copy, stage } = call;
      const { message, button } = copy.failures[failure];
      if (failure === 'no-answer') await page.clock.install();
      await call.start(scenario);
      if (failure === 'no-answer')
        await expect(async () => {
          await page.clock.fastForward(5_000);
          await expect(stage).toContainText(message, { timeout: 1_000 });
        }).toPass();
      // The SDK asks three times for a missing script before it gives up.
      await expect(
        stage.getByRole('heading', { name: copy.errorTitle, exact: true }),
      ).toBeVisible();
      await expect(stage).toContainText(message);
      if (button) await expect(call.getButton(button.label)).toBeEnabled();
      await expect(stage.getByText(copy.ready, { exact: true })).toHaveCount(0);
      await call.expectReleased();
      await call.press(en.actions.getStarted);
      await expect(getContactDialog(page)).toBeVisible();
    },
  );

// The page ends them, because the provider leaves the room open.
for (const scenario of ['ended-open-room', 'assistant-leaves'] as const)
  test(`${scenario} ends the call normally`, async ({ call }) => {
    await call.start(scenario);
    await expect(call.stage).toContainText(call.endReason);
    await call.expectReady();
    await call.expectReleased();
  });

test('blocked sound is heard after a tap', async ({ page, call, expectedErrors }) => {
  expectedErrors.push('could not start assistant audio');
  const { copy } = call;
  await call.start('playback-blocked');
  await expect(call.stage).toContainText(copy.playbackBlocked);
  await call.press(copy.tapToHear);
  await call.expectLive();
  await expect(call.getButton(copy.tapToHear)).toHaveCount(0);
  const isHeard = () =>
    page
      .locator('audio[data-participant-id]')
      .evaluateAll((players) =>
        (players as HTMLAudioElement[]).some(
          ({ paused, currentTime }) => !paused && currentTime > 0,
        ),
      );
  await expect.poll(isHeard).toBe(true);
});

test('an interruption is shown until the connection is back', async ({ page, call }) => {
  const { copy, stage } = call;
  await call.startWithStoppedClock('network-interrupted');
  await page.clock.runFor(1_500);
  await expect(stage).toContainText(copy.interrupted);
  await page.clock.resume();
  await expect(stage.getByText(copy.interrupted, { exact: true })).toHaveCount(0);
  await expect(stage).toContainText(copy.active);
});

test.describe('a phone that was locked for a minute', () => {
  // The requests of a page that is offline.
  test.use({ expectedErrors: ['ERR_INTERNET_DISCONNECTED'] });

  test('finds its call ended', async ({ page, context, call }) => {
    const { copy, stage } = call;
    const setVisibility = (state: DocumentVisibilityState) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await page.clock.install();
    await call.startLive('silent');
    await page.clock.fastForward(12_000);
    const report = page.waitForResponse(
      (response) => response.url().endsWith('/api/call/end') && response.ok(),
    );
    await setVisibility('hidden');
    await context.setOffline(true);
    await page.clock.fastForward(60_000);
    await context.setOffline(false);
    await setVisibility('visible');
    const { message, button } = copy.failures['connection-lost'];
    await expect(stage).toContainText(message);
    // The receipt: the call's length does not include the sleep.
    await expect(stage).toContainText(copy.receipt.rating);
    await expect(stage.getByText(/^1\d\ss$/)).toBeVisible();
    await call.expectReleased();
    await page.clock.runFor(2_000);
    await report;
    await call.press(button!.label);
    await call.expectLive();
  });
});
