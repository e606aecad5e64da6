import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { site } from '../lib/content/site';
import { type AlertReceiver, startAlertReceiver } from './alert-receiver';
import { Processes } from './processes';
import { startSite, type SiteOptions } from './site';
import { startSupabaseLite } from './supabase-lite';
import { startVoice } from './voice/start-voice';

export interface StackOptions extends Pick<SiteOptions, 'mode' | 'distDir'> {
  /** For database, logs and the state file; relative to the repository. */
  dataDir: string;
  port: number;
  /** At that port by default. */
  siteUrl?: string;
  /** Gets what stops the parts that have started. */
  onStarting?: (stop: Stack['stop']) => void;
  showAlert?: (text: string) => void;
  /** Gets a sentence when a part ends by itself. */
  onCrash?: (sentence: string) => void;
}

export interface Stack {
  /** Of the site: its address, the database, and what the user has not set. */
  settings: Record<'SITE_URL' | 'SUPABASE_URL' | 'SUPABASE_SECRET_KEY', string>;
  /** Lists sent alerts and mails; absent if the user has set their own channels. */
  alertsUrl: string | undefined;
  stop: () => Promise<void>;
}

/** Deletes only what a stack has made: the folder may hold other files. */
export function deleteData(dataDir: string): void {
  for (const name of ['pglite', 'unfinished', 'logs', 'config.toml', 'state.json'])
    rmSync(join(dataDir, name), { recursive: true, force: true });
}

const PARTS = { startSupabaseLite, startVoice, startSite };

/** Commands find a running stack through `<dataDir>/state.json`. */
export async function startStack(options: StackOptions, parts = PARTS): Promise<Stack> {
  const { mode, distDir, port, siteUrl = `http://localhost:${port}` } = options;
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const stateFile = join(dataDir, 'state.json');
  const logDir = join(dataDir, 'logs');
  const processes = new Processes(options.onCrash);
  const { ALERT_WEBHOOK_URL, ALERT_SMTP_URL } = process.env;
  let alerts: AlertReceiver | undefined;
  if (!ALERT_WEBHOOK_URL && !ALERT_SMTP_URL) alerts = await startAlertReceiver(options.showAlert);
  const stop = async () => {
    await processes.stop();
    alerts?.close();
    rmSync(stateFile, { force: true });
  };

  options.onStarting?.(stop);
  try {
    console.log('Starting the database …');
    const [databaseSettings, voiceSettings] = await Promise.all([
      parts.startSupabaseLite(processes, { dataDir, firstPort: port + 1 }),
      parts.startVoice(processes, { dataDir, sitePort: port }),
    ]);
    const settings = {
      SITE_URL: siteUrl,
      ...databaseSettings,
      ...voiceSettings,
      ...(alerts && {
        ALERT_WEBHOOK_URL: `${alerts.url}/webhook`,
        ALERT_WEBHOOK_KIND: 'json',
        ALERT_SMTP_URL: alerts.smtpUrl,
        ALERT_MAIL_TO: site.contactMail,
      }),
    };
    // Before the site is built: until then, a second start would take the same database.
    const state = { settings, pids: processes.pids };
    writeFileSync(stateFile, JSON.stringify(state, null, 2), { mode: 0o600 });
    console.log('Starting the site …');
    await parts.startSite(processes, { mode, port, siteUrl, distDir, settings, logDir });
    return { settings, alertsUrl: alerts?.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
