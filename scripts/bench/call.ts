// `npm run measure -- call`: how long a visitor waits from the press on Start until the call is
// live, and what a live call costs, both next to the voice SDK alone, on the local provider with
// realistic delays. The microphone is allowed already.
import type { Page } from '@playwright/test';
import { callCopyEn } from '@/lib/content/call-en';
import { ensureBrowser } from '../tools/browser';
import { startTestStack } from '../test/test-stack';
import { openBrowser } from './browser';
import { measureBareStart, measureStart, pressStart, serveBareSdk } from './call-start';
import { measureLiveCall } from './live-call';
import { atMost, computeMedian, formatPair, measureInTurns } from './table';

const { CALLS = 10, LIVE_CALLS = 7 } = process.env;
/** The page opens with an animation, which is no part of a call. */
const OPENING_ANIMATION_MS = 6_000;

process.env.NEXT_TELEMETRY_DISABLED = '1';
// With the same TEST_FAULT_ROUTE as the browser tests, so that one build serves both.
process.env.TEST_FAULT_ROUTE = '1';
const stack = await startTestStack('measure-call');
try {
  const { SITE_URL: siteUrl } = stack.settings;
  const answer = await fetch(`${siteUrl}/api/call`);
  const { callMachineUrl } = (await answer.json()) as { callMachineUrl: string };
  const bareSdk = await serveBareSdk(callMachineUrl);
  await ensureBrowser();
  const browser = await openBrowser();

  /** In a new context, where nothing of an earlier call is cached. */
  const measureFresh = (measure: typeof measureStart, url: string) => async () => {
    const page = await browser.newPage({ permissions: ['microphone'] });
    return measure(page, url).finally(() => page.close());
  };
  const measureOurs = measureFresh(measureStart, siteUrl);
  const measureBare = measureFresh(measureBareStart, bareSdk.url);
  // The first turn only warms up.
  await measureInTurns(1, measureOurs, measureBare);
  const start = await measureInTurns(Number(CALLS), measureOurs, measureBare);

  const startCall = async (page: Page) => {
    const widget = await pressStart(page, siteUrl, OPENING_ANIMATION_MS);
    await widget.getByText(callCopyEn.active).waitFor();
  };
  const commits: number[] = [];
  const mainThread = await measureInTurns(
    Number(LIVE_CALLS),
    async () => {
      const call = await measureLiveCall(browser, startCall);
      commits.push(call.commits);
      return call.mainThread;
    },
    async () =>
      (await measureLiveCall(browser, (page) => measureBareStart(page, bareSdk.url))).mainThread,
  );
  await browser.close();
  bareSdk.stop();

  const added = mainThread.ours - mainThread.reference;
  const ratio = start.ours / start.reference;
  const rows = [
    atMost(1.25, ' × the SDK alone')('press on Start until the call is live', ratio),
    atMost(2)('commits of React in a second', computeMedian(commits)),
    atMost(7, ' points')('main thread at 4× CPU over the SDK alone', added),
  ];
  console.table(rows);
  console.log(`Starts, product : SDK alone: ${formatPair(start, 'ms')}`);
  console.log(`Main thread of live calls: ${formatPair(mainThread, '%')}`);
  if (rows.some(({ pass }) => !pass)) process.exitCode = 1;
} finally {
  await stack.stop();
}
process.exit();
