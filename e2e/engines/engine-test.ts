import { test as base, expect } from '@playwright/test';
import { listUnexpected } from '../support/unexpected';
import { findBrowser, findEngine } from '@/scripts/tools/browser';
import { startChromium, startFirefox } from './playwright-engine';
import type { Engine, Visitor } from './visitor';
import { startWebKit } from './webkit-engine';

const engines = {
  chromium: { find: findBrowser, start: startChromium },
  firefox: { find: async () => findEngine('firefox'), start: startFirefox },
  webkit: { find: async () => findEngine('webkit'), start: startWebKit },
};

export interface WorkerOptions {
  engineName: keyof typeof engines;
  /** Undefined if it is not installed and could not be installed. */
  engine: Engine | undefined;
}

interface Fixtures {
  visitor: Visitor;
  /** Errors that a test expects, as substrings; every other one fails it. */
  expectedErrors: string[];
}

/**
 * A test with a visitor in the project's engine. Any error in the browser until its end
 * fails it.
 */
export const test = base.extend<Fixtures, WorkerOptions>({
  engineName: ['chromium', { scope: 'worker', option: true }],
  engine: [
    async ({ engineName }, use) => {
      const { find, start } = engines[engineName];
      const engine = (await find()) ? await start() : undefined;
      await use(engine);
      await engine?.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  expectedErrors: async ({}, use) => use([]),
  visitor: async ({ engine, engineName, expectedErrors }, use) => {
    const missing = `${engineName} could not be installed, so it was not tested.`;
    if (!engine && process.env.CI) throw new Error(missing);
    base.skip(!engine, missing);
    if (!engine) return;
    const visitor = await engine.visit();
    await use(visitor);
    const unexpected = listUnexpected(await visitor.listErrors(), expectedErrors);
    expect(unexpected, 'errors and policy violations in the console').toEqual([]);
    await visitor.leave();
  },
});

export { expect };
