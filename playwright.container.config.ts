import { defineConfig } from '@playwright/test';
import type { WorkerOptions } from './e2e/engines/test';

/** The image that the Dockerfile makes, and the main journeys on it (docs/hosting.md). */
export default defineConfig<object, WorkerOptions>({
  outputDir: 'test-results/container',
  globalSetup: './e2e/container/global-setup.ts',
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  projects: [
    { name: 'image', testDir: 'e2e/container' },
    {
      name: 'journeys',
      testDir: 'e2e/engines',
      use: { engineName: 'chromium' },
      grepInvert: /@no-call/,
    },
  ],
});
