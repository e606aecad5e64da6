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

/** A page as on a phone of the middle class; `network` false keeps the line fast. */
export async function slowPage(browser: Browser, network: boolean): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    permissions: ['microphone'],
  });
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
  /** Addresses outside the site's own origin, and the voice SDK's chunks. */
  foreign: string[];
  voice: number;
}

/** All that a new visitor's browser fetches in 5 s without any input; bytes as they come over the wire. */
export async function weigh(browser: Browser, url: string): Promise<Weight> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  const page = await context.newPage();
  const pending: Promise<{ url: string; bytes: number; voice: boolean }>[] = [];
  page.on('requestfinished', (request) =>
    pending.push(
      (async () => {
        const { responseBodySize } = await request.sizes();
        const script = request.url().endsWith('.js');
        const text = script ? await (await request.response())?.text() : '';
        const voice = /daily-co|callObjectBundleUrlOverride/i.test(text ?? '');
        return { url: request.url(), bytes: responseBodySize, voice };
      })(),
    ),
  );
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(5_000);
  const loaded = await Promise.all(pending);
  await context.close();
  const { origin } = new URL(url);
  const sum = (list: typeof loaded) => list.reduce((total, { bytes }) => total + bytes, 0);
  return {
    requests: loaded.length,
    total: sum(loaded),
    scripts: sum(loaded.filter((entry) => entry.url.endsWith('.js'))),
    foreign: loaded
      .map((entry) => entry.url)
      .filter((address) => new URL(address).origin !== origin),
    voice: sum(loaded.filter((entry) => entry.voice)),
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
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
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
  const shift = await page.evaluate(() => window.observed.reduce((all, value) => all + value, 0));
  await page.close();
  return shift;
}

declare global {
  interface Window {
    observed: number[];
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
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) {
        if (kind === 'event' && entry.interactionId) window.observed.push(entry.duration);
        if (kind === 'layout-shift' && !entry.hadRecentInput) window.observed.push(entry.value);
      }
    }).observe({ type: kind, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  }, type);
}
