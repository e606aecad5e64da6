import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Processes } from './processes';
import { freePort } from './ports.mjs';
import { startSite } from './site';
import { startSupabaseLite, type SupabaseLite } from './supabase-lite';
import { voiceSettings } from './voice-settings';

export interface StackOptions {
  mode: 'production' | 'development';
  /** Keeps database, keys, logs and the state file; relative to the repository. */
  dataDir: string;
  /** Next's output folder, relative to the repository. */
  distDir: string;
  /** The site's port; the first free one from 3000 when absent. */
  port?: number;
  /** Where to look for the database's port; 54321 when absent. */
  firstDatabasePort?: number;
  say?: (line: string) => void;
}

export interface Stack {
  siteUrl: string;
  studioUrl: string;
  database: SupabaseLite;
  /** Settles with a sentence when a part ends by itself. */
  crashed: Promise<string>;
  stop: () => Promise<void>;
}

/**
 * Starts the whole product on one machine: embedded database, local voice
 * provider, then the site on them. While it runs,
 * `<dataDir>/state.json` (readable by this user only) tells ops commands where it is.
 *
 * @throws when a part does not start; nothing is left running then
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { mode, distDir, say = () => {} } = options;
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const stateFile = join(dataDir, 'state.json');
  const port = options.port ?? (await freePort(3000));
  const siteUrl = `http://localhost:${port}`;
  const processes = new Processes();
  const stop = async () => {
    await processes.stop();
    rmSync(stateFile, { force: true });
  };
  try {
    say('Starting the database …');
    const database = await startSupabaseLite(processes, {
      dataDir,
      firstPort: options.firstDatabasePort ?? 54321,
      taken: [port],
    });
    const voice = await voiceSettings(processes, { dataDir, taken: [port] });
    const settings = {
      SUPABASE_URL: database.url,
      SUPABASE_SECRET_KEY: database.secretKey,
      ...voice,
    };
    say('Starting the site …');
    const logDir = join(dataDir, 'logs');
    await startSite(processes, { mode, port, siteUrl, distDir, settings, logDir, say });
    const state = {
      siteUrl,
      supabaseUrl: database.url,
      supabaseSecretKey: database.secretKey,
      studioUrl: database.url,
      pids: processes.pids,
    };
    writeFileSync(stateFile, JSON.stringify(state, null, 2), { mode: 0o600 });
    return { siteUrl, studioUrl: database.url, database, crashed: processes.crashed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
