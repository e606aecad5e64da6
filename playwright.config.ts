import { defineConfig } from '@playwright/test';
import { browserArgs, findBrowser, grantMicrophone } from './scripts/browser.mjs';

const executablePath = await findBrowser();

export default defineConfig({
  testDir: 'e2e',
  // Has a configuration of its own: it needs no running product.
  testIgnore: 'sdk-contract/**',
  outputDir: 'test-results',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A shared machine may stall for seconds; a test that passes only the second time is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 30_000,
  expect: { timeout: 7_500 },
  use: {
    // Set by the global setup, which runs before the workers start.
    ...(process.env.E2E_SITE_URL ? { baseURL: process.env.E2E_SITE_URL } : {}),
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [...browserArgs, grantMicrophone],
    },
  },
});
