import { errors, type Browser, type Page } from '@playwright/test';
import { CALL_MAIN_BUTTON } from '@/lib/page-protocol';
import { openSlowPage, touch, type Point } from './browser';
import {
  atMost,
  computeMedian,
  computeRatio,
  expectMiss,
  formatPair,
  formatRange,
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
  maxRatio: 1.3,
  responseSelector: ':popover-open',
};
const dialogControl = {
  name: 'dialog',
  selector: '#home [command="show-modal"]',
  maxRatio: 1.3,
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

type Moment = 'while the page loads' | 'on a quiet page';
type Open = (page: Page) => Promise<unknown>;

const open = (url: string) => (page: Page) => page.goto(url, { waitUntil: 'commit' });

async function waitForPaint(page: Page): Promise<void> {
  const countPaints = () => performance.getEntriesByName('first-contentful-paint').length;
  while ((await page.evaluate(countPaints)) === 0) await page.waitForTimeout(10);
}

/**
 * Taps a control on a page of a new visitor.
 *
 * @returns milliseconds from the tap to the frame that shows its response; Infinity when lost
 */
async function measureFirstTap(
  browser: Browser,
  control: TapControl,
  moment: Moment,
  openPage: Open,
): Promise<number> {
  const page = await openSlowPage(browser);
  try {
    await openPage(page);
    if (moment === 'on a quiet page') await page.waitForLoadState('networkidle');
    else await waitForPaint(page);
    await control.preparePage?.(page);
    if (moment === 'on a quiet page' && control.readySelector)
      await page.locator(control.readySelector).waitFor();
    await page.evaluate(createResponseWatcher(control.responseSelector));
    const center = await locate(page, control.selector);
    // The page is not asked anything here: an answer would come between two of its tasks.
    await page.waitForTimeout(300);
    await touch(page, center);
    // Polling immediately would delay the response.
    await page.waitForTimeout(MAX_RESPONSE_MS);
    const response = await page.evaluate(() => sessionStorage.getItem('response'));
    if (response && control.outcomeSelector)
      await page.locator(control.outcomeSelector).first().waitFor({ timeout: 30_000 });
    return response ? Number(response) : Infinity;
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    return Infinity;
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

/** Counts lost taps, whose time is Infinity. */
function judgeLosses(name: string, times: number[]): Row {
  const value = times.filter((ms) => ms === Infinity).length;
  return atMost({ name, value, goal: 0, unit: ' lost', detail: `${formatRange(times)} ms` });
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

const measureQuietTaps = (
  browser: Browser,
  control: TapControl,
  url: string,
  visits: number,
  openPage: Open = open(url),
) => {
  const bareControl = { ...control, readySelector: undefined, outcomeSelector: undefined };
  return measureInTurns(
    visits,
    () => measureFirstTap(browser, control, 'on a quiet page', openPage),
    () => measureFirstTap(browser, bareControl, 'on a quiet page', openBarePage(url)),
  );
};

/**
 * Measures the first tap on a control: while the page loads, when it must not be lost, and once it
 * is quiet, in turns with the same tap on the bare page.
 */
export async function measureTap(
  browser: Browser,
  control: TapControl,
  url: string,
  runs: number,
): Promise<Row[]> {
  const early: number[] = [];
  while (early.length < runs)
    early.push(await measureFirstTap(browser, control, 'while the page loads', open(url)));
  const quiet = await measureQuietTaps(browser, control, url, runs);
  return [
    judgeLosses(`first tap while the page loads: ${control.name}`, early),
    judgeTimes(`first tap on a quiet page: ${control.name}`, quiet, control.maxRatio),
  ];
}

/** Shows that a lost and a slow tap miss their goals. */
export async function plantTapFaults(browser: Browser, url: string): Promise<Row[]> {
  const plant = (script: string) => async (page: Page) => {
    await page.addInitScript(`addEventListener('click', (event) => { ${script} }, true);`);
    return open(url)(page);
  };
  const loseClicks = plant('event.preventDefault()');
  const slowClicks = plant('const end = event.timeStamp + 150; while (performance.now() < end);');
  const lost = await measureFirstTap(browser, menuControl, 'while the page loads', loseClicks);
  const slow = await measureQuietTaps(browser, menuControl, url, 1, slowClicks);
  if (slow.ours.includes(Infinity)) throw new Error('A slow click was lost.');
  return [
    expectMiss(judgeLosses('lost clicks', [lost])),
    expectMiss(judgeTimes('slow clicks', slow, menuControl.maxRatio)),
  ];
}
