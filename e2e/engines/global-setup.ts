import { ensureEngine } from '@/scripts/tools/browser';
import startSite from '../support/global-setup';

/** Installs the engines where possible, and starts one stack for all of them. */
export default async function globalSetup() {
  await ensureEngine('chromium');
  await ensureEngine('firefox');
  // Only the long form needs it.
  if (process.env.FULL) await ensureEngine('webkit');
  return startSite();
}
