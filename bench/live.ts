import type { Browser, Page } from '@playwright/test';
import { callEn } from '@/lib/content/call-en';
import { traceMainThread } from './main-thread';

/** In seconds: the greeting, and the pause after it. */
const WATCHED = 15;

interface LiveCall {
  /** Commits of React in a second. */
  commits: number;
  /** Percent of the main thread's time at 4× CPU slowdown. */
  mainThread: number;
  /** The same by kind of work, from a trace, which costs some time itself. */
  traced: Record<string, number>;
}

/** As text: tsx would add a helper to a function, which no page has. */
const countCommits = `
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
 * Watches one live call on a phone, as slow as a mid-range one.
 *
 * @param start brings a fresh page to a live call
 */
export async function watchLiveCall(
  browser: Browser,
  start: (page: Page) => Promise<unknown>,
): Promise<LiveCall> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    permissions: ['microphone'],
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(countCommits);
    await start(page);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await session.send('Performance.enable');
    const read = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      const valueOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
      const commits = Number(await page.evaluate('window.commits'));
      return { at: valueOf('Timestamp'), busy: valueOf('TaskDuration'), commits };
    };
    // The work of starting is not the call's.
    await page.waitForTimeout(1_000);
    const before = await read();
    await page.waitForTimeout(WATCHED * 1_000);
    const after = await read();
    const seconds = after.at - before.at;
    const spent = await traceMainThread(browser, page, () => page.waitForTimeout(WATCHED * 1_000));
    const percent = (ms: number) => Math.round(ms / WATCHED) / 10;
    return {
      traced: Object.fromEntries(Object.entries(spent).map(([kind, ms]) => [kind, percent(ms)])),
      commits: (after.commits - before.commits) / seconds,
      mainThread: (100 * (after.busy - before.busy)) / seconds,
    };
  } finally {
    await context.close();
  }
}

/** Starts a call on the site and waits until it is live, with nothing of ours in the page. */
export const startOn = (siteUrl: string) => async (page: Page) => {
  await page.goto(siteUrl);
  const widget = page.getByRole('group', { name: callEn.label });
  await widget.scrollIntoViewIfNeeded();
  await widget.getByText(callEn.ready).waitFor();
  await widget.getByRole('button', { name: callEn.start, exact: true }).click();
  await widget.getByText(callEn.active).waitFor();
};
