import { test as base, type Page } from '@playwright/test';
import { titleOf, type AssumptionId } from '../../proofs/sdk-contract/assumptions';
import { bundleScripts, type Scripts } from './scripts';

/** The network between the page and the hosted services: all of it is ours. */
const origin = 'https://voice.test';

export const room = `${origin}/room`;
export const webCall = { id: 'call-1', webCallUrl: room };
/** A call whose video is recorded. */
export const recordedCall = { ...webCall, artifactPlan: { videoRecordingEnabled: true } };

/** What `POST /call/web` is answered from now on. */
export async function answerWebCall(page: Page, body: unknown, status = 201): Promise<void> {
  await page.route(`${origin}/call/web`, (route) => route.fulfill({ status, json: body }));
}

/** Opens a page with the SDK, a call machine to load, and a voice API that answers. */
export async function openLab(page: Page, scripts: Scripts): Promise<void> {
  const script = (body: string) => ({ contentType: 'text/javascript', body });
  await page.route('**/*', (route) => route.abort());
  await page.route(`${origin}/sdk.js`, (route) => route.fulfill(script(scripts.sdk)));
  await page.route(`${origin}/lab.js`, (route) => route.fulfill(script(scripts.lab)));
  await page.route(`${origin}/call-machine.js`, (route) => route.fulfill(script(scripts.machine)));
  await page.route(`${origin}/`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Contract</title><body><script src="/sdk.js"></script><script src="/lab.js"></script>',
    }),
  );
  await answerWebCall(page, webCall);
  await page.goto(`${origin}/`);
}

export const test = base.extend<{ lab: Page }, { scripts: Scripts }>({
  scripts: [async ({}, use) => use(await bundleScripts()), { scope: 'worker' }],
  /** A page of its own with the SDK in it. */
  lab: async ({ page, scripts }, use) => {
    await openLab(page, scripts);
    await use(page);
  },
});

export { expect } from '@playwright/test';

type Ids = AssumptionId | readonly AssumptionId[];
type Body = (page: Page) => Promise<void>;

const list = (ids: Ids) => (typeof ids === 'string' ? [ids] : ids);

/**
 * A test that an assumption holds.
 *
 * @param value what was found, where no value is assumed
 */
export function holds(ids: Ids, body: Body, value?: string): void {
  test(titleOf(list(ids), value ? { value } : {}), ({ lab }) => body(lab));
}

/** A test of what the installed version does where the assumption is wrong. */
export function differs(ids: Ids, difference: string, body: Body): void {
  test(titleOf(list(ids), { difference }), ({ lab }) => body(lab));
}
