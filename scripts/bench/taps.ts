import type { Browser, Page } from '@playwright/test';
import { CALL_MAIN_BUTTON } from '@/lib/page-protocol';
import { openSlowPage, touch, type Point } from './browser';
import {
  atMost,
  computeMedian,
  computeRatio,
  expectMiss,
  formatPair,
  measureInTurns,
  type Pair,
  type Row,
} from './table';

/** A later response counts as none: the visitor has tapped again, or has left. */
const MAX_RESPONSE_MS = 2_000;

interface TapControl {
  name: string;
  selector: string;
  /** How many times as long as on the bare page the response may take (decision 021). */
  maxRatio: number;
  /** A selector that matches once the page responds to the tap. */
  responseSelector: string;
  /** What has to happen before the control can be tapped. */
  preparePage?: (page: Page) => Promise<unknown>;
  /** A selector that matches once all has been loaded that the control waits for. */
  readySelector?: string | undefined;
  /** A selector that matches once the tap has had its effect. */
  outcomeSelector?: string | undefined;
}

export const startControl: TapControl = {
  name: 'Start',
  selector: CALL_MAIN_BUTTON,
  maxRatio: 6,
  responseSelector: '[data-pressed], .stage-spinner',
  preparePage: (page) =>
    page.evaluate((start) => {
      document.querySelector(start)?.scrollIntoView({ behavior: 'instant', block: 'center' });
    }, CALL_MAIN_BUTTON),
  readySelector: `${CALL_MAIN_BUTTON}:not([aria-disabled="true"])`,
  outcomeSelector: '[role="timer"]',
};

const menuControl = {
  name: 'menu',
  selector: '.menu-toggle',
  maxRatio: 2,
  responseSelector: ':popover-open',
};
const dialogControl = {
  name: 'dialog',
  selector: '#home [command="show-modal"]',
  maxRatio: 2,
  responseSelector: 'dialog[open]',
};

/** Every kind of control of `/`. */
export const tapControls: TapControl[] = [
  {
    name: 'anchor',
    selector: '#home a[href="#phone-caller"]',
    maxRatio: 3,
    responseSelector: '#phone-caller:target',
  },
  menuControl,
  dialogControl,
  {
    name: 'form post',
    selector: '#contact-dialog [type="submit"]',
    maxRatio: 4,
    // Marked by `keepPresses` or sent by React. The errors wait for their schema.
    responseSelector: '#contact-dialog [type="submit"]:is([data-pressed], [aria-disabled])',
    preparePage: async (page) => touch(page, await locate(page, dialogControl.selector)),
    // The errors: with React in the dialog, without it on its own page.
    outcomeSelector: '[aria-invalid]',
  },
  startControl,
];

