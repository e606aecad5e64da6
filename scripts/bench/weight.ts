import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';

export const KB = 1024;
/** The scripts of an empty Next page. */
const FRAMEWORK_BYTES = 132 * KB;
/** What a page may weigh, with every optional fact of the owner filled in. */
export const MAX_OWN_SCRIPT_BYTES = 24 * KB;
export const MAX_SCRIPT_BYTES = FRAMEWORK_BYTES + MAX_OWN_SCRIPT_BYTES;
export const MAX_MARKUP_BYTES = 32 * KB;

export interface LoadedFile {
  url: string;
  method: string;
  /** Bytes of the body as they come over the wire. */
  bytes: number;
}

interface Weight {
  requests: number;
  totalBytes: number;
  scriptBytes: number;
  /** Addresses outside the site's own origin. */
  foreignUrls: string[];
  /** What the markup does not reference: the SDK and /api/call. */
  voice: { bytes: number; requests: number };
}

/** Records all requests of the page from now on; the returned list grows. */
export function recordLoads(page: Page): Promise<LoadedFile>[] {
  const loaded: Promise<LoadedFile>[] = [];
  page.on('requestfinished', (request) =>
    loaded.push(
      request.sizes().then(({ responseBodySize: bytes }) => ({
        url: request.url(),
        method: request.method(),
        bytes,
      })),
    ),
  );
  return loaded;
}

export const sumBytes = (list: LoadedFile[]) => list.reduce((total, { bytes }) => total + bytes, 0);
const isScript = ({ url }: LoadedFile) => url.endsWith('.js');

/** Measures all that a new visitor’s browser fetches in 5 s without any input. */
export async function measureWeight(browser: Browser, url: string): Promise<Weight> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  // The server that ours is compared with has nothing better.
  await page.setExtraHTTPHeaders({ 'Accept-Encoding': 'gzip' });
  const pending = recordLoads(page);
  const { origin } = new URL(url);
  const foreignUrls: string[] = [];
  page.on('request', (request) => {
    // Counted whether or not it is answered.
    const { protocol, origin: from } = new URL(request.url());
    if (protocol.startsWith('http') && from !== origin) foreignUrls.push(request.url());
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(5_000);
  // The visit, which the page sends, is no part of loading it.
  const loaded = (await Promise.all(pending)).filter(({ method }) => method === 'GET');
  await page.close();
  // The scripts and styles that the markup does not load belong to the call.
  const html = await (await fetch(url)).text();
  const voiceFiles = loaded.filter((entry) => {
    const { pathname } = new URL(entry.url);
    return pathname === '/api/call' || (/\.(js|css)$/.test(pathname) && !html.includes(pathname));
  });
  return {
    requests: loaded.length,
    totalBytes: sumBytes(loaded),
    scriptBytes: sumBytes(loaded.filter(isScript)),
    foreignUrls,
    voice: { bytes: sumBytes(voiceFiles), requests: voiceFiles.length },
  };
}

/**
 * Weighs a page, in KB.
 *
 * @param frameworkBytes those of the scripts that an empty page loads
 */
export async function weighPage(
  browser: Browser,
  page: string,
  url: string,
  frameworkBytes: number,
) {
  const weight = await measureWeight(browser, url);
  // The personal page loads the call on idle, which is what it is for.
  const voice = page === '/outreach' ? weight.voice : { bytes: 0, requests: 0 };
  return {
    'JS over an empty Next page': (weight.scriptBytes - voice.bytes - frameworkBytes) / KB,
    'HTML and CSS, gzip': (await weighMarkupAndStyles(url)) / KB,
    'total bytes, cold': (weight.totalBytes - voice.bytes) / KB,
    'requests, cold': weight.requests - voice.requests,
    'third-party requests': weight.foreignUrls.length,
    'voice bytes before intent': weight.voice.bytes,
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
