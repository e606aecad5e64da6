import { once } from 'node:events';
import { join } from 'node:path';
import { createForwardingProxy } from '@/__tests__/support/forwarding-proxy';
import { Processes } from '@/local/processes';
import { startSite } from '@/local/site';
import {
  findRandomFreePort,
  getTestPort,
  getTestSiteUrl,
  MANY_CALLS,
  TEST_DIST_DIR,
} from '@/scripts/test/test-site';
import { startTestStack, type TestStack } from '@/scripts/test/test-stack';

/** Starts one stack for the whole run. With `TEST_INSTANCES=2` two servers answer in turns. */
export default async function globalSetup() {
  process.env.TEST_FAULT_ROUTE = '1';
  Object.assign(process.env, MANY_CALLS);
  const isShared = process.env.TEST_INSTANCES === '2';
  const port = isShared ? await findRandomFreePort() : await getTestPort();
  const stack = await startTestStack('e2e', { port, siteUrl: await getTestSiteUrl() });
  const stopSecond = isShared ? await startSecondInstance(port, stack) : undefined;
  process.env.E2E_SITE_URL = stack.settings.SITE_URL;
  process.env.E2E_SUPABASE_URL = stack.settings.SUPABASE_URL;
  process.env.E2E_SUPABASE_SECRET_KEY = stack.settings.SUPABASE_SECRET_KEY;
  process.env.E2E_ALERTS_URL = stack.alertsUrl ?? '';
  return async () => {
    await stopSecond?.();
    await stack.stop();
  };
}

/** Starts a second server with the settings of the first, and a proxy at the build's address. */
async function startSecondInstance(firstPort: number, { settings, dataDir }: TestStack) {
  const processes = new Processes();
  const port = await findRandomFreePort();
  await startSite(processes, {
    port,
    siteUrl: await getTestSiteUrl(),
    distDir: TEST_DIST_DIR,
    settings,
    logDir: join(dataDir, 'second'),
  });
  let requests = 0;
  const getTarget = () => `http://127.0.0.1:${(requests += 1) % 2 ? port : firstPort}`;
  const proxy = createForwardingProxy(getTarget);
  await once(proxy.listen(await getTestPort(), '127.0.0.1'), 'listening');
  return async () => {
    proxy.close();
    await processes.stop();
  };
}
