import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { site } from '../lib/content/site';
import { type AlertReceiver, startAlertReceiver } from './alert-receiver';
import { findFreePort } from './ports';
import { Processes } from './processes';
import { startSite, type SiteOptions } from './site';
import { startSupabaseLite, type SupabaseLite } from './supabase-lite';
import { startVoice } from './voice/start-voice';

export interface StackOptions extends Pick<SiteOptions, 'mode' | 'distDir' | 'say'> {
  /** For database, logs and the state file; relative to the repository. */
  dataDir: string;
  /** The first free one from 3000 by default. */
  port?: number | undefined;
  /** At that port by default. */
  siteUrl?: string;
  showAlert?: (text: string) => void;
}

export interface Stack {
  siteUrl: string;
  database: SupabaseLite;
  /** Lists sent alerts and mails; absent if the user has set their own channels. */
  alertsUrl: string | undefined;
  /** Resolves with a sentence when a part ends unexpectedly. */
  crashed: Promise<string>;
  stop: () => Promise<void>;
}

/** Ops commands read `<dataDir>/state.json`. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { mode, distDir, say, showAlert, port = await findFreePort(3000) } = options;
  const { siteUrl = `http://localhost:${port}` } = options;
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const stateFile = join(dataDir, 'state.json');
  const processes = new Processes();
  const { crashed } = processes;
  const { ALERT_WEBHOOK_URL, ALERT_SMTP_URL } = process.env;
  let alerts: AlertReceiver | undefined;
  if (!ALERT_WEBHOOK_URL && !ALERT_SMTP_URL) alerts = await startAlertReceiver(showAlert);
  const stop = async () => {
    await processes.stop();
    alerts?.close();
    rmSync(stateFile, { force: true });
  };

  const startParts = async (): Promise<Stack> => {
    say('Starting the database …');
    const [database, voiceSettings] = await Promise.all([
      startSupabaseLite(processes, { dataDir, firstPort: port + 1 }),
      startVoice(processes, { dataDir, sitePort: port }),
    ]);
    const settings = {
      SUPABASE_URL: database.url,
      SUPABASE_SECRET_KEY: database.secretKey,
      ...voiceSettings,
      ...(alerts && {
        ALERT_WEBHOOK_URL: `${alerts.url}/webhook`,
        ALERT_WEBHOOK_KIND: 'json',
        ALERT_SMTP_URL: alerts.smtpUrl,
        ALERT_MAIL_TO: site.contactMail,
      }),
    };
    say('Starting the site …');
    const logDir = join(dataDir, 'logs');
    await startSite(processes, { mode, port, siteUrl, distDir, settings, logDir, say });
    const state = {
      siteUrl,
      supabaseUrl: database.url,
      supabaseSecretKey: database.secretKey,
      studioUrl: database.url,
      // `npm run doctor` reads these.
      settings: { ...settings, SITE_URL: siteUrl },
      pids: processes.pids,
    };
    writeFileSync(stateFile, JSON.stringify(state, null, 2), { mode: 0o600 });
    return { siteUrl, database, alertsUrl: alerts?.url, crashed, stop };
  };
  try {
    const failed = crashed.then((sentence) => Promise.reject(new Error(sentence)));
    return await Promise.race([startParts(), failed]);
  } catch (error) {
    await stop();
    throw error;
  }
}
