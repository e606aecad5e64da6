import { gzipSync } from 'node:zlib';
import type { Browser, Page, Request } from '@playwright/test';

export const KB = 1024;
/** The scripts of an empty Next page. */
const FRAMEWORK_BYTES = 132 * KB;
/** What a page may weigh, with every optional fact of the owner filled in. */
export const MAX_OWN_SCRIPT_BYTES = 24 * KB;
export const MAX_SCRIPT_BYTES = FRAMEWORK_BYTES + MAX_OWN_SCRIPT_BYTES;
export const MAX_MARKUP_BYTES = 32 * KB;

export interface RequestedFile {
  url: string;
  method: string;
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
  await page.waitForTimeout(5_000);
  return Promise.all(
    requests.map(async (request) => ({
      url: request.url(),
      method: request.method(),
      bytes: (await request.response()) ? (await request.sizes()).responseBodySize : 0,
    })),
  );
}

const sumBytes = (files: RequestedFile[]) => files.reduce((total, { bytes }) => total + bytes, 0);

export const sumScriptBytes = (files: RequestedFile[]) =>
  sumBytes(files.filter(({ url }) => url.endsWith('.js')));

/** Does so on a new phone. */
export async function loadPage(browser: Browser, url: string): Promise<RequestedFile[]> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  return listRequests(page, url).finally(() => page.close());
}

/**
 * Weighs a page, in KB.
 *
 * @param emptyUrl a page whose scripts are those of the framework alone
 */
export async function weighPage(browser: Browser, url: string, emptyUrl: string) {
  const { origin, pathname: page } = new URL(url);
  const requested = await loadPage(browser, url);
  // The visit, which the page sends, is no part of loading it.
  const files = requested.filter(({ method }) => method === 'GET');
  const html = await (await fetch(url)).text();
  // The scripts and styles that the markup does not load belong to the call.
  const isVoice = ({ url: address }: RequestedFile) => {
    const { pathname } = new URL(address);
    return pathname === '/api/call' || (/\.(js|css)$/.test(pathname) && !html.includes(pathname));
  };
  // The personal page loads the call on idle, which is what it is for.
  const own = page === '/outreach' ? files.filter((file) => !isVoice(file)) : files;
  const frameworkBytes = sumScriptBytes(await loadPage(browser, emptyUrl));
  return {
    'JS over an empty Next page': (sumScriptBytes(own) - frameworkBytes) / KB,
    'HTML and CSS, gzip': (await weighMarkupAndStyles(url)) / KB,
    'total bytes, cold': sumBytes(own) / KB,
    'requests, cold': own.length,
    'third-party requests': requested.filter((file) => new URL(file.url).origin !== origin).length,
    'voice bytes before intent': sumBytes(files.filter(isVoice)),
  };
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
