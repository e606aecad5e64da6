import type { Browser, Page } from '@playwright/test';

/** Long enough for the greeting and the pause after it. */
const WATCHED_MS = 15_000;

/** As text: tsx would add a helper to a function, which no page has. */
const commitCounterScript = `
  window.commits = 0;
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: () => { window.commits += 1; },
    onCommitFiberUnmount: () => {},
    onPostCommitFiberRoot: () => {},
  };
`;

/**
 * Observes a live call on a phone, as slow as a mid-range one.
 *
 * @param startCall brings the page to a live call
 * @returns the commits of React in a second, and how much of the main thread's time was used, in
 *   percent
 */
export async function measureLiveCall(
  browser: Browser,
  startCall: (page: Page) => Promise<unknown>,
): Promise<{ commits: number; mainThread: number }> {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    permissions: ['microphone'],
  });
  try {
    await page.addInitScript(commitCounterScript);
    await startCall(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await session.send('Performance.enable');
    // Starting a call is measured separately.
    await page.waitForTimeout(1_000);
    const readMetrics = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      const findMetric = (name: string) =>
        metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
      const commits = Number(await page.evaluate('window.commits'));
      return { at: findMetric('Timestamp'), busy: findMetric('TaskDuration'), commits };
    };
    const before = await readMetrics();
    await page.waitForTimeout(WATCHED_MS);
    const after = await readMetrics();
    const seconds = after.at - before.at;
    return {
      commits: (after.commits - before.commits) / seconds,
      mainThread: (100 * (after.busy - before.busy)) / seconds,
    };
  } finally {
    await page.close();
  }
}
