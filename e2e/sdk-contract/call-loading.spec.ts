import type { Page } from '@playwright/test';
import { differs, expect, holds } from './contract';

const machine = '**/call-machine.js';

/** Stops the page's clock, so that minutes of waiting take no time. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.reload();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Begins to load the call machine; what becomes of it is on `window.lab.heard`. */
async function load(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { lab } = window;
    const call = lab.call();
    for (const name of ['load-attempt-failed', 'error'] as const) {
      call.on(name, (payload: unknown) => lab.heard.push({ name, payload, at: 0 }));
    }
    call.load().catch(() => {});
  });
}

const heard = (page: Page) =>
  page.evaluate(() => window.lab.heard.map(({ name, payload }) => ({ name, payload })));
const failures = async (page: Page) =>
  (await heard(page)).filter(({ name }) => name === 'load-attempt-failed').length;

differs('9.version', '0.87.0', async (page) => {
  const asked: string[] = [];
  await page.route('https://c.daily.co/**', (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  const version = await page.evaluate(() => {
    const { lab } = window;
    lab
      .call({ dailyConfig: { avoidEval: true } })
      .load()
      .catch(() => {});
    return lab.library.default.version();
  });
  expect(version).toBe('0.87.0');
  await expect.poll(() => asked[0]).toContain('/call-machine/versioned/0.87.0/');
});

holds('9.load.attempts', async (page) => {
  let requests = 0;
  await stopClock(page);
  await page.route(machine, (route) => {
    requests += 1;
    return route.abort();
  });
  await load(page);
  for (const attempt of [1, 2, 3]) {
    await expect.poll(() => failures(page)).toBe(attempt);
    expect(requests).toBe(attempt);
    await page.clock.runFor(3_000);
  }
  await page.clock.runFor(60_000);
  expect(requests).toBe(3);
  expect((await heard(page)).at(-1)).toMatchObject({
    name: 'error',
    payload: { error: { type: 'connection-error', msg: 'Failed to load call object bundle.' } },
  });
});

holds('9.load.pause', async (page) => {
  let requests = 0;
  await stopClock(page);
  await page.route(machine, (route) => {
    requests += 1;
    return route.abort();
  });
  await load(page);
  await expect.poll(() => failures(page)).toBe(1);
  await page.clock.runFor(2_999);
  await page.evaluate(() => document.title);
  expect(requests).toBe(1);
  await page.clock.runFor(1);
  await expect.poll(() => requests).toBe(2);
});

holds('9.load.timeout', async (page) => {
  await stopClock(page);
  // Never answered.
  await page.route(machine, () => {});
  await load(page);
  await page.clock.runFor(19_999);
  expect(await failures(page)).toBe(0);
  await page.clock.runFor(1);
  expect(await failures(page)).toBe(1);
});

differs(
  '7.geo',
  'a method of the call library looks it up; neither the SDK nor a call ever asks for it',
  async (page) => {
    const asked: string[] = [];
    await page.route('https://gs.daily.co/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({
        json: { geo: 'cz' },
        headers: { 'access-control-allow-origin': '*' },
      });
    });
    await page.evaluate(async () => {
      await window.lab.dial();
      await window.lab.letIn();
      window.machine.tell('listening');
      await window.lab.settled();
    });
    expect(asked).toEqual([]);
    const place = await page.evaluate(() => window.lab.vapi.getDailyCallObject()?.geo());
    expect(place).toEqual({ current: 'cz' });
    expect(asked).toEqual(['https://gs.daily.co/_ks_/x-swsl/:']);
  },
);
