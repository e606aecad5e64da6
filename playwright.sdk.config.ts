import { defineConfig } from '@playwright/test';
import { browserArgs, findBrowser } from './proofs/browser.mjs';

// The headless shell cannot ask for the microphone's permission.
const executablePath = await findBrowser();

/** The contract with the voice SDK: a page of its own and no server, so nothing else has to be up. */
export default defineConfig({
  testDir: 'e2e/sdk-contract',
  outputDir: 'test-results/sdk-contract',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  timeout: 15_000,
  expect: { timeout: 3_000 },
  use: {
    permissions: ['microphone', 'camera'],
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [...browserArgs, '--autoplay-policy=no-user-gesture-required'],
    },
  },
});
