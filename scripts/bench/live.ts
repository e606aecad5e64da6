import type { Browser, CDPSession, Locator, Page } from '@playwright/test';
import { callCopyEn } from '@/lib/content/call-en';
import { traceMainThread } from './main-thread';

/** Long enough for the greeting and the pause after it. */
const WATCHED_SECONDS = 15;
/** The page opens with an animation, which is no part of a call. */
const OPENING_ANIMATION_MS = 6_000;

export interface LiveCall {
  /** Commits of React in a second. */
  commits: number;
  /** Percent of the main thread's time at 4× CPU slowdown. */
  mainThread: number;
}

type StartCall = (page: Page) => Promise<unknown>;

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
 * Starts a call on a fresh page of a phone, as slow as a mid-range one, and observes it.
 *
 * @param startCall brings the page to a live call
 * @param observe receives the page and its DevTools session
 */
async function runOnLivePage<T>(
  browser: Browser,
  startCall: StartCall,
  observe: (page: Page, session: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    permissions: ['microphone'],
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(commitCounterScript);
    await startCall(page);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    // Starting a call is measured separately.
    await page.waitForTimeout(1_000);
    return await observe(page, session);
  } finally {
    await context.close();
  }
}

/** Measures the commits and the main-thread share of one live call. */
export function measureLiveCall(browser: Browser, startCall: StartCall): Promise<LiveCall> {
  return runOnLivePage(browser, startCall, async (page, session) => {
    await session.send('Performance.enable');
    const readMetrics = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      const findMetric = (name: string) => metrics.find((metric) => metric.name === name)?.value;
      const commits = Number(await page.evaluate('window.commits'));
      const at = findMetric('Timestamp') ?? Number.NaN;
      return { at, busy: findMetric('TaskDuration') ?? Number.NaN, commits };
    };
    const before = await readMetrics();
    await page.waitForTimeout(WATCHED_SECONDS * 1_000);
    const after = await readMetrics();
    const seconds = after.at - before.at;
    return {
      commits: (after.commits - before.commits) / seconds,
      mainThread: (100 * (after.busy - before.busy)) / seconds,
    };
  });
}

/** Percent of the main thread by kind of work, from a trace, which costs some time itself. */
export function traceLiveCall(
  browser: Browser,
  startCall: StartCall,
): Promise<Record<string, number>> {
  return runOnLivePage(browser, startCall, async (page) => {
    const spent = await traceMainThread(browser, page, () =>
      page.waitForTimeout(WATCHED_SECONDS * 1_000),
    );
    return Object.fromEntries(
      Object.entries(spent).map(([kind, ms]) => [kind, Math.round(ms / WATCHED_SECONDS) / 10]),
    );
  });
}

/**
 * Opens the site and presses Start once the call is ready.
 *
 * @param pauseMs how long to wait before the press
 * @returns the call widget
 */
export async function pressStart(page: Page, siteUrl: string, pauseMs = 0): Promise<Locator> {
  await page.goto(siteUrl);
  const widget = page.getByRole('group', { name: callCopyEn.label });
  await widget.scrollIntoViewIfNeeded();
  await widget.getByText(callCopyEn.ready).waitFor();
  await page.waitForTimeout(pauseMs);
  await widget.getByRole('button', { name: callCopyEn.start, exact: true }).click();
  return widget;
}

/** Starts a call on the site and waits until it is live, without scripts of the benchmark. */
export const createCallStarter = (siteUrl: string) => async (page: Page) => {
  const widget = await pressStart(page, siteUrl, OPENING_ANIMATION_MS);
  await widget.getByText(callCopyEn.active).waitFor();
};
