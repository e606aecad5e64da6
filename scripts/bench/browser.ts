import { chromium, type Browser, type Page } from '@playwright/test';
import { browserArgs, microphoneGrantArg, requireBrowser } from '../tools/browser';
import { atMost, computeMedian, formatPair, measureInTurns } from './table';

/** In ms. Long enough that touching and leaving the screen are work of different frames. */
const TOUCH_MS = 80;
/** Lighthouse's slow 4G, applied to the real connection. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
};

export const openBrowser = (...args: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: requireBrowser(),
    args: [...browserArgs, microphoneGrantArg, ...args],
  });

/** Opens a page as on a mid-range phone: 4× CPU slowdown and slow 4G. The microphone is allowed. */
export async function openSlowPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    hasTouch: true,
    isMobile: true,
    permissions: ['microphone'],
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  return page;
}

/** Measures when a slow phone has painted the largest text or image, in turns with another page. */
export async function measurePaint(browser: Browser, url: string, bareUrl: string, runs: number) {
  const visit = (address: string) => () => measureLargestPaint(browser, address);
  const paints = await measureInTurns(runs, visit(url), visit(bareUrl));
  const absolute = `${formatPair(paints)} (a bare HTML file)`;
  return [
    atMost('LCP on slow 4G and 4× CPU', computeMedian(paints.ours) / 1000, 0.75, ' s', absolute),
  ];
}

/** In ms. */
async function measureLargestPaint(browser: Browser, url: string): Promise<number> {
  const page = await openSlowPage(browser);
  await page.goto(url, { waitUntil: 'networkidle' });
  const largestPaint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
  await page.context().close();
  return largestPaint;
}

/**
 * Touches the screen where the control is, whatever its state. Playwright's `tap` adds listeners,
 * whose work would count as the page's.
 */
export async function tap(page: Page, selector: string): Promise<void> {
  const center = await page.evaluate((control) => {
    const box = document.querySelector(control)?.getBoundingClientRect();
    return box && box.width > 0 && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, selector);
  if (!center) throw new Error(`${selector} is not on the screen.`);
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [center] });
  await page.waitForTimeout(TOUCH_MS);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
