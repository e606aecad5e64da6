import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { browserArgs, findBrowser, grantMicrophone } from '../browser.mjs';

const ARGS = [...browserArgs, grantMicrophone];
/** Lighthouse's slow 4G, as the network itself gives it. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
};

/** Starts a browser of its own; `port` opens it to Lighthouse. */
export async function openBrowser(port?: number): Promise<Browser> {
  const executablePath = await findBrowser();
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: port ? [...ARGS, `--remote-debugging-port=${port}`] : ARGS,
  });
}

/** A phone's screen, whose visitor lets pages hear. */
export const phone = {
  viewport: { width: 412, height: 823 },
  hasTouch: true,
  isMobile: true,
  permissions: ['microphone'],
};

/** A page as on a phone of the middle class; `network` false keeps the line fast. */
export async function slowPage(browser: Browser, network: boolean): Promise<Page> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const session: CDPSession = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  if (network) await session.send('Network.emulateNetworkConditions', SLOW_4G);
  return page;
}

export interface Weight {
  requests: number;
  total: number;
  scripts: number;
  /** Addresses outside the site's own origin. */
  foreign: string[];
  /** Scripts that the markup does not name: the voice SDK and the widget; and where to call. */
  voice: number;
  voiceRequests: number;
  /** Gzipped bytes of all scripts that ran, inline ones included. */
  run: number;
}

/**
 * All that a new visitor's browser fetches in 5 s without any input; bytes as they come over the wire. The browser
 * accepts nothing but gzip: what our server sends better compressed would else be compared with a server that does not.
 *
 * @param act does something on the loaded page first
 */
export async function weigh(
  browser: Browser,
  url: string,
  act?: (page: Page) => Promise<void>,
): Promise<Weight> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  const page = await context.newPage();
  await page.setExtraHTTPHeaders({ 'Accept-Encoding': 'gzip' });
  const pending: Promise<{ url: string; bytes: number }>[] = [];
  const { origin } = new URL(url);
  const foreign: string[] = [];
  page.on('request', (request) => {
    // Whether or not anybody answers.
    const { protocol, origin: from } = new URL(request.url());
    if (protocol.startsWith('http') && from !== origin) foreign.push(request.url());
  });
  page.on('requestfinished', (request) => {
    // What the page sends, the visit, is no part of loading it.
    if (request.method() !== 'GET') return;
    pending.push(
      request.sizes().then(({ responseBodySize: bytes }) => ({ url: request.url(), bytes })),
    );
  });
  await page.coverage.startJSCoverage();
  await page.goto(url, { waitUntil: 'load' });
  await act?.(page);
  await page.waitForTimeout(5_000);
  const run = await page.coverage.stopJSCoverage();
  const loaded = await Promise.all(pending);
  await context.close();
  // The call is all that a page imports later than with its own markup, or fetches ahead to do so.
  const html = (await (await fetch(url)).text()).replace(/<script type="text\/x-ahead"[^>]*>/g, '');
  const voice = loaded.filter((entry) => {
    const { pathname } = new URL(entry.url);
    return (
      pathname === '/api/call-config' || (pathname.endsWith('.js') && !html.includes(pathname))
    );
  });
  const sum = (list: typeof loaded) => list.reduce((total, { bytes }) => total + bytes, 0);
  return {
    requests: loaded.length,
    total: sum(loaded),
    scripts: sum(loaded.filter((entry) => entry.url.endsWith('.js'))),
    foreign,
    voice: sum(voice),
    voiceRequests: voice.length,
    run: run.reduce((total, { source = '' }) => total + gzipSync(source).length, 0),
  };
}

/** Gzipped bytes of a page's markup and of the stylesheets it links. */
export async function markupAndStyles(url: string): Promise<number> {
  const html = await (await fetch(url)).text();
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)];
  const styles = sheets.map(async ([, href = '']) => (await fetch(new URL(href, url))).text());
  const texts = [html, ...(await Promise.all(styles))];
  return texts.reduce((total, text) => total + gzipSync(text).length, 0);
}

