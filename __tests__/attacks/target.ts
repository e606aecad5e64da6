import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres, type TestDatabase } from '../support/databases/databases';
import { findPostgresProblem } from '../../scripts/test/find-postgres-problem';
import { Processes } from '../../local/processes';
import { startSite } from '../../local/site';
import { findRandomFreePort, getTestSiteUrl, TEST_DIST_DIR } from '../../scripts/test/test-site';

export const ADDRESS_HEADER = 'x-real-ip';

export interface Site {
  url: string;
  pid: number;
  readLog: () => string;
  /** Sends SIGTERM, as a host does, and waits for the end. */
  terminate: () => Promise<void>;
}

/** What is attacked. */
interface Target {
  origin: string;
  database: Required<TestDatabase>;
  /** Two instances of the production server. */
  sites: [Site, Site];
  start: (settings?: Record<string, string>) => Promise<Site>;
  readLogs: () => string;
  dataDir: string;
  stop: () => Promise<void>;
}

let target: Target;
export const getTarget = () => target;

/**
 * Starts real PostgreSQL, PostgREST and two production servers before the tests of a file; sets the
 * environment for handlers that are called in this process.
 *
 * @param extraSettings settings of all servers
 */
export function setUpTarget(extraSettings: Record<string, string> = {}): void {
  beforeAll(async () => void (target = await startTarget(extraSettings)));
  afterAll(() => target?.stop());
}

async function startTarget(extraSettings: Record<string, string>): Promise<Target> {
  const problem = findPostgresProblem();
  if (problem) throw new Error(`Real PostgreSQL is needed: ${problem}`);
  mkdirSync('.data', { recursive: true });
  const dataDir = mkdtempSync(join('.data', 'trust-'));
  const database = (await startPostgres()) as Required<TestDatabase>;
  const origin = await getTestSiteUrl();
  const settings = {
    SUPABASE_URL: database.url,
    SUPABASE_SECRET_KEY: database.secretKey,
    TRUSTED_IP_HEADER: ADDRESS_HEADER,
    // Not those of a developer's own .env.
    ALERT_WEBHOOK_URL: '',
    ALERT_WEBHOOK_KIND: '',
    ALERT_WEBHOOK_SECRET: '',
    ALERT_SMTP_URL: '',
    ALERT_MAIL_TO: '',
    ...extraSettings,
  };
  Object.assign(process.env, settings, { SITE_URL: origin });
  const startedSites: Site[] = [];

  const start = async (changedSettings: Record<string, string> = {}) => {
    const port = await findRandomFreePort();
    const processes = new Processes();
    const logDir = join(dataDir, `site-${port}`);
    await startSite(processes, {
      port,
      siteUrl: origin,
      distDir: TEST_DIST_DIR,
      settings: { ...settings, ...changedSettings },
      logDir,
    });
    const site: Site = {
      url: `http://127.0.0.1:${port}`,
      pid: processes.pids[0] ?? 0,
      readLog: () => readFileSync(join(logDir, 'site.log'), 'utf8'),
      terminate: () => processes.stop(),
    };
    startedSites.push(site);
    return site;
  };
  const stop = async () => {
    await Promise.all(startedSites.map(({ terminate }) => terminate()));
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const sites: [Site, Site] = [await start(), await start()];
    const joinLogs = () => startedSites.map(({ readLog }) => readLog()).join('\n');
    return { origin, database, sites, start, readLogs: joinLogs, dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Prints what a run reached: a test that passes does not say by how much. */
export const printFigure = (what: string, figure: string | number) =>
  process.stdout.write(`· ${what}: ${figure}\n`);
