import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/browser.mjs';

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
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--use-fake-device-for-media-stream',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
});
