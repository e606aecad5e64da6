import type { Page } from '@playwright/test';
import { expect } from './contract';

// Bodies of tests that are also run against copies of the packages with a constant made wrong.

/** What the SDK emits for each of these remote audio levels, one after another, in one call. */
export async function emittedAt(page: Page, levels: number[][]) {
  return page.evaluate(async (values) => {
    const { lab } = window;
    await lab.dial();
    const emitted: { speaking: boolean; volume: number }[] = [];
    for (const value of values) {
      window.machine.level(...value);
      await lab.settled();
      emitted.push({
        speaking: lab.all('speech-start').length > lab.all('speech-end').length,
        volume: lab.all('volume-level').at(-1) as number,
      });
    }
    return emitted;
  }, levels);
}

export async function speechThreshold(page: Page): Promise<void> {
  const emitted = await emittedAt(page, [[0], [0.01], [0.0101]]);
  expect(emitted.map(({ speaking }) => speaking)).toEqual([false, false, true]);
}

export async function volumeFormula(page: Page): Promise<void> {
  const emitted = await emittedAt(page, [[0.03], [0.03, 0.045], [0.15]]);
  const volumes = emitted.map(({ volume }) => volume);
  expect(volumes[0]).toBeCloseTo(0.2, 10);
  expect(volumes[1]).toBeCloseTo(0.5, 10);
  expect(volumes[2]).toBeCloseTo(1, 10);
}

/** Stops the clock of a page whose call is under way. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.reload();
  await page.evaluate(() => window.lab.dial());
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
}

async function speak(page: Page): Promise<void> {
  const before = await page.evaluate(() => window.lab.all('volume-level').length);
  await page.evaluate(() => window.machine.level(0.5));
  await expect
    .poll(() => page.evaluate(() => window.lab.all('volume-level').length))
    .toBe(before + 1);
}

export async function speechEnd(page: Page): Promise<void> {
  await stopClock(page);
  const ends = () => page.evaluate(() => window.lab.all('speech-end').length);
  await speak(page);
  await page.clock.runFor(999);
  expect(await ends()).toBe(0);
  // Heard again: the second begins anew.
  await speak(page);
  await page.clock.runFor(999);
  expect(await ends()).toBe(0);
  await page.clock.runFor(1);
  expect(await ends()).toBe(1);
}

export async function observerInterval(page: Page): Promise<void> {
  const interval = await page.evaluate(async () => {
    await window.lab.dial();
    return (await window.lab.request('start-remote-participants-audio-level-observer')).interval;
  });
  expect(interval).toBe(100);
}

export async function recordingSize(page: Page): Promise<void> {
  const { width, height } = await page.evaluate(async () => {
    await window.lab.dial();
    return window.lab.request('local-recording-start');
  });
  expect([width, height]).toEqual([1280, 720]);
}

/** Begins to load the call machine; what becomes of it is on `window.lab.heard`. */
export async function load(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { lab } = window;
    const call = lab.call();
    for (const name of ['load-attempt-failed', 'error'] as const) {
      call.on(name, (payload: unknown) => lab.heard.push({ name, payload, at: 0 }));
    }
    call.load().catch(() => {});
  });
}

/** Stops the clock of a page, so that minutes of waiting take no time. */
export async function stopClockAtOnce(page: Page): Promise<void> {
  await page.clock.install();
  await page.reload();
  await page.clock.pauseAt(Date.now() + 60_000);
}

export const loadFailures = (page: Page) =>
  page.evaluate(() => window.lab.all('load-attempt-failed').length);

export async function loadAttempts(page: Page): Promise<void> {
  let requests = 0;
  await stopClockAtOnce(page);
  await page.route('**/call-machine.js', (route) => {
    requests += 1;
    return route.abort();
  });
  await load(page);
  for (const attempt of [1, 2, 3]) {
    await expect.poll(() => loadFailures(page)).toBe(attempt);
    expect(requests).toBe(attempt);
    await page.clock.runFor(3_000);
  }
  await page.clock.runFor(60_000);
  expect(requests).toBe(3);
  const errors = await page.evaluate(() => window.lab.all('error'));
  expect(errors).toEqual([
    expect.objectContaining({
      error: expect.objectContaining({
        type: 'connection-error',
        msg: 'Failed to load call object bundle.',
      }),
    }),
  ]);
}
