import type { Browser, Page } from '@playwright/test';
import { callCopyEn } from '@/lib/content/call-en';
import { measureBareStart, measureStart, pressStart, serveBareSdk } from './call-start';
import { atMost, comparePair, computeMedian, measureInTurns, type Row } from './table';

const { CALLS = 10, LIVE_CALLS = 7 } = process.env;
/** The page opens with an animation, which is no part of a call. */
const OPENING_ANIMATION_MS = 6_000;
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
 * Measures how long a visitor waits from the press on Start until the call is live, and what a live
 * call costs, both next to the voice SDK alone, on the local provider with realistic delays. The
 * microphone is allowed already.
 */
export async function measureCalls(browser: Browser, siteUrl: string): Promise<Row[]> {
  const answer = await fetch(`${siteUrl}/api/call`);
  const { callMachineUrl } = (await answer.json()) as { callMachineUrl: string };
  const bareSdk = await serveBareSdk(callMachineUrl);

  /** In a new context, where nothing of an earlier call is cached. */
  const visit = async (measure: (page: Page) => Promise<number>) => {
    const page = await browser.newPage({ permissions: ['microphone'] });
    return measure(page).finally(() => page.close());
  };
  const startBare = (page: Page) => measureBareStart(page, bareSdk.url);
  const measureStarts = (turns: number) =>
    measureInTurns(
      turns,
      () => visit((page) => measureStart(page, siteUrl)),
      () => visit(startBare),
    );
  const startLive = async (page: Page) => {
    const widget = await pressStart(page, siteUrl, OPENING_ANIMATION_MS);
    await widget.getByText(callCopyEn.active).waitFor();
    // The browser's test microphone beeps, which the assistant would answer.
    await widget.getByRole('button', { name: callCopyEn.mute, exact: true }).click();
  };
  const commits: number[] = [];
  try {
    // The first turn only warms up.
    await measureStarts(1);
    const start = await measureStarts(Number(CALLS));
    const mainThread = await measureInTurns(
      Number(LIVE_CALLS),
      () => visit((page) => observeLiveCall(page, startLive, commits)),
      () => visit((page) => observeLiveCall(page, startBare)),
    );
    const isFast = start.ours <= 1.25 * start.reference;
    return [
      comparePair('press on Start until the call is live', start, '≤ 1.25 × the SDK alone', isFast),
      atMost(2)('commits of React in a second', computeMedian(commits)),
      atMost(7, ' % more than the SDK alone')('main thread at 4× CPU', mainThread),
    ];
  } finally {
    bareSdk.stop();
  }
}

/**
 * Observes a live call on a phone, as slow as a mid-range one.
 *
 * @param startCall brings the page to a live call
 * @param commits gets the commits of React in a second
 * @returns how much of the main thread's time was used, in percent
 */
async function observeLiveCall(
  page: Page,
  startCall: (page: Page) => Promise<unknown>,
  commits: number[] = [],
): Promise<number> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(commitCounterScript);
  await startCall(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await session.send('Performance.enable');
  // Starting a call is measured separately.
  await page.waitForTimeout(1_000);
  const readMetrics = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const find = (name: string) => metrics.find((each) => each.name === name)?.value ?? NaN;
    const count = Number(await page.evaluate('window.commits'));
    return { at: find('Timestamp'), busy: find('TaskDuration'), count };
  };
  const before = await readMetrics();
  await page.waitForTimeout(WATCHED_MS);
  const after = await readMetrics();
  const seconds = after.at - before.at;
  commits.push((after.count - before.count) / seconds);
  return (100 * (after.busy - before.busy)) / seconds;
}
