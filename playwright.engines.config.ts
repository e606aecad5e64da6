import { defineConfig } from '@playwright/test';
import type { WorkerOptions } from './e2e/engines/test';

/** The main journeys in three engines: decision 026. */
export default defineConfig<object, WorkerOptions>({
  testDir: 'e2e/engines',
  outputDir: 'test-results/engines',
  globalSetup: './e2e/engines/global-setup.ts',
  // One browser of each engine, one after the other's journeys.
  fullyParallel: false,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A shared machine may stall for seconds, and there are no retries.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [
    ['list'],
    ['./e2e/engines/table-reporter.ts'],
    [
      'json',
      { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? 'test-results/engines.json' },
    ],
  ],
  projects: [
    { name: 'Chromium', use: { engineName: 'chromium' }, grepInvert: /@no-call/ },
    { name: 'Firefox', use: { engineName: 'firefox' }, grepInvert: /@no-call/ },
    // Built without WebRTC.
    { name: 'WebKitGTK', use: { engineName: 'webkit' }, grepInvert: /@call/ },
  ],
});
