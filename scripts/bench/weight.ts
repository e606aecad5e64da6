import { gzipSync } from 'node:zlib';
import type { Browser, Page, Request } from '@playwright/test';
import { Processes } from '../../local/processes';
import { PHONE } from './browser';
import { startEmptyApp } from './empty-app';
import { atLeast, atMost, type Row } from './table';

const KB = 1024;
/** The scripts of an empty Next page. */
const FRAMEWORK_BYTES = 132 * KB;
/** What a page may weigh, gzipped, with every optional fact of the owner filled in. */
export const MAX_SCRIPT_BYTES = FRAMEWORK_BYTES + 24 * KB;
export const MAX_MARKUP_BYTES = 32 * KB;
const MAX_PAGE_BYTES = 240 * KB;
const MAX_BYTES_WITH_CALL = 320 * KB;

interface RequestedFile {
  url: string;
  /** Bytes of the body as they come over the wire. */
  bytes: number;
}

/**
 * Lists all that a new visitor's browser requests without any input.
 *
 * @throws if a request failed
 */
export async function listRequests(page: Page, url: string): Promise<RequestedFile[]> {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  // The server that ours is compared with has nothing better.
  await page.setExtraHTTPHeaders({ 'Accept-Encoding': 'gzip' });
  await page.clock.install();
  await page.goto(url, { waitUntil: 'networkidle' });
  // Lets all timers expire.
  await page.clock.fastForward(60_000);
  // What a page loads is counted for 5 s, by definition.
  await page.waitForTimeout(5_000);
  return Promise.all(
    requests.map(async (request) => {
      const response = await request.response();
      if (!response?.ok()) throw new Error(`${request.url()} answered ${response?.status()}.`);
      return { url: request.url(), bytes: (await request.sizes()).responseBodySize };
    }),
  );
}

/** Lists all that a new phone requests. */
export async function loadPage(browser: Browser, url: string): Promise<RequestedFile[]> {
  const page = await browser.newPage({ viewport: PHONE });
  return listRequests(page, url).finally(() => page.close());
}

const sumBytes = (files: RequestedFile[]) => files.reduce((total, { bytes }) => total + bytes, 0);

export const sumScriptBytes = (files: RequestedFile[]) =>
  sumBytes(files.filter(({ url }) => url.endsWith('.js')));

const atMostBytes = (name: string, bytes: number, goal: number) =>
  atMost({ name, value: bytes / KB, goal: goal / KB, unit: ' KB' });

/** Weighs both pages, next to an empty one on the same framework. */
export async function weighPages(
  browser: Browser,
  pages: { landing: string; personal: string },
  dataDir: string,
): Promise<Row[]> {
  const processes = new Processes();
  const emptyPage = await startEmptyApp(processes, dataDir)
    .then((url) => loadPage(browser, url))
    .finally(() => processes.stop());
  return [
    // If Next has become smaller, FRAMEWORK_BYTES has to.
    atLeast({
      name: "JS of an empty Next page, the budget's floor",
      value: sumScriptBytes(emptyPage) / KB,
      goal: FRAMEWORK_BYTES / KB,
      unit: ' KB',
    }),
    // weight.spec.ts judges its scripts, markup and styles.
    atMostBytes('/: all bytes', sumBytes(await loadPage(browser, pages.landing)), MAX_PAGE_BYTES),
    ...(await weighPersonalPage(browser, pages.personal)),
  ];
}

async function weighPersonalPage(browser: Browser, url: string): Promise<Row[]> {
  const files = await loadPage(browser, url);
  const html = await (await fetch(url)).text();
  // The call is loaded on idle, so the markup doesn't name its scripts and styles.
  const pageFiles = files.filter(({ url: address }) => {
    const { pathname } = new URL(address);
    return !/\.(js|css)$/.test(pathname) || html.includes(pathname);
  });
  const markupBytes = await weighMarkupAndStyles(url);
  return [
    atMostBytes('/outreach: all bytes, with the call', sumBytes(files), MAX_BYTES_WITH_CALL),
    atMostBytes('/outreach: all bytes without the call', sumBytes(pageFiles), MAX_PAGE_BYTES),
    atMostBytes('/outreach: JS without the call', sumScriptBytes(pageFiles), MAX_SCRIPT_BYTES),
    atMostBytes('/outreach: HTML and CSS', markupBytes, MAX_MARKUP_BYTES),
  ];
}

/** Gzipped bytes of a page's markup and of the stylesheets it links. */
export async function weighMarkupAndStyles(url: string): Promise<number> {
  const html = await (await fetch(url)).text();
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)];
  if (sheets.length === 0) throw new Error(`${url} links no stylesheet.`);
  const styles = sheets.map(async ([, href = '']) => (await fetch(new URL(href, url))).text());
  const texts = [html, ...(await Promise.all(styles))];
  return texts.reduce((total, text) => total + gzipSync(text).length, 0);
}
