import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { listen } from '../../local/ports';
import { Processes } from '../../local/processes';
import { startSite } from '../../local/site';
import { startVoiceProvider } from '../../local/voice/server';
import { LOCAL_KEYS } from '../../local/voice/start-voice';
import { startPostgres, type TestDatabase } from '../support/databases/databases';
import { findPostgresProblem } from '../../scripts/test/find-postgres-problem';
import {
  findRandomFreePort,
  getTestPort,
  getTestSiteUrl,
  TEST_DIST_DIR,
} from '../../scripts/test/test-site';
import { type AlteringProxy, startAlteringProxy } from './altering-proxy';

type Receiver = { url: string; status: number; received: string[] };

/** A deployment on this machine: real PostgreSQL, local voice provider, built site and proxy. */
export type World = {
  origin: string;
  /** Where the site itself listens. */
  siteUrl: string;
  /** At `origin`. */
  siteProxy: AlteringProxy;
  database: Required<TestDatabase>;
  alerts: Receiver;
  /** The settings of the site, and of the doctor. */
  settings: Record<string, string>;
  /** What differs from the usual settings of the provider's assistants. */
  assistant: Record<string, unknown>;
  stop: () => Promise<void>;
};

/** @throws when this machine has no PostgreSQL */
export async function startWorld(): Promise<World> {
  const problem = findPostgresProblem();
  if (problem) throw new Error(`Real PostgreSQL is needed: ${problem}`);
  mkdirSync('.data', { recursive: true });
  const dataDir = mkdtempSync(join('.data', 'doctor-'));
  const origin = await getTestSiteUrl();
  const assistant = {};
  const [database, provider] = await Promise.all([
    startPostgres() as Promise<Required<TestDatabase>>,
    startVoiceProvider({ ...LOCAL_KEYS, assistant }),
  ]);
  // The site does the same when it starts.
  await database.runSql('select public.purge_expired()');
  const [alerts, alertServer] = await startReceiver();
  const settings = {
    SITE_URL: origin,
    SUPABASE_URL: database.url,
    SUPABASE_SECRET_KEY: database.secretKey,
    VAPI_PUBLIC_KEY: LOCAL_KEYS.publicKey,
    VAPI_PRIVATE_KEY: LOCAL_KEYS.privateKey,
    VAPI_ORG_ID: LOCAL_KEYS.orgId,
    VAPI_ASSISTANT_ID: 'demo-en',
    VAPI_API_URL: provider.url,
    VAPI_CALL_MACHINE_URL: provider.callMachineUrl,
    ALERT_WEBHOOK_URL: alerts.url,
  };
  const port = await findRandomFreePort();
  const processes = new Processes();
  let siteProxy: AlteringProxy | undefined;
  const stop = async () => {
    siteProxy?.close();
    alertServer.close();
    await Promise.all([processes.stop(), provider.close(), database.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await startSite(processes, {
      port,
      siteUrl: origin,
      distDir: TEST_DIST_DIR,
      settings,
      logDir: dataDir,
    });
    const siteUrl = `http://127.0.0.1:${port}`;
    siteProxy = await startAlteringProxy(await getTestPort(), siteUrl);
    return {
      origin,
      siteUrl,
      siteProxy,
      database,
      alerts,
      settings,
      assistant,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startReceiver(): Promise<[Receiver, Server]> {
  const receiver: Receiver = { url: '', status: 200, received: [] };
  const server = createServer(async (incoming, outgoing) => {
    receiver.received.push(await text(incoming));
    outgoing.writeHead(receiver.status).end();
  });
  receiver.url = `http://127.0.0.1:${await listen(server)}/hook-${LOCAL_KEYS.webhookSecret}`;
  return [receiver, server];
}
