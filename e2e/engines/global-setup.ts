import { ensureEngine } from '@/scripts/tools/browser';
import startSite from '../support/global-setup';

/** Installs the engines where possible, and starts one stack for all of them. */
export default async function globalSetup() {
  for (const engine of ['chromium', 'firefox', 'webkit'] as const) await ensureEngine(engine);
  return startSite();
}
