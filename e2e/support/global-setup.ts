import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findRandomFreePort } from '../../local/ports';
import { startStack } from '../../local/stack';
import { MANY_CALLS, TEST_DIST_DIR, getTestPort } from '../../scripts/test/test-site';

/**
 * Starts one stack for the whole run, with its own data and build; nothing of `npm run local` is
 * touched.
 */
export default async function globalSetup() {
  process.env.TEST_FAULT_ROUTE = '1';
  Object.assign(process.env, MANY_CALLS);
  mkdirSync('.data', { recursive: true });
  const dataDir = mkdtempSync(join('.data', 'e2e-'));
  const stack = await startStack({
    mode: 'production',
    dataDir,
    distDir: TEST_DIST_DIR,
    port: await getTestPort(),
    instances: Number(process.env.TEST_INSTANCES ?? 1),
    // Keeps clear of a stack that may be starting at the same time.
    firstDatabasePort: await findRandomFreePort(),
    say: (line) => process.stdout.write(`${line}\n`),
  });
  process.env.E2E_SITE_URL = stack.siteUrl;
  process.env.E2E_SUPABASE_URL = stack.database.url;
  process.env.E2E_SUPABASE_SECRET_KEY = stack.database.secretKey;
  process.env.E2E_ALERTS_URL = stack.alertsUrl ?? '';
  return async () => {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
