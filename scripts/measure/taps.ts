import type { Browser, Page } from '@playwright/test';
import { observe, press, sendRequest, slowPage, tap, until } from './browser';
import { median } from './lab';

/** The button that starts, gives up and ends a call. */
const callButton = '[data-call-main]';

/**
 * The longest interaction of a whole visit to `/` at 4× CPU: menu, dialog, typing, sending, calling.
 *
 * @returns milliseconds, the median of so many visits
 */
export const worstOnLanding = (browser: Browser, url: string, visits: number) =>
  worstInteraction(browser, url, visits, async (page) => {
    await press(page, '.menu-toggle');
    await press(page, '.menu-toggle');
    await sendRequest(page);
    await press(page, '#success-dialog button');
    await startCall(page);
  });

/** The same for the personal page: starting a call, and ending it. */
export const worstOnOutreach = (browser: Browser, url: string, visits: number) =>
  worstInteraction(browser, url, visits, async (page) => {
    await startCall(page);
    await press(page, callButton);
  });

/** Starts a call, and waits until something of it can be seen. */
async function startCall(page: Page): Promise<void> {
  await press(page, callButton);
  await until(page, '[role="timer"]');
}

async function worstInteraction(
  browser: Browser,
  url: string,
  visits: number,
  visit: (page: Page) => Promise<void>,
): Promise<number> {
  const worst: number[] = [];
  while (worst.length < visits) {
    const page = await slowPage(browser, false);
    await observe(page, 'event');
    await page.goto(url, { waitUntil: 'networkidle' });
    await visit(page);
    const seen = await page.evaluate(() => window.observed);
    if (seen.length === 0) throw new Error('No interaction was observed.');
    const slowest = seen.reduce((most, one) => (one.value > most.value ? one : most));
    console.log(`  ${slowest.value} ms: ${slowest.what}`);
    worst.push(slowest.value);
    await page.context().close();
  }
  return median(worst);
}

interface Control {
  name: string;
  selector: string;
  /** What the tap brings about, as a selector that then matches. */
  answer: string;
  /** What has to happen before the control can be tapped. */
  before?: (page: Page) => Promise<unknown>;
  /** What shows, sooner or later, that the tap was not lost. */
  outcome?: string;
}

/** Every kind of control of `/`. */
export const firstTaps: Control[] = [
  { name: 'anchor', selector: '#home a[href="#phone-caller"]', answer: '#phone-caller:target' },
  { name: 'menu', selector: '.menu-toggle', answer: ':popover-open' },
  { name: 'dialog', selector: '#home [command="show-modal"]', answer: 'dialog[open]' },
  {
    name: 'form post',
    selector: '#contact-dialog [type="submit"]',
    answer: '#contact-dialog [data-pressed], [aria-invalid]',
    before: (page) => tap(page, '#home [command="show-modal"]'),
    // The errors: with React in the dialog, without it on a page of its own.
    outcome: '[aria-invalid]',
  },
  {
    name: 'call start',
    selector: callButton,
    answer: `[data-pressed], .motion-safe\\:animate-spin`,
    before: (page) =>
      page.evaluate((start) => {
        document.querySelector(start)?.scrollIntoView({ behavior: 'instant', block: 'center' });
      }, callButton),
    outcome: '[role="timer"]',
  },
];

/**
 * Taps a control 0.3 s after the first paint, at 4× CPU and slow 4G; one that has to be brought to the screen first is
 * tapped 0.3 s after that.
 *
 * @returns milliseconds from the tap to the frame that shows its answer; Infinity when it was lost
 */
export async function firstTap(browser: Browser, url: string, control: Control): Promise<number> {
  const page = await slowPage(browser, true);
  await page.goto(url, { waitUntil: 'commit' });
  while (
    !(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
  ) {
    await page.waitForTimeout(10);
  }
  await page.waitForTimeout(300);
  if (control.before) {
    await control.before(page);
    await page.waitForTimeout(300);
  }
  await page.evaluate(watchAnswer(control.answer));
  await tap(page, control.selector);
  // Asking at once would be in the way of the answer.
  await page.waitForTimeout(1_000);
  const lost = () => Infinity;
  const took = await page
    .waitForFunction(() => sessionStorage.getItem('answered'), undefined, { timeout: 10_000 })
    .then(async (handle) => Number(await handle.jsonValue()), lost);
  const kept = control.outcome
    ? await page
        .locator(control.outcome)
        .first()
        .waitFor({ timeout: 30_000 })
        .then(() => took, lost)
    : took;
  await page.context().close();
  return kept;
}

/**
 * Notes down how long the next tap's answer takes, where the next page still finds it.
 * As text: the TypeScript runner would put a helper into a function that no page has.
 */
const watchAnswer = (answer: string) => `
  addEventListener('pointerup', ({ timeStamp }) => {
    const look = () => {
      // Once this frame has been laid out and painted.
      if (document.querySelector(${JSON.stringify(answer)}))
        setTimeout(() => sessionStorage.setItem('answered', performance.now() - timeStamp));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, { capture: true, once: true });
`;
