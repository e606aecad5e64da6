import { AxeBuilder } from '@axe-core/playwright';
import {
  test as base,
  expect,
  type LaunchOptions,
  type Locator,
  type Page,
  type Route,
} from '@playwright/test';
import { findLowContrast } from '../accessibility/contrast';
import { collectViolations } from './violations';

const PERSON_USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/143.0.0.0 Safari/537.36';

interface Fixtures {
  /** Console errors and page errors a test expects, as substrings; every other one fails it. */
  expectedErrors: string[];
  /** Policy violations that a test plants, as substrings; every other one fails it. */
  expectedViolations: string[];
  noUnexpectedErrors: void;
  violations: string[];
}

/**
 * Playwright's test, which fails on an unexpected console error, page error or violation of the
 * content security policy.
 */
export const test = base.extend<Fixtures>({
  expectedErrors: async ({}, use) => use([]),
  noUnexpectedErrors: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error')
          errors.push(`${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      await use();
      const unexpected = errors.filter(
        (text) => !expectedErrors.some((part) => text.includes(part)),
      );
      expect(unexpected).toEqual([]);
    },
    { auto: true },
  ],
  expectedViolations: async ({}, use) => use([]),
  violations: [
    async ({ context, expectedViolations }, use) => {
      const violations = await collectViolations(context);
      await use(violations);
      const unexpected = violations.filter(
        (text) => !expectedViolations.some((part) => text.includes(part)),
      );
      expect(unexpected, 'violations of the content security policy').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/**
 * Launch options that hide that the browser is headless: our server does not count such visits.
 * A request sent on leaving a page has the browser's own user agent, not the context's.
 */
export async function usePersonUserAgent(
  { launchOptions }: { launchOptions: LaunchOptions },
  use: (options: LaunchOptions) => Promise<void>,
): Promise<void> {
  const args = [...(launchOptions.args ?? []), `--user-agent=${PERSON_USER_AGENT}`];
  await use({ ...launchOptions, args });
}

/** Marks a test that only the long form runs; docs/testing.md names its quick counterpart. */
export const long = { tag: '@long' };

/**
 * Waits until the page has painted twice and its scripts are idle. All requests that they made are
 * known by then.
 */
export const waitUntilSettled = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 5_000 })),
        );
      }),
  );

/**
 * Fails on any accessibility violation in the page as it stands (WCAG 2.2 A, AA, AAA contrast, best
 * practice), and on whatever axe leaves open. Contrast is the one thing it may leave open: that is
 * measured on the pixels instead.
 *
 * @param part a selector of all that is looked at; the whole page when absent
 */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  // Text that is about to appear is checked in its final state. Ornaments may move.
  await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => !(effect as KeyframeEffect).target?.closest('[aria-hidden]'))
      .forEach((animation) => animation.finish()),
  );
  // Forced colors are the visitor's own; axe still reads the page's colors under them.
  const isContrastChecked = await page.evaluate(
    () => !matchMedia('(forced-colors: active)').matches,
  );
  const { violations, incomplete } = await new AxeBuilder({ page })
    .include(part)
    // First, as it resets what was set before.
    .options({
      rules: {
        'color-contrast': { enabled: isContrastChecked },
        'color-contrast-enhanced': { enabled: isContrastChecked },
        // WCAG 2.5.3; axe still calls it an experiment.
        'label-content-name-mismatch': { enabled: true },
      },
    })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const formatResults = (results: typeof violations) =>
    results.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
  const [contrast, open] = [true, false].map((wanted) =>
    incomplete.filter(({ id }) => id.startsWith('color-contrast') === wanted),
  ) as [typeof incomplete, typeof incomplete];
  expect(formatResults(violations)).toEqual([]);
  expect(formatResults(open), 'left open by axe').toEqual([]);
  const selectors = contrast.flatMap(({ nodes }) => nodes.map(({ target }) => String(target)));
  expect(await findLowContrast(page, selectors), 'contrast on the pixels').toEqual([]);
}

interface RequestRow {
  id: string;
  service_type: string;
  email: string;
  message: string | null;
  suspected_spam: boolean;
}

/** Reads the stored requests of an address from the embedded database, as ops would. */
export async function readStoredRequests(email: string): Promise<RequestRow[]> {
  const { E2E_SUPABASE_URL, E2E_SUPABASE_SECRET_KEY = '' } = process.env;
  const url = new URL('/rest/v1/strategy_sessions', E2E_SUPABASE_URL);
  url.searchParams.set('email', `eq.${email}`);
  const response = await fetch(url, { headers: { apikey: E2E_SUPABASE_SECRET_KEY } });
  expect(response.status).toBe(200);
  return (await response.json()) as RequestRow[];
}

export const hasReactRoot = (page: Page) =>
  page.evaluate(() => Object.keys(document).some((key) => key.startsWith('__reactContainer')));

/**
 * Waits until React has hydrated an element. A form sent earlier is posted natively, which
 * before-hydration.spec.ts tests.
 */
export const waitForReactHandlers = (element: Locator) =>
  expect
    .poll(() =>
      element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps'))),
    )
    .toBe(true);

export const createEmail = () => `visitor-${crypto.randomUUID()}@example.com`;

/**
 * Holds back requests to an address: all, or the first `times`. Returns a function that lets them
 * and all later ones pass.
 */
export async function holdBack(
  page: Page,
  url: string,
  options: { times?: number } = {},
): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const hold = async (route: Route) => {
    await released;
    // The page may have aborted the request.
    await route.continue().catch(() => undefined);
  };
  await page.route(url, hold, options);
  return release;
}
