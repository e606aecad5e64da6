import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { listen } from '../../local/ports';
import { startVoiceProvider } from '../../local/voice/server';
import { LOCAL_KEYS } from '../../local/voice/start-voice';
import { type Deployment, startDeployment } from '../support/deployment';
import { type Receiver, startReceiver } from '../support/network';
import { getTestPort, getTestSiteUrl } from '../../scripts/test/test-site';
import { type AlteringProxy, startAlteringProxy } from './altering-proxy';

/** A deployment on this machine: real PostgreSQL, local voice provider, built site and proxy. */
export type World = Pick<Deployment, 'database' | 'stop'> & {
  siteProxy: AlteringProxy;
  /** An address whose certificate nobody has signed. */
  untrustedOrigin: string;
  alerts: Receiver;
  /** The settings of the site, and of the doctor. */
  settings: Record<string, string>;
  /** What differs from the usual settings of the provider's assistants. */
  assistant: Record<string, unknown>;
};

/** @throws when this machine has no PostgreSQL */
export async function startWorld(): Promise<World> {
  const deployment = await startDeployment();
  const { database } = deployment;
  // The site does the same when it starts.
  await database.runSql('select public.purge_expired()');
  const assistant = {};
  const provider = await startVoiceProvider({ ...LOCAL_KEYS, assistant });
  const alerts = await startReceiver(`/hook-${LOCAL_KEYS.webhookSecret}`);
  const pem = readFileSync(join(import.meta.dirname, 'localhost.pem'));
  const untrustedServer = createTlsServer({ key: pem, cert: pem });
  const untrustedOrigin = `https://localhost:${await listen(untrustedServer)}`;
  const settings = {
    SITE_URL: await getTestSiteUrl(),
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
  const site = await deployment.startSite(settings);
  const siteProxy = await startAlteringProxy(await getTestPort(), site.url);
  const stop = async () => {
    for (const server of [siteProxy, alerts, untrustedServer]) server.close();
    await Promise.all([provider.close(), deployment.stop()]);
  };
  return { siteProxy, untrustedOrigin, database, alerts, settings, assistant, stop };
}
