import { ensureEngine } from '../../test-support/browser.mjs';
import startSite from '../global-setup';

/** The engines, as far as they can be had, and one stack for all of them. */
export default async function globalSetup() {
  for (const engine of ['chromium', 'firefox', 'webkit'] as const) await ensureEngine(engine);
  return startSite();
}
