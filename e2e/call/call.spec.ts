import { devices } from '@playwright/test';
import { personalCopyCs } from '@/lib/content/personal-cs';
import lines from '@/local/voice/lines.json' with { type: 'json' };
import { czech, test } from './call-page';
import { stopClock, waitUntilSettled } from '../support/loading';
import { engines, expect, long } from '../support/test';

test('a call is held, muted and ended', engines, async ({ call }) => {
  const { copy } = call;
  await call.startLive('silent');
  await call.press(copy.mute);
  await expect(call.stage).toContainText(copy.youAreMuted);
  expect(await call.listOpenTracks()).toEqual([{ enabled: false }]);
  await call.press(copy.end);
  await expect(call.stage).toContainText(copy.endedBy.visitor);
  await call.expectReady();
  await call.expectReleased();
});

test('a whole conversation is shown to its last word', long, async ({ call }) => {
  const { copy } = call;
  await call.startLive('brief');
  await expect(call.widget.getByText(copy.speaking, { exact: true })).toBeVisible();
  const captions = call.widget.getByRole('region', { name: copy.captions, exact: true });
  const [greeting, answer, goodbye] = [
    lines.en.greeting[0]!,
    lines.en.answer[0]!,
    lines.en.goodbye[0]!,
  ].map((sentence) => `${copy.speakers.assistant}: ${sentence}`) as [string, string, string];
  const words = `${copy.speakers.visitor}: ${lines.en.visitor[0]}`;
  await expect(captions.getByRole('log').getByRole('paragraph')).toHaveText([greeting]);
  await expect(call.widget.getByText(copy.listening, { exact: true })).toBeVisible();
  await expect(call.stage).toContainText(call.endReason, { timeout: 60_000 });
  // What was said can still be read.
  await expect(captions.locator('[lang]').last().getByRole('paragraph')).toHaveText([
    greeting,
    words,
    answer,
    words,
    goodbye,
  ]);
  await call.expectReady();
  await call.expectReleased();
});

test.describe('on the personal page', () => {
  test.use({ language: czech });

  test('a call can follow one that the assistant ended', engines, async ({ page, call }) => {
    const { copy } = call;
    await call.startWithStoppedClock('hung-up');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `${personalCopyCs.greeting}, Jana`,
    );
    await page.clock.resume();
    await expect(call.stage).toContainText(call.endReason);
    await call.expectReady();
    await expect(call.getButton(copy.start)).toBeFocused();
    await call.expectReleased();

    const thanks = page.getByText(personalCopyCs.afterCall.thanks.title, { exact: true });
    await expect(thanks).toBeInViewport();
    await stopClock(page);
    await call.reachLiveOnStoppedClock();
    await expect(thanks).toHaveCount(0);
    expect(await call.readRooms()).toEqual({ joining: 2, joined: 2, inRoom: 1 });
  });
});

test.describe('on a phone', () => {
  const { userAgent, viewport, deviceScaleFactor } = devices['iPhone 14']!;
  test.use({ userAgent, viewport, deviceScaleFactor, hasTouch: true, isMobile: true });

  test('a call works by touch', async ({ call, expectedErrors }) => {
    const { copy } = call;
    // On a phone the SDK runs without its noise filter, and logs that as an error.
    expectedErrors.push('platform-unsupported input processor');
    await call.open('silent');
    await call.getButton(copy.start).tap();
    await call.expectLive();
    await call.getButton(copy.end).tap();
    await call.expectReady();
    await call.expectReleased();
  });
});

for (const [what, scenario, step, tag] of [
  ['the room is being joined', 'slow-join', 'joining', {}],
  ['the assistant is joining', 'slow-assistant', 'joined', long],
] as const)
  test(`canceled while ${what}: the next call can start`, tag, async ({ page, call }) => {
    const { copy } = call;
    const reachStep = async (times: number) => {
      await call.press(copy.start);
      await expect.poll(async () => (await call.readRooms())[step]).toBe(times);
    };
    await page.clock.install();
    await call.open(scenario);
    await reachStep(1);
    await call.press(copy.cancel);
    await call.expectReady();
    await expect(call.getButton(copy.start)).toBeFocused();
    await call.expectReleased();
    const before = await call.readRooms();

    // Longer than any pending step or timer would have taken.
    await page.clock.fastForward(60_000);
    await waitUntilSettled(page);
    expect(await call.readRooms()).toEqual(before);
    await call.expectReady();

    await reachStep(2);
    await page.clock.fastForward(5_000);
    await call.expectLive();
  });
