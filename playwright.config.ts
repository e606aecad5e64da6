import { resolve } from 'node:path';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import {
  browserArgs,
  findBrowser,
  findEngine,
  findQuickBrowser,
  microphoneGrantArg,
} from './scripts/tools/browser';

const { CI, E2E_SITE_URL, FULL, SUITE = 'site' } = process.env;

const createChromium = (executablePath: string | undefined) => ({
  launchOptions: {
    ...(executablePath ? { executablePath } : {}),
    args: [...browserArgs, microphoneGrantArg],
    // As on Windows, where scroll bars take room.
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
});

/** Firefox as Mozilla builds it, by WebDriver BiDi, instead of Playwright's own. */
const firefox: PlaywrightTestConfig['use'] = {
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: resolve('e2e/engines/firefox-esr.mjs'),
    env: { ...process.env, FIREFOX_PATH: findEngine('firefox') },
    firefoxUserPrefs: {
      // The driver loses a page that the back/forward cache brings back.
      'browser.sessionhistory.max_total_viewers': 0,
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
    },
  },
};

const journeys = { testDir: 'e2e', grep: /@engines/ };
const enginesOfDebian = [
  { name: 'Firefox', ...journeys, use: firefox },
  { name: 'WebKitGTK', testDir: 'e2e/engines', testMatch: '**/webkit.spec.ts' },
];

/**
 * Each suite has its own set-up, which Playwright cannot give a project. `SUITE` chooses one:
 * `SUITE=engines npx playwright test`. Without it, the tests of the site run.
 */
const suites: Record<string, PlaywrightTestConfig> = {
  site: {
    globalSetup: './e2e/support/global-setup.ts',
    fullyParallel: true,
    // More than cores: a test waits for half of its time.
    workers: 3,
    // Tests await conditions, which come late on a busy machine.
    timeout: 90_000,
    expect: { timeout: 20_000 },
    projects: [
      {
        name: 'site',
        testDir: 'e2e',
        // A pattern that begins with these names would match the checkout's folder, too.
        testIgnore: ['**/e2e/engines/**', '**/e2e/container/**'],
        use: createChromium(findQuickBrowser()),
      },
    ],
  },

  /** The main journeys in the browsers that people use: decision 026. */
  engines: {
    globalSetup: './e2e/engines/global-setup.ts',
    projects: [
      { name: 'Chromium', ...journeys, use: createChromium(findBrowser()) },
      ...(process.platform === 'linux' ? enginesOfDebian : []),
    ],
  },

  /** The image that the Dockerfile makes, and the main journeys on it (docs/hosting.md). */
  container: {
    globalSetup: './e2e/container/global-setup.ts',
    projects: [
      { name: 'image', testDir: 'e2e/container' },
      { name: 'journeys', ...journeys, use: createChromium(findBrowser()) },
    ],
  },
};

const suite = suites[SUITE];
if (!suite) throw new Error(`SUITE=${SUITE}: choose ${Object.keys(suites).join(', ')}.`);

export default defineConfig(
  {
    outputDir: `test-results/${SUITE}`,
    reporter: 'list',
    workers: 2,
    forbidOnly: Boolean(CI),
    // A busy machine may stall for seconds, and tests are not retried.
    timeout: 60_000,
    expect: { timeout: 15_000 },
    // Tests tagged @long run only in npm run test:full (docs/testing.md).
    ...(FULL ? {} : { grepInvert: /@long/ }),
    use: {
      // The global setup sets it before the workers start.
      ...(E2E_SITE_URL ? { baseURL: E2E_SITE_URL } : {}),
      // Recording takes a sixth of the time; `--trace on` makes traces where one is wanted.
      trace: 'off',
      screenshot: 'only-on-failure',
    },
  },
  suite,
);