/** Returns the center of a control. */
async function locate(page: Page, selector: string): Promise<Point> {
  const control = page.locator(selector).first();
  await control.waitFor();
  const { x, y, width, height } = (await control.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

type Open = (page: Page) => Promise<unknown>;

const open = (url: string) => (page: Page) => page.goto(url, { waitUntil: 'commit' });

/**
 * Taps a control on a page of a new visitor, once all is loaded.
 *
 * @returns milliseconds from the tap to the frame that shows its response; Infinity when lost
 * @throws when the response is not followed by the outcome
 */
async function measureFirstTap(
  browser: Browser,
  control: TapControl,
  openPage: Open,
): Promise<number> {
  const page = await openSlowPage(browser);
  try {
    await openPage(page);
    await page.waitForLoadState('networkidle');
    await control.preparePage?.(page);
    if (control.readySelector) await page.locator(control.readySelector).waitFor();
    const center = await locate(page, control.selector);
    await page.evaluate(createResponseWatcher(control.responseSelector));
    // Until the page is quiet again.
    await page.waitForTimeout(300);
    await touch(page, center);
    // Polling would delay the response.
    await page.waitForTimeout(MAX_RESPONSE_MS);
    const response = await page.evaluate(() => sessionStorage.getItem('response'));
    if (!response) return Infinity;
    if (control.outcomeSelector)
      await page.locator(control.outcomeSelector).first().waitFor({ timeout: 30_000 });
    return Number(response);
  } finally {
    await page.context().close();
  }
}

/**
 * Stores how long the response to the next tap takes in `sessionStorage`, for the next page. It is
 * text, because tsx adds calls of its own `__name` to functions.
 */
const createResponseWatcher = (responseSelector: string) => `
  addEventListener('pointerup', ({ timeStamp }) => {
    const checkForResponse = () => {
      // Once this frame has been laid out and painted.
      if (document.querySelector(${JSON.stringify(responseSelector)}))
        setTimeout(() => sessionStorage.setItem('response', performance.now() - timeStamp));
      else requestAnimationFrame(checkForResponse);
    };
    requestAnimationFrame(checkForResponse);
  }, { capture: true, once: true });
`;

/** Marks what is pressed, as the product does before React runs. */
const pressMarksScript = `
  addEventListener('click', ({ target }) => {
    const button = target.closest('button[data-call-main]');
    if (button) button.dataset.pressed = '';
  });
  addEventListener('submit', ({ submitter }) => {
    if (submitter) submitter.dataset.pressed = '';
  });
`;
const NO_SCRIPTS = "script-src 'none'";

/** Opens the bare page: the same page, which runs no script but that. */
const openBarePage = (url: string) => async (page: Page) => {
  await page.addInitScript(pressMarksScript);
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-security-policy': NO_SCRIPTS };
    await route.fulfill({ response, headers });
  });
  const response = await open(url)(page);
  if (response?.headers()['content-security-policy'] !== NO_SCRIPTS)
    throw new Error(`The scripts of ${url} were not blocked.`);
};

/** The time of a lost tap is Infinity. */
function judgeLosses(name: string, { ours }: Pair): Row {
  const value = ours.filter((ms) => ms === Infinity).length;
  return atMost({ name, value, goal: 0, unit: ' lost' });
}

/** A frame more cannot be seen. */
function judgeTimes(name: string, times: Pair, maxRatio: number): Row {
  const frameMs = 17;
  return atMost({
    name,
    value: computeRatio(times),
    goal: Math.max(maxRatio, 1 + frameMs / computeMedian(times.reference)),
    unit: ' × bare page',
    detail: formatPair(times),
    needsQuiet: true,
  });
}

/**
 * Measures the first tap on a control, in turns with the same tap on the bare page.
 * before-hydration.spec.ts has taps while the page loads.
 */
export async function measureTap(
  browser: Browser,
  control: TapControl,
  url: string,
  runs: number,
  openPage: Open = open(url),
): Promise<Row[]> {
  const bareControl = { ...control, readySelector: undefined, outcomeSelector: undefined };
  const times = await measureInTurns(
    runs,
    () => measureFirstTap(browser, control, openPage),
    () => measureFirstTap(browser, bareControl, openBarePage(url)),
  );
  const name = `first tap on ${control.name}`;
  return [judgeLosses(name, times), judgeTimes(name, times, control.maxRatio)];
}

/** Shows that lost and slow taps miss their goals. */
export async function plantTapFaults(browser: Browser, url: string): Promise<Row[]> {
  const plant = (script: string) => async (page: Page) => {
    await page.addInitScript(`addEventListener('click', (event) => { ${script} }, true);`);
    return open(url)(page);
  };
  const loseClicks = plant('event.preventDefault()');
  const slowClicks = plant('const end = event.timeStamp + 150; while (performance.now() < end);');
  const [losses] = await measureTap(browser, menuControl, url, 1, loseClicks);
  const [, times] = await measureTap(browser, menuControl, url, 1, slowClicks);
  if (times?.value === Infinity) throw new Error('A slow click was lost.');
  return [losses!, times!].map(expectMiss);
}
