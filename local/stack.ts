import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join, resolve } from 'node:path';
import { startAlerts } from './alerts/start-alerts';
import { Processes } from './processes/processes';
import { findRandomFreePort, findFreePort } from './ports';
import { createRoundRobinProxy } from './round-robin';
import { startSite } from './site';
import { startSupabaseLite, type SupabaseLite } from './supabase-lite';
import { startVoice } from './voice/start-voice';

export interface StackOptions {
  mode: 'production' | 'development';
  /** For database, keys, logs and the state file; relative to the repository. */
  dataDir: string;
  /** Next's output folder, relative to the repository. */
  distDir: string;
  /** The first free one from 3000 by default. */
  port?: number;
  /** Servers that share the site's port in turns; 1 by default. */
  instances?: number;
  /** The database takes the first free port from here; 54321 by default. */
  firstDatabasePort?: number;
  say?: (line: string) => void;
  /** Gets the alerts and mails that the site sends. */
  showAlerts?: (text: string) => void;
}

export interface Stack {
  siteUrl: string;
  studioUrl: string;
  database: SupabaseLite;
  /** Lists sent alerts and mails; absent if the user has set their own channels. */
  alertsUrl?: string | undefined;
  /** Resolves with a sentence when a part ends unexpectedly. */
  crashed: Promise<string>;
  stop: () => Promise<void>;
}

/** Starts the product with local services. Ops commands read `<dataDir>/state.json`. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { mode, distDir, instances = 1, say = () => {} } = options;
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const stateFile = join(dataDir, 'state.json');
  const port = options.port ?? (await findFreePort(3000));
  const siteUrl = `http://localhost:${port}`;
  const processes = new Processes();
  let proxy: Server | undefined;
  const stop = async () => {
    proxy?.close();
    await processes.stop();
    rmSync(stateFile, { force: true });
  };
  try {
    say('Starting the database …');
    const firstPort = options.firstDatabasePort ?? 54321;
    const [database, voice, alerts] = await Promise.all([
      startSupabaseLite(processes, { dataDir, firstPort, taken: [port] }),
      startVoice(processes, { dataDir, sitePort: port }),
      startAlerts(processes, { dataDir, sitePort: port, say: options.showAlerts }),
    ]);
    const settings = {
      SUPABASE_URL: database.url,
      SUPABASE_SECRET_KEY: database.secretKey,
      ...voice,
      ...alerts.settings,
    };
    say('Starting the site …');
    const logDir = join(dataDir, 'logs');
    const siteOptions = { mode, siteUrl, distDir, settings, say };
    if (instances === 1) await startSite(processes, { ...siteOptions, port, logDir });
    else {
      const origins: string[] = [];
      for (let instance = 1; instance <= instances; instance += 1) {
        const own = { name: `site ${instance}`, port: await findRandomFreePort() };
        await startSite(processes, { ...siteOptions, ...own, logDir: join(logDir, own.name) });
        origins.push(`http://127.0.0.1:${own.port}`);
      }
      proxy = createRoundRobinProxy(() => origins);
      await once(proxy.listen(port, '127.0.0.1'), 'listening');
    }
    const { url, secretKey } = database;
    const state = {
      siteUrl,
      supabaseUrl: url,
      supabaseSecretKey: secretKey,
      studioUrl: url,
      // `npm run doctor` reads these.
      settings: { ...settings, SITE_URL: siteUrl },
      pids: processes.pids,
    };
    writeFileSync(stateFile, JSON.stringify(state, null, 2), { mode: 0o600 });
    const { crashed } = processes;
    return { siteUrl, studioUrl: url, database, alertsUrl: alerts.alertsUrl, crashed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
