import { errors, type Browser, type Page } from '@playwright/test';
import { openSlowPage, tap } from './browser';
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

const CALL_BUTTON = '[data-call-main]';

interface TapControl {
  name: string;
  selector: string;
  /** A selector that matches once the page responds to the tap. */
  responseSelector: string;
  /** What has to happen before the control can be tapped. */
  preparePage?: (page: Page) => Promise<unknown>;
  /** A selector that matches once the tap has had its effect. */
  outcomeSelector?: string;
}

export const startControl: TapControl = {
  name: 'Start',
  selector: CALL_BUTTON,
  responseSelector: '[data-pressed], .stage-spinner',
  preparePage: (page) =>
    page.evaluate((start) => {
      document.querySelector(start)?.scrollIntoView({ behavior: 'instant', block: 'center' });
    }, CALL_BUTTON),
  outcomeSelector: '[role="timer"]',
};

/** Every kind of control of `/`. */
export const tapControls: TapControl[] = [
  {
    name: 'anchor',
    selector: '#home a[href="#phone-caller"]',
    responseSelector: '#phone-caller:target',
  },
  { name: 'menu', selector: '.menu-toggle', responseSelector: ':popover-open' },
  { name: 'dialog', selector: '#home [command="show-modal"]', responseSelector: 'dialog[open]' },
  {
    name: 'form post',
    selector: '#contact-dialog [type="submit"]',
    // Marked by `keepPresses` or sent by React. The errors wait for their schema.
    responseSelector: '#contact-dialog [type="submit"]:is([data-pressed], [aria-disabled])',
    preparePage: (page) => tap(page, '#home [command="show-modal"]'),
    // The errors: with React in the dialog, without it on its own page.
    outcomeSelector: '[aria-invalid]',
  },
  startControl,
];

const moments = {
  '0.3 s after paint': async (page: Page) => {
    const countPaints = () => performance.getEntriesByName('first-contentful-paint').length;
    while ((await page.evaluate(countPaints)) === 0) await page.waitForTimeout(10);
    await page.waitForTimeout(300);
  },
  'on a quiet page': (page: Page) => page.waitForLoadState('networkidle'),
};
type Moment = keyof typeof moments;
type Prepare = (page: Page) => Promise<unknown>;

/**
 * Taps a control on a page of a new visitor.
 *
 * @param prepare changes the page before anything is loaded
 * @returns milliseconds from the tap to the frame that shows its response; Infinity when lost
 */
async function measureFirstTap(
  browser: Browser,
  url: string,
  moment: Moment,
  control: TapControl,
  prepare?: Prepare,
): Promise<number> {
  const page = await openSlowPage(browser);
  await prepare?.(page);
  await page.goto(url, { waitUntil: 'commit' });
  await moments[moment](page);
  if (control.preparePage) {
    await control.preparePage(page);
    await page.waitForTimeout(300);
  }
  await page.evaluate(createResponseWatcher(control.responseSelector));
  await tap(page, control.selector);
  // Polling immediately would delay the response.
  await page.waitForTimeout(1_000);
  try {
    const answered = () => sessionStorage.getItem('answered');
    const ms = await page.waitForFunction(answered, undefined, { timeout: 10_000 });
    const measured = Number(await ms.jsonValue());
    if (control.outcomeSelector)
      await page.locator(control.outcomeSelector).first().waitFor({ timeout: 30_000 });
    return measured;
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    return Infinity;
  } finally {
    await page.context().close();
  }
}

/**
 * Stores how long the response to the next tap takes in `sessionStorage`, for the next page.
 * As text: tsx would add a helper to a function, which no page has.
 */
const createResponseWatcher = (responseSelector: string) => `
  addEventListener('pointerup', ({ timeStamp }) => {
    const checkForResponse = () => {
      // Once this frame has been laid out and painted.
      if (document.querySelector(${JSON.stringify(responseSelector)}))
        setTimeout(() => sessionStorage.setItem('answered', performance.now() - timeStamp));
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

/** Makes the page at `url` the bare page, which runs no script but that. */
const blockScripts = (url: string) => async (page: Page) => {
  await page.addInitScript(pressMarksScript);
  await page.route(url, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-security-policy': "script-src 'none'" };
    await route.fulfill({ response, headers });
  });
};

/** Plants a fault: each click is lost. */
const loseClicks = (page: Page) =>
  page.addInitScript("addEventListener('click', (event) => event.preventDefault(), true)");

/** Plants a fault: each click blocks the main thread this much longer. */
const slowClicks = (ms: number) => (page: Page) =>
  page.addInitScript(`
    addEventListener('click', () => {
      const end = performance.now() + ${ms};
      while (performance.now() < end);
    }, true);
  `);

/** The time of a lost tap is Infinity. */
function judgeLosses(what: string, times: Pair): Row {
  const lost = times.ours.filter((ms) => ms === Infinity).length;
  return atMost(what, lost, 0, ' lost', formatPair(times));
}

/** A tap may take 1.3 times as long as on the bare page, or a frame more, which cannot be seen. */
function judgeTimes(what: string, times: Pair): Row {
  const frameMs = 17;
  const goal = Math.max(1.3, 1 + frameMs / computeMedian(times.reference));
  return atMost(what, computeRatio(times), goal, ' × bare page', formatPair(times));
}

/**
 * Measures the first tap on a control of a page, in turns with the same tap on the bare page: while
 * the page loads, when it must not be lost, and once it is quiet. The dialog gets more visits, as
 * most visitors open it first.
 */
export async function measureTap(
  browser: Browser,
  control: TapControl,
  url: string,
  runs: number,
): Promise<Row[]> {
  const { outcomeSelector: _, ...bareControl } = control;
  const measure = (moment: Moment, visits: number, prepare?: Prepare) =>
    measureInTurns(
      visits,
      () => measureFirstTap(browser, url, moment, control, prepare),
      () => measureFirstTap(browser, url, moment, bareControl, blockScripts(url)),
    );
  const { name } = control;
  const visits = name === 'dialog' ? 2 * runs : runs;
  const early = await measure('0.3 s after paint', visits);
  const quiet = await measure('on a quiet page', visits);
  const rows = [
    judgeLosses(`first tap 0.3 s after paint: ${name}`, early),
    judgeTimes(`first tap on a quiet page: ${name}`, quiet),
  ];
  if (name === 'menu') {
    const lost = await measure('0.3 s after paint', 1, loseClicks);
    // Long enough to miss the goal.
    const slowMs = Math.max(60, computeMedian(quiet.reference));
    const slow = await measure('on a quiet page', 1, slowClicks(slowMs));
    if (slow.ours.includes(Infinity)) throw new Error('A slow click was lost.');
    rows.push(
      expectMiss(judgeLosses('… with lost clicks', lost)),
      expectMiss(judgeTimes('… with slow clicks', slow)),
    );
  }
  return rows;
}
