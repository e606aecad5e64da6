import {
  defineConfig,
  type PlaywrightTestConfig,
  type ReporterDescription,
} from '@playwright/test';
import type { WorkerOptions } from './e2e/engines/engine-test';
import { browserArgs, findQuickBrowser, microphoneGrantArg } from './scripts/tools/browser';

type Config = PlaywrightTestConfig<object, WorkerOptions>;

const executablePath = findQuickBrowser();
const { CI, E2E_SITE_URL, FULL, PLAYWRIGHT_JSON_OUTPUT_NAME, SUITE = 'site' } = process.env;
/** `npm test` sets that name, and counts the tests. */
const reporter: ReporterDescription[] = [
  ['list'],
  ...(PLAYWRIGHT_JSON_OUTPUT_NAME ? [['json'] as const] : []),
];

/**
 * Each suite has its own set-up, which Playwright cannot give a project. `SUITE` chooses one:
 * `SUITE=engines npx playwright test`. Without it, the tests of the site run.
 */
const suites: Record<string, () => Config | Promise<Config>> = {
  site: async () => ({
    globalSetup: './e2e/support/global-setup.ts',
    fullyParallel: true,
    // More than cores: a test waits for half of its time.
    workers: 3,
    // Tests await conditions, which come late on a busy machine.
    timeout: 90_000,
    expect: { timeout: 20_000 },
    // Tests tagged @long run only in npm run test:full (docs/testing.md).
    ...(FULL ? {} : { grepInvert: /@long/ }),
    projects: [
      {
        name: 'site',
        testDir: 'e2e',
        // A pattern that begins with these names would match the checkout's folder, too.
        testIgnore: ['**/e2e/engines/**', '**/e2e/container/**'],
      },
    ],
    use: {
      // The global setup sets it before the workers start.
      ...(E2E_SITE_URL ? { baseURL: E2E_SITE_URL } : {}),
      // Recording takes a sixth of the time; `--trace on` makes traces where one is wanted.
      trace: 'off',
      screenshot: 'only-on-failure',
      launchOptions: {
        ...(executablePath ? { executablePath } : {}),
        args: [...browserArgs, microphoneGrantArg],
        // As on Windows, where scroll bars take room.
        ignoreDefaultArgs: ['--hide-scrollbars'],
      },
    },
  }),

  /** The main journeys in three engines: decision 026. */
  engines: () => ({
    testDir: 'e2e/engines',
    globalSetup: './e2e/engines/global-setup.ts',
    // One browser of each engine runs its journeys one after the other.
    fullyParallel: false,
    reporter: [...reporter, ['./e2e/engines/table-reporter.ts']],
    projects: [
      { name: 'Chromium', use: { engineName: 'chromium' }, grepInvert: /@no-call/ },
      { name: 'Firefox', use: { engineName: 'firefox' }, grepInvert: /@no-call/ },
      // Debian builds it without WebRTC.
      { name: 'WebKitGTK', use: { engineName: 'webkit' }, grepInvert: /@call/ },
    ],
  }),

  /** The image that the Dockerfile makes, and the main journeys on it (docs/hosting.md). */
  container: () => ({
    globalSetup: './e2e/container/global-setup.ts',
    projects: [
      { name: 'image', testDir: 'e2e/container' },
      {
        name: 'journeys',
        testDir: 'e2e/engines',
        use: { engineName: 'chromium' },
        grepInvert: /@no-call/,
      },
    ],
  }),
};

const suite = suites[SUITE];
if (!suite) throw new Error(`SUITE=${SUITE}: choose ${Object.keys(suites).join(', ')}.`);

export default defineConfig<object, WorkerOptions>(
  {
    outputDir: `test-results/${SUITE}`,
    reporter,
    workers: 2,
    forbidOnly: Boolean(CI),
    // A busy machine may stall for seconds, and tests are not retried.
    timeout: 60_000,
    expect: { timeout: 15_000 },
  },
  await suite(),
);
