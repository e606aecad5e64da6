import { chromium, type Browser, type Page } from '@playwright/test';
import { browserArgs, microphoneGrantArg, requireBrowser } from '../tools/browser';
import { atMost, computeRatio, formatPair, measureInTurns, type Row } from './table';

/** A mid-range phone, as in Lighthouse. */
export const PHONE = { width: 412, height: 823 };
export const CPU_SLOWDOWN = 4;
/** Of each request, in ms. */
const LATENCY = 150;
const MBIT_PER_SECOND = 1.5;
/** In ms. Long enough that touching and leaving the screen are work of different frames. */
const TOUCH_MS = 80;

export const openBrowser = (...args: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: requireBrowser(),
    args: [...browserArgs, microphoneGrantArg, ...args],
  });

/** Opens a page as on a mid-range phone in a slow network. The microphone is allowed. */
export async function openSlowPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    permissions: ['microphone'],
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY,
    downloadThroughput: (MBIT_PER_SECOND * 1_000_000) / 8,
    uploadThroughput: (MBIT_PER_SECOND * 1_000_000) / 16,
  });
  return page;
}

/** Measures when a slow phone has painted the largest text or image, in turns with a bare file. */
export async function measurePaint(
  browser: Browser,
  url: string,
  bareUrl: string,
  runs: number,
): Promise<Row[]> {
  const visit = (address: string) => () => measureLargestPaint(browser, address);
  const paints = await measureInTurns(runs, visit(url), visit(bareUrl));
  return [
    atMost({
      name: `LCP at ${MBIT_PER_SECOND} Mbit/s, ${LATENCY} ms a request and ${CPU_SLOWDOWN}× CPU`,
      value: computeRatio(paints),
      goal: 3.5,
      unit: ' × a bare HTML file',
      detail: formatPair(paints),
      needsQuiet: true,
    }),
  ];
}

/** In ms. */
async function measureLargestPaint(browser: Browser, url: string): Promise<number> {
  const page = await openSlowPage(browser);
  try {
    const response = await page.goto(url, { waitUntil: 'networkidle' });
    if (!response?.ok()) throw new Error(`${url} answered ${response?.status()}.`);
    return await page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({
            type: 'largest-contentful-paint',
            buffered: true,
          });
          setTimeout(() => reject(new Error('No LCP')), 5_000);
        }),
    );
  } finally {
    await page.context().close();
  }
}

export interface Point {
  x: number;
  y: number;
}

/**
 * Touches the screen, whatever is there. Playwright's `tap` adds listeners, whose work would count
 * as the page's.
 */
export async function touch(page: Page, point: Point): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await page.waitForTimeout(TOUCH_MS);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
