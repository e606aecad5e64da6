import { findRandomFreePort } from '@/local/ports';
import { MANY_CALLS } from '@/scripts/test/test-site';
import { startTestStack } from '@/scripts/test/test-stack';

/** Starts one stack for the whole run. */
export default async function globalSetup() {
  process.env.TEST_FAULT_ROUTE = '1';
  Object.assign(process.env, MANY_CALLS);
  const stack = await startTestStack('e2e', {
    instances: Number(process.env.TEST_INSTANCES ?? 1),
    // Keeps clear of a stack that may be starting at the same time.
    firstDatabasePort: await findRandomFreePort(),
  });
  process.env.E2E_SITE_URL = stack.siteUrl;
  process.env.E2E_SUPABASE_URL = stack.database.url;
  process.env.E2E_SUPABASE_SECRET_KEY = stack.database.secretKey;
  process.env.E2E_ALERTS_URL = stack.alertsUrl ?? '';
  return stack.stop;
}
