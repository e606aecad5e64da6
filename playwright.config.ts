import { defineConfig } from '@playwright/test';
import { browserArgs, findQuickBrowser, grantMicrophone } from './proofs/browser.mjs';

const executablePath = await findQuickBrowser();

export default defineConfig({
  testDir: 'e2e',
  testIgnore: [
    // They have a configuration of their own. A pattern that began with their names would match the checkout's folder, too.
    '**/e2e/sdk-contract/**',
    '**/e2e/engines/**',
    '**/e2e/container/**',
  ],
  outputDir: 'test-results',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  // More than cores: a test waits for half of its time.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // What only the long form runs: docs/testing.md has the list.
  ...(process.env.FULL ? {} : { grepInvert: /@long/ }),
  // Tests await conditions, which come late on a busy machine.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    // Set by the global setup, which runs before the workers start.
    ...(process.env.E2E_SITE_URL ? { baseURL: process.env.E2E_SITE_URL } : {}),
    // Recording takes a sixth of the time; `--trace on` makes traces where one is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [...browserArgs, grantMicrophone],
    },
  },
});
