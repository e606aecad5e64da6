import type { Instance } from '../../scripts/test/test-stack';
import { getTestSiteUrl } from '../../scripts/test/test-site';
import { type Deployment, startDeployment } from '../support/deployment';
import { startProxy } from '../support/network';

export const ADDRESS_HEADER = 'x-real-ip';

/** What is attacked: two instances on real PostgreSQL. */
interface Target extends Deployment {
  origin: string;
  sites: [Instance, Instance];
}

let target: Target;
export const getTarget = () => target;

/**
 * Starts what is attacked before the tests of a file, and sets the environment for handlers that
 * are called in this process.
 *
 * @param prepare what comes first; returns settings of all instances
 */
export function setUpTarget(prepare: () => Promise<Record<string, string>> = async () => ({})) {
  jest.setTimeout((process.env.FULL ? 60 : 3) * 60_000);
  beforeAll(async () => {
    const settings = { TRUSTED_IP_HEADER: ADDRESS_HEADER, ...(await prepare()) };
    const deployment = await startDeployment(settings);
    const { database, startSite } = deployment;
    const origin = await getTestSiteUrl();
    const environment = { SUPABASE_URL: database.url, SUPABASE_SECRET_KEY: database.secretKey };
    Object.assign(process.env, settings, environment, { SITE_URL: origin });
    target = { ...deployment, origin, sites: [await startSite(), await startSite()] };
  });
  afterAll(() => target?.stop());
}

/** Starts an instance whose calls to the database go through a proxy. */
export async function startSiteBehindProxy() {
  const proxy = await startProxy(() => target.database.url);
  const site = await target.startSite({ SUPABASE_URL: proxy.url });
  const stop = async () => {
    await site.stop();
    proxy.close();
  };
  return { proxy, site, stop };
}

/** Prints what a run reached: a test that passes does not say by how much. */
export const printFigure = (what: string, figure: string | number) =>
  process.stdout.write(`· ${what}: ${figure}\n`);
