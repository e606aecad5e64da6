import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';

interface Weight {
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
 * accepts gzip only, since the server that ours is compared with knows nothing better.
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
    // Counted whether or not it is answered.
    const { protocol, origin: from } = new URL(request.url());
    if (protocol.startsWith('http') && from !== origin) foreign.push(request.url());
  });
  page.on('requestfinished', (request) => {
    // The visit, which the page sends, is no part of loading it.
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
  // The scripts that the markup does not load belong to the call.
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
