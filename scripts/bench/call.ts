import type { Browser, Page } from '@playwright/test';
import { callCopyEn } from '@/lib/content/call-en';
import { serveBareSdk } from './bare-pages';
import { CPU_SLOWDOWN, PHONE } from './browser';
import { atMost, computeRatio, formatPair, measureInTurns, type Row } from './table';

/** The page opens with an animation, which is no part of a call. */
const OPENING_ANIMATION_MS = 6_000;
/** Long enough for the greeting and the pause after it. */
const WATCHED_MS = 15_000;

/**
 * Measures how long a visitor waits from the press on Start until the call is live, and what a live
 * call costs, both next to the voice SDK alone. The local provider answers without delay, so what
 * differs is our work. The microphone is allowed already.
 */
export async function measureCalls(
  browser: Browser,
  siteUrl: string,
  runs: number,
): Promise<Row[]> {
  const answer = await fetch(`${siteUrl}/api/call`);
  const { callMachineUrl } = (await answer.json()) as { callMachineUrl: string };
  const bareSdk = await serveBareSdk(callMachineUrl);
  /** Visits in a new context, where nothing of an earlier call is cached. */
  const visit =
    (url: string, measure: (page: Page, url: string) => Promise<number>) => async () => {
      const page = await browser.newPage({ permissions: ['microphone'], viewport: PHONE });
      return measure(page, url).finally(() => page.close());
    };
  const measureStarts = (calls: number) =>
    measureInTurns(calls, visit(siteUrl, measureStart), visit(bareSdk.url, measureBareStart));
  try {
    // The first turn only warms up.
    await measureStarts(1);
    const start = await measureStarts(2 * runs);
    const busy = await measureInTurns(
      runs,
      visit(siteUrl, measureLiveCall),
      visit(bareSdk.url, measureBareLiveCall),
    );
    return [
      atMost({
        name: 'press on Start until the call is live, on a desktop without network delays',
        value: computeRatio(start),
        goal: 3,
        unit: ' × the SDK alone',
        detail: formatPair(start),
        needsQuiet: true,
      }),
      atMost({
        name: `main thread during a call, ${CPU_SLOWDOWN}× CPU`,
        value: computeRatio(busy),
        goal: 4,
        unit: ' × the SDK alone',
        detail: formatPair(busy, ' %'),
        needsQuiet: true,
      }),
    ];
  } finally {
    bareSdk.stop();
  }
}

/** Makes a call on the page with the SDK alone. Returns the ms from the click until it is live. */
async function measureBareStart(page: Page, url: string): Promise<number> {
  await page.goto(url);
  await page.locator('[data-ready]').waitFor();
  await page.getByRole('button').click();
  return readWaitingTime(page);
}

/** Makes a call on the site. Returns the milliseconds from the click until it is live. */
async function measureStart(page: Page, siteUrl: string): Promise<number> {
  await page.addInitScript((active) => {
    let clickedAt = 0;
    addEventListener('click', ({ timeStamp }) => (clickedAt = timeStamp), true);
    new MutationObserver((_, observer) => {
      const text = document.querySelector('#phone-caller [role="status"]')?.textContent;
      if (!text?.includes(active)) return;
      (window as { waited?: number }).waited = performance.now() - clickedAt;
      observer.disconnect();
    }).observe(document, { subtree: true, childList: true, characterData: true });
  }, callCopyEn.active);
  await pressStart(page, siteUrl);
  return readWaitingTime(page);
}

async function readWaitingTime(page: Page): Promise<number> {
  const found = await page.waitForFunction(() => (window as { waited?: number }).waited);
  return (await found.jsonValue()) ?? Number.NaN;
}

async function measureBareLiveCall(page: Page, url: string): Promise<number> {
  await measureBareStart(page, url);
  return measureMainThread(page);
}

async function measureLiveCall(page: Page, siteUrl: string): Promise<number> {
  const widget = await pressStart(page, siteUrl, OPENING_ANIMATION_MS);
  await widget.getByText(callCopyEn.active).waitFor();
  // The browser's test microphone beeps, which the assistant would answer.
  await widget.getByRole('button', { name: callCopyEn.mute, exact: true }).click();
  return measureMainThread(page);
}

/** Opens the site and presses Start `pauseMs` after the call is ready. Returns the call widget. */
async function pressStart(page: Page, siteUrl: string, pauseMs = 0) {
  await page.goto(siteUrl);
  const widget = page.getByRole('group', { name: callCopyEn.label });
  await widget.scrollIntoViewIfNeeded();
  await widget.getByText(callCopyEn.ready).waitFor();
  await page.waitForTimeout(pauseMs);
  await widget.getByRole('button', { name: callCopyEn.start, exact: true }).click();
  return widget;
}

/** Measures how much of the main thread's time a live call uses, in percent. */
async function measureMainThread(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await session.send('Performance.enable');
  // Starting a call is measured separately.
  await page.waitForTimeout(1_000);
  const readMetrics = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const find = (name: string) => metrics.find((each) => each.name === name)?.value ?? NaN;
    return { at: find('Timestamp'), busy: find('TaskDuration') };
  };
  const before = await readMetrics();
  await page.waitForTimeout(WATCHED_MS);
  const after = await readMetrics();
  return (100 * (after.busy - before.busy)) / (after.at - before.at);
}
