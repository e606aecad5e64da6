import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres, type TestDatabase } from '../databases/databases';
import { freePort } from '../../local/ports.mjs';
import { Processes } from '../../local/processes';
import { startSite } from '../../local/site';
import { TEST_DIST_DIR, testSiteUrl } from '../test-site.mjs';

const FIRST_PORT = 45100;

export const ADDRESS_HEADER = 'x-real-ip';

export interface Site {
  url: string;
  port: number;
  pid: number;
  /** What the server printed so far. */
  log: () => string;
  /** Asks it to end, as a host does, and waits. */
  terminate: () => Promise<void>;
}

export interface World {
  origin: string;
  database: Required<TestDatabase>;
  /** Starts one more instance of the production server, with other settings than the rest where some are given. */
  start: (settings?: Record<string, string>) => Promise<Site>;
  logs: () => string;
  dataDir: string;
  stop: () => Promise<void>;
}

const taken: number[] = [];

/** A port nobody else in this run gets. */
export async function ownPort(): Promise<number> {
  const port = await freePort(FIRST_PORT, taken);
  taken.push(port);
  return port;
}

/** Real PostgreSQL and PostgREST, and as many production servers as the proofs need. */
export async function startWorld(dataDir: string): Promise<World> {
  mkdirSync(dataDir, { recursive: true });
  const database = (await startPostgres()) as Required<TestDatabase>;
  const origin = await testSiteUrl();
  const sites: { log: () => string; stop: () => Promise<void> }[] = [];

  const start = async (settings: Record<string, string> = {}) => {
    const port = await ownPort();
    const processes = new Processes();
    const logDir = join(dataDir, `site-${port}`);
    await startSite(processes, {
      mode: 'production',
      port,
      siteUrl: origin,
      distDir: TEST_DIST_DIR,
      settings: {
        SUPABASE_URL: database.url,
        SUPABASE_SECRET_KEY: database.secretKey,
        TRUSTED_IP_HEADER: ADDRESS_HEADER,
        ...settings,
      },
      logDir,
      say: (line) => console.log(line),
    });
    const site: Site = {
      url: `http://127.0.0.1:${port}`,
      port,
      pid: processes.pids[0] ?? 0,
      log: () => readFileSync(join(logDir, 'site.log'), 'utf8'),
      terminate: () => processes.stop(),
    };
    sites.push({ log: site.log, stop: site.terminate });
    return site;
  };
  return {
    origin,
    database,
    start,
    dataDir,
    logs: () => sites.map(({ log }) => log()).join('\n'),
    stop: async () => {
      await Promise.all(sites.map(({ stop }) => stop()));
      await database.stop();
    },
  };
}
