import { startProxy } from '@/__tests__/support/network';
import {
  findRandomFreePort,
  getTestPort,
  getTestSiteUrl,
  MANY_CALLS,
} from '@/scripts/test/test-site';
import { startInstance, startTestStack } from '@/scripts/test/test-stack';

/** Starts one stack for the whole run. With `TEST_INSTANCES=2` two servers answer in turns. */
export default async function globalSetup() {
  Object.assign(process.env, MANY_CALLS);
  const isShared = process.env.TEST_INSTANCES === '2';
  const port = isShared ? await findRandomFreePort() : await getTestPort();
  const stack = await startTestStack('e2e', { port, siteUrl: await getTestSiteUrl() });
  const { settings, dataDir } = stack;
  const stopSecond = isShared ? await startSecond(`http://127.0.0.1:${port}`) : undefined;
  process.env.E2E_SITE_URL = settings.SITE_URL;
  process.env.E2E_SUPABASE_URL = settings.SUPABASE_URL;
  process.env.E2E_SUPABASE_SECRET_KEY = settings.SUPABASE_SECRET_KEY;
  process.env.E2E_ALERTS_URL = stack.alertsUrl ?? '';
  return async () => {
    await stopSecond?.();
    await stack.stop();
  };

  /** Starts a second server with the same settings, and a proxy at the build's address. */
  async function startSecond(firstUrl: string) {
    const second = await startInstance(dataDir, settings);
    let requests = 0;
    const takeTurns = () => ((requests += 1) % 2 ? second.url : firstUrl);
    const proxy = await startProxy(takeTurns, { port: await getTestPort() });
    return async () => {
      proxy.close();
      await second.stop();
    };
  }
}