/** The layout shift of a visit: loading, scrolling through, opening every dialog. */
export async function layoutShift(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 }, hasTouch: true });
  await observe(page, 'layout-shift');
  await page.goto(url, { waitUntil: 'networkidle' });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 400) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
    await page.waitForTimeout(100);
  }
  for (const opener of await page.locator('main [command="show-modal"]:visible').all()) {
    await opener.click();
    await page.waitForTimeout(300);
    await page.keyboard.press('Escape');
  }
  if (await page.locator('#contact-dialog').count()) {
    await sendRequest(page);
    await press(page, '#success-dialog button');
  }
  const shift = await page.evaluate(() =>
    window.observed.reduce((all, { value }) => all + value, 0),
  );
  await page.close();
  return shift;
}

/** Opens the contact dialog, fills it in as a person would, and sends it. */
export async function sendRequest(page: Page): Promise<void> {
  await press(page, '#home [command="show-modal"]');
  await page.evaluate(() => {
    const list = document.querySelector<HTMLSelectElement>('#contact-service');
    if (!list) throw new Error('There is no list of services.');
    list.selectedIndex = 1;
    for (const type of ['input', 'change']) list.dispatchEvent(new Event(type, { bubbles: true }));
  });
  await press(page, '#contact-email');
  await page.keyboard.type(`visitor-${crypto.randomUUID()}@example.com`, { delay: 20 });
  await press(page, '#contact-message');
  await page.keyboard.type('We copy leads by hand.', { delay: 20 });
  await press(page, '#contact-dialog [type="submit"]');
  await until(page, '#success-dialog[open]');
}

/**
 * A visitor's press: bring the control into sight, look at it, tap it, look what happens. Neither Playwright's own `tap`
 * nor its locators: they put listeners of their own on every touch, whose work would be taken for the page's.
 */
export async function press(page: Page, selector: string): Promise<void> {
  await page.evaluate((control) => {
    document.querySelector(control)?.scrollIntoView({ behavior: 'instant', block: 'nearest' });
  }, selector);
  await page.waitForTimeout(500);
  await tap(page, selector);
  await page.waitForTimeout(500);
}

/** How long a finger stays on the glass, in ms: what its coming down causes is another frame's work than its leaving. */
const TOUCH = 80;

/** A finger touches the screen where the control is, whatever its state. */
export async function tap(page: Page, selector: string): Promise<void> {
  const center = await page.evaluate((control) => {
    const box = document.querySelector(control)?.getBoundingClientRect();
    return box && box.width > 0 && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, selector);
  if (!center) throw new Error(`${selector} is not on the screen.`);
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [center] });
  await page.waitForTimeout(TOUCH);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/**
 * Waits until something matches.
 *
 * @throws when nothing has after half a minute
 */
export async function until(page: Page, selector: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await page.evaluate((wanted) => Boolean(document.querySelector(wanted)), selector)) return;
    await page.waitForTimeout(100);
  }
  throw new Error(`${selector} did not come.`);
}

declare global {
  interface Window {
    observed: { value: number; what: string }[];
  }
}

/** Collects layout shifts that no input caused, or the durations of interactions, in `window.observed`. */
export async function observe(page: Page, type: 'layout-shift' | 'event'): Promise<void> {
  await page.addInitScript((kind) => {
    window.observed = [];
    type Entry = PerformanceEntry & {
      value: number;
      hadRecentInput?: boolean;
      interactionId?: number;
      target?: Element | null;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) {
        if (kind === 'event' && entry.interactionId) {
          const what = `${entry.name} on ${entry.target?.id || entry.target?.textContent}`;
          window.observed.push({ value: entry.duration, what });
        }
        if (kind === 'layout-shift' && !entry.hadRecentInput)
          window.observed.push({ value: entry.value, what: kind });
      }
    }).observe({ type: kind, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  }, type);
}
