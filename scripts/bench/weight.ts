import { gzipSync } from 'node:zlib';
import type { Browser, Page, Request } from '@playwright/test';
import { startEmptyApp } from './empty-app';
import { atLeast, atMost, type Row } from './table';

const KB = 1024;
/** The scripts of an empty Next page. */
const FRAMEWORK_BYTES = 132 * KB;
/** What a page may weigh, with every optional fact of the owner filled in. */
const MAX_OWN_SCRIPT_BYTES = 24 * KB;
export const MAX_SCRIPT_BYTES = FRAMEWORK_BYTES + MAX_OWN_SCRIPT_BYTES;
export const MAX_MARKUP_BYTES = 32 * KB;

interface RequestedFile {
  url: string;
  /** Bytes of the body as they come over the wire; 0 without an answer. */
  bytes: number;
}

/** Lists all that a new visitor's browser requests without any input. */
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
    requests.map(async (request) => ({
      url: request.url(),
      bytes: (await request.response()) ? (await request.sizes()).responseBodySize : 0,
    })),
  );
}

/** Lists all that a new phone requests. */
export async function loadPage(browser: Browser, url: string): Promise<RequestedFile[]> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  return listRequests(page, url).finally(() => page.close());
}

const sumBytes = (files: RequestedFile[]) => files.reduce((total, { bytes }) => total + bytes, 0);

export const sumScriptBytes = (files: RequestedFile[]) =>
  sumBytes(files.filter(({ url }) => url.endsWith('.js')));

/** Weighs pages in KB, next to an empty one on the same framework. */
export async function weighPages(
  browser: Browser,
  urls: string[],
  dataDir: string,
): Promise<Row[]> {
  const emptyApp = await startEmptyApp(dataDir);
  const emptyPage = await loadPage(browser, emptyApp.url).finally(emptyApp.stop);
  const emptyKb = sumScriptBytes(emptyPage) / KB;
  // If it shrinks, so must the budget of the landing page in weight.spec.ts.
  const rows = [atLeast('JS of an empty Next page', emptyKb, FRAMEWORK_BYTES / KB, ' KB')];
  for (const url of urls) {
    const { pathname: page } = new URL(url);
    const requested = await loadPage(browser, url);
    const html = await (await fetch(url)).text();
    // The personal page loads the call on idle, and sends the visit, which is what it is for: the
    // scripts and styles that its markup doesn't name, and what it asks our API.
    const isOwn = ({ url: address }: RequestedFile) => {
      const { pathname } = new URL(address);
      const isNamed = !/\.(js|css)$/.test(pathname) || html.includes(pathname);
      return isNamed && !pathname.startsWith('/api/');
    };
    const files = page === '/outreach' ? requested.filter(isOwn) : requested;
    // weight.spec.ts has these of the landing page.
    if (page === '/outreach') {
      const ownKb = sumScriptBytes(files) / KB - emptyKb;
      const markupKb = (await weighMarkupAndStyles(url)) / KB;
      rows.push(
        atMost(`${page}: all bytes, with the call`, sumBytes(requested) / KB, 320, ' KB'),
        atMost(`${page}: JS over an empty Next page`, ownKb, MAX_OWN_SCRIPT_BYTES / KB, ' KB'),
        atMost(`${page}: HTML and CSS, gzip`, markupKb, MAX_MARKUP_BYTES / KB, ' KB'),
      );
    }
    rows.push(
      atMost(`${page}: bytes of the page itself`, sumBytes(files) / KB, 240, ' KB'),
      atMost(`${page}: requests of the page itself`, files.length, 13),
    );
  }
  return rows;
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
