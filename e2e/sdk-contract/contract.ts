import { expect, test as base, type Page } from '@playwright/test';
import { formatTitle, type Ids } from '@/__tests__/sdk-contract/assumptions';
import type { Attempt, Lab } from './page/lab';
import { bundleScripts, type Scripts } from './scripts';

/** The origin of the simulated services. */
const origin = 'https://voice.test';

/**
 * Opens a page with the SDK in it.
 *
 * @param provider the address of a local voice provider that serves the call; without one the page
 *   decides the response, and nothing else can be reached
 */
export async function openLab(page: Page, scripts: Scripts, provider?: string): Promise<void> {
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    const isMachine = pathname === '/call-machine.js';
    const body = provider && isMachine ? undefined : scripts[pathname];
    const contentType = pathname === '/' ? 'text/html' : 'text/javascript';
    if (body) return route.fulfill({ contentType, body });
    if (provider) return route.continue();
    if (pathname !== '/call/web') return route.abort();
    const { status, ...json } = await page.evaluate(() => window.lab.apiResponse);
    return route.fulfill({ status, json });
  });
  await page.goto(`${provider ?? origin}/`);
}

export const test = base.extend<{ lab: Page }, { scripts: Scripts }>({
  scripts: [async ({}, use) => use(await bundleScripts()), { scope: 'worker' }],
  /** A page with the SDK in it. */
  lab: async ({ page, scripts }, use) => {
    await openLab(page, scripts);
    await use(page);
  },
});

export { expect };

type PageFunction<Value> = (lab: Lab, value: Value) => unknown;

/** Runs a test's function in the page. It can use its two parameters only. */
async function runInPage<Value>(page: Page, observe: PageFunction<Value> | string, value: Value) {
  const handle = await page.evaluateHandle<{ run: PageFunction<unknown> }>(`({ run: ${observe} })`);
  return page.evaluate(([{ run }, given]) => run(window.lab, given), [handle, value] as const);
}

function createTest<Value>(title: string, observe: PageFunction<Value> | string) {
  const givesEach = (...rows: [value: Value, expected: unknown][]) =>
    test(title, async ({ lab }) => {
      for (const [index, [value, expected]] of rows.entries()) {
        if (index > 0) await lab.reload();
        expect(await runInPage(lab, observe, value)).toEqual(expected);
      }
    });
  return { gives: (expected: unknown) => givesEach([undefined as Value, expected]), givesEach };
}

/**
 * A test that an assumption holds. Complete with `.gives(expected)`, or with `.givesEach` for
 * several values, each in a page of its own.
 *
 * @param observe runs in the page; what it returns is compared
 * @param value what was found, where no value is assumed
 */
export const testHolds = <Value = void>(ids: Ids, observe: PageFunction<Value>, value?: string) =>
  createTest(formatTitle(ids, { value }), observe);

/** A test of what the installed version does where the assumption is wrong. */
export const testDiffers = <Value = void>(
  ids: Ids,
  difference: string,
  observe: PageFunction<Value>,
) => createTest(formatTitle(ids, { difference }), observe);

/** Like `testHolds`, in a started call. Its values are the voice API's responses. */
export const testHoldsInCall = (ids: Ids, observe: PageFunction<void>) =>
  createTest<object>(
    formatTitle(ids),
    `async (lab, answer) => { await lab.dial(answer); return (${observe})(lab); }`,
  );

/** Values that are refused, and the error message. */
export const createRefusal = (message: unknown, ...values: unknown[]) => ({ message, values });

/**
 * Tests of which values a call allows.
 *
 * @param on the call to try it on: created, joined, or none
 * @param difference what the installed version does where the assumption is wrong
 */
export const testRules =
  <Value>(on: 'call' | 'joined' | 'nothing', attempt: Attempt<Value>, difference?: string) =>
  (ids: Ids, allowed: Value[], ...refused: ReturnType<typeof createRefusal>[]) => {
    const values = [...allowed, ...refused.flatMap((refusal) => refusal.values)];
    const messages = refused.flatMap(({ values, message }) => values.map(() => message));
    const observation = `(lab, values) => lab.tryEach('${on}', values, ${attempt})`;
    const expected = [...allowed.map(() => null), ...messages];
    createTest<unknown[]>(formatTitle(ids, { difference }), observation).givesEach([
      values,
      expected,
    ]);
  };
