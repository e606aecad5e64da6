import { differs, expect, holds } from './contract';
import { load, loadAttempts, loadFailures, stopClockAtOnce } from './constant-tests';

const machine = '**/call-machine.js';

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

holds('9.load.attempts', loadAttempts);

holds('9.load.pause', async (page) => {
  await stopClockAtOnce(page);
  await page.route(machine, (route) => route.abort());
  await load(page);
  const attempts = () =>
    page.evaluate(() => document.querySelectorAll('script[src$="call-machine.js"]').length);
  await expect.poll(() => loadFailures(page)).toBe(1);
  await page.clock.runFor(2_999);
  expect(await attempts()).toBe(1);
  await page.clock.runFor(1);
  expect(await attempts()).toBe(2);
});

holds('9.load.timeout', async (page) => {
  await stopClockAtOnce(page);
  // Never answered.
  await page.route(machine, () => {});
  await load(page);
  await page.clock.runFor(19_999);
  expect(await loadFailures(page)).toBe(0);
  await page.clock.runFor(1);
  expect(await loadFailures(page)).toBe(1);
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
