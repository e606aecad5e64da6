import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page, Request } from '@playwright/test';

/** The words to look for, by a name for each. */
type Secrets = Readonly<Record<string, string>>;

interface AllowedPlaces {
  /** The only addresses that may hold a secret: the ones the visitor was given. */
  given?: readonly string[];
  /** What the body of a request may hold, by the address it is sent to. */
  bodies: Readonly<Record<string, readonly string[]>>;
}

/** Creates a unique word of letters only, so that no encoding hides it. */
export const createCanary = () =>
  `canary${[...randomBytes(12)].map((byte) => 'abcdefghijklmnop'[byte % 16]).join('')}`;

/**
 * Records everything that the pages of a context send from now on: addresses, headers, bodies,
 * and console messages; and looks at what they left in the browser.
 *
 * @returns a function that lists what was found, e.g. `email in the referrer of GET https://…`
 */
export async function watchForSecrets(
  context: BrowserContext,
  secrets: Secrets,
  { given = [], bodies }: AllowedPlaces,
): Promise<() => Promise<string[]>> {
  const findings = new Set<string>();
  const pending: Promise<unknown>[] = [];
  let requests = 0;
  const search = (where: string, text: string | null, allowed: readonly string[] = []) => {
    for (const [name, secret] of Object.entries(secrets)) {
      if (!allowed.includes(name) && text?.toLowerCase().includes(secret.toLowerCase())) {
        findings.add(`${name} in the ${where}`);
      }
    }
  };

  const searchRequest = async (request: Request) => {
    const url = new URL(request.url());
    const what = `${request.method()} ${url.origin}${url.pathname}`;
    requests += 1;
    if (!given.includes(request.url())) search(`address of ${what}`, request.url());
    search(`body of ${what}`, request.postData(), bodies[url.origin + url.pathname]);
    const { referer = '', cookie, ...headers } = await request.allHeaders();
    search(`referrer of ${what}`, referer);
    search(`headers of ${what}`, JSON.stringify(headers));
    search(`cookies of ${what}`, cookie ?? '');
  };
  context.on('request', (request) => void pending.push(searchRequest(request)));
  // The body of a beacon is a blob, which the browser does not show.
  await context.exposeBinding('hearBlob', (_, text: string) => search('blob', text));
  await context.addInitScript(() => {
    const { hearBlob } = window as unknown as { hearBlob: (text: string) => void };
    window.Blob = class extends Blob {
      constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
        super(parts, options);
        hearBlob(parts.filter((part) => typeof part === 'string').join(''));
      }
    };
  });
  context.on('console', (message) => search('console', message.text()));
  const watch = (page: Page) => {
    page.on('framenavigated', (frame) => {
      if (!given.includes(frame.url())) search('address bar', frame.url());
    });
    page.on('websocket', (socket) => {
      search(`address of ${socket.url()}`, socket.url());
      socket.on('framesent', ({ payload }) => search('socket', String(payload)));
    });
  };
  context.pages().forEach(watch);
  context.on('page', watch);

  return async () => {
    for (const page of context.pages()) {
      search('title', await page.title());
      for (const frame of page.frames()) {
        const session = await frame.evaluate(() => JSON.stringify({ ...sessionStorage, name }));
        search('session storage', session);
      }
    }
    const { cookies, origins } = await context.storageState({ indexedDB: true });
    search('cookie jar', JSON.stringify(cookies));
    search('local storage', JSON.stringify(origins));
    await Promise.all(pending);
    if (requests < 3) throw new Error('Too few requests were recorded to prove anything.');
    return [...findings].sort();
  };
}
