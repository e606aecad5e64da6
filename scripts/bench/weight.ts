import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';

interface LoadedFile {
  url: string;
  /** Bytes of the body as they come over the wire. */
  bytes: number;
}

interface Weight {
  requests: number;
  totalBytes: number;
  scriptBytes: number;
  /** Addresses outside the site's own origin. */
  foreignUrls: string[];
  /** Bytes that the markup does not reference: the SDK, the widget and /api/call-config. */
  voiceBytes: number;
  voiceRequests: number;
  /** Gzipped bytes of all scripts that ran, inline ones included. */
  executedBytes: number;
}

/**
 * Opens a page of a new visitor. It accepts gzip only, as the server that ours is compared with
 * has nothing better.
 */
async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  const page = await context.newPage();
  await page.setExtraHTTPHeaders({ 'Accept-Encoding': 'gzip' });
  return page;
}

/** Records all requests of the page from now on; the returned list grows. */
function recordLoads(page: Page): Promise<LoadedFile>[] {
  const loaded: Promise<LoadedFile>[] = [];
  page.on('requestfinished', (request) => {
    // The visit, which the page sends, is no part of loading it.
    if (request.method() !== 'GET') return;
    loaded.push(
      request.sizes().then(({ responseBodySize: bytes }) => ({ url: request.url(), bytes })),
    );
  });
  return loaded;
}

const sumBytes = (list: LoadedFile[]) => list.reduce((total, { bytes }) => total + bytes, 0);
const isScript = ({ url }: LoadedFile) => url.endsWith('.js');

/**
 * Measures all that a new visitor’s browser fetches in 5 s without any input.
 *
 * @param interact does something on the loaded page first
 */
export async function measureWeight(
  browser: Browser,
  url: string,
  interact?: (page: Page) => Promise<void>,
): Promise<Weight> {
  const page = await openPage(browser);
  const pending = recordLoads(page);
  const { origin } = new URL(url);
  const foreignUrls: string[] = [];
  page.on('request', (request) => {
    // Counted whether or not it is answered.
    const { protocol, origin: from } = new URL(request.url());
    if (protocol.startsWith('http') && from !== origin) foreignUrls.push(request.url());
  });
  await page.coverage.startJSCoverage();
  await page.goto(url, { waitUntil: 'load' });
  await interact?.(page);
  await page.waitForTimeout(5_000);
  const coverage = await page.coverage.stopJSCoverage();
  const loaded = await Promise.all(pending);
  await page.context().close();
  // The scripts and styles that the markup does not load belong to the call.
  const html = (await (await fetch(url)).text()).replace(/<script type="text\/x-ahead"[^>]*>/g, '');
  const voiceFiles = loaded.filter((entry) => {
    const { pathname } = new URL(entry.url);
    return (
      pathname === '/api/call-config' || (/\.(js|css)$/.test(pathname) && !html.includes(pathname))
    );
  });
  return {
    requests: loaded.length,
    totalBytes: sumBytes(loaded),
    scriptBytes: sumBytes(loaded.filter(isScript)),
    foreignUrls,
    voiceBytes: sumBytes(voiceFiles),
    voiceRequests: voiceFiles.length,
    executedBytes: coverage.reduce((total, { source = '' }) => total + gzipSync(source).length, 0),
  };
}

/** Bytes of script that come when a field is first left, and with the Send after that. */
export async function weighFormRules(
  browser: Browser,
  url: string,
): Promise<{ fieldBytes: number; sendBytes: number }> {
  const page = await openPage(browser);
  await page.goto(url, { waitUntil: 'load' });
  await page.click('#home [command="show-modal"]');
  // React and what measures the page come with the first input.
  await page.waitForTimeout(5_000);
  const loaded = recordLoads(page);
  const sumScripts = async () => sumBytes((await Promise.all(loaded)).filter(isScript));
  await page.fill('#contact-email', 'eva@');
  await page.focus('#contact-message');
  await page.waitForSelector('#contact-email[aria-invalid]');
  const fieldBytes = await sumScripts();
  await page.click('#contact-dialog [type="submit"]');
  await page.waitForSelector('#contact-service[aria-invalid]');
  const sendBytes = (await sumScripts()) - fieldBytes;
  await page.context().close();
  return { fieldBytes, sendBytes };
}

/** Gzipped bytes of a page's markup and of the stylesheets it links. */
export async function weighMarkupAndStyles(url: string): Promise<number> {
  const html = await (await fetch(url)).text();
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)];
  const styles = sheets.map(async ([, href = '']) => (await fetch(new URL(href, url))).text());
  const texts = [html, ...(await Promise.all(styles))];
  return texts.reduce((total, text) => total + gzipSync(text).length, 0);
}
