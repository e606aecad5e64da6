import { test as base, expect, type LaunchOptions } from '@playwright/test';
import { expectOnly } from './unexpected';
import { collectViolations } from './violations';

const PERSON_USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/143.0.0.0 Safari/537.36';

interface Fixtures {
  /** Console errors and page errors a test expects, as substrings; every other one fails it. */
  expectedErrors: string[];
  /** Policy violations that a test plants, as substrings; every other one fails it. */
  expectedViolations: string[];
  errors: string[];
  violations: string[];
}

/**
 * Playwright's test, which fails on an unexpected console error, page error or violation of the
 * content security policy.
 */
export const test = base.extend<Fixtures>({
  expectedErrors: async ({}, use) => use([]),
  errors: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error')
          errors.push(`${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      await use(errors);
      expectOnly(expectedErrors, errors);
    },
    { auto: true },
  ],
  expectedViolations: async ({}, use) => use([]),
  violations: [
    async ({ context, expectedViolations }, use) => {
      const violations = await collectViolations(context);
      await use(violations);
      expectOnly(expectedViolations, violations);
    },
    { auto: true },
  ],
});

export { expect };

/**
 * Launch options that hide that the browser is headless: our server does not count such visits.
 * A request sent on leaving a page has the browser's own user agent, not the context's. Firefox
 * doesn't say that it is headless.
 */
export async function usePersonUserAgent(
  { launchOptions, browserName }: { launchOptions: LaunchOptions; browserName: string },
  use: (options: LaunchOptions) => Promise<void>,
): Promise<void> {
  const args = browserName === 'chromium' ? [`--user-agent=${PERSON_USER_AGENT}`] : [];
  await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] });
}

/** Marks a journey that runs in every engine (docs/testing.md). */
export const engines = { tag: '@engines' };

/** Marks a test that only the long form runs (docs/testing.md). */
export const long = { tag: '@long' };
