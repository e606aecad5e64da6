import type { ServerResponse } from 'node:http';
import { startProxy } from '@/__tests__/support/network';
import { startVoiceProvider } from '@/local/voice/server';
import { startInstance } from '@/scripts/test/test-stack';

type Fault = (response: ServerResponse) => void;

export interface FaultySite {
  url: string;
  /** From now on the named methods get these answers instead of the database's. */
  injectFaults: (faults: Partial<Record<string, Fault>>) => void;
  stop: () => Promise<void>;
}

export const dropConnection: Fault = (response) => void response.destroy();
export const answerError: Fault = (response) =>
  void response
    .writeHead(500, { 'content-type': 'application/json' })
    .end('{"code":"XX000","message":"internal"}');
/** How Supabase answers for a project that was paused. */
export const answerPaused: Fault = (response) =>
  void response.writeHead(540, { 'content-type': 'text/html' }).end('<h1>Paused</h1>');
/** How PostgREST answers an insert whose trigger calls a function that does not exist. */
export const answerBrokenTrigger: Fault = (response) =>
  void response
    .writeHead(404, { 'content-type': 'application/json' })
    .end('{"code":"42883","message":"function send_email_notification(uuid) does not exist"}');
/** A success without the rows it promises. */
export const answerEmpty: Fault = (response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('null');

/**
 * Serves the tested build a second time, with a connection to its database that can be broken.
 *
 * @param settings are added to the environment of that site; without a database among them, it has
 *   that of the other tests
 */
export async function startFaultySite(settings: Record<string, string>): Promise<FaultySite> {
  const {
    SUPABASE_URL: databaseUrl = process.env.E2E_SUPABASE_URL ?? '',
    SUPABASE_SECRET_KEY = process.env.E2E_SUPABASE_SECRET_KEY ?? '',
  } = settings;
  let faults: Partial<Record<string, Fault>> = {};
  const databaseProxy = await startProxy(() => databaseUrl);
  databaseProxy.handle = ({ incoming, outgoing, forward }) => {
    const fault = faults[incoming.method ?? ''];
    if (fault) fault(outgoing);
    else forward();
  };
  const { port, stop } = await startInstance('.data/faulty-sites', {
    ...settings,
    SUPABASE_URL: databaseProxy.url,
    SUPABASE_SECRET_KEY,
  });
  return {
    url: `http://localhost:${port}`,
    injectFaults: (wanted) => (faults = wanted),
    async stop() {
      await stop();
      databaseProxy.close();
    },
  };
}

/**
 * Starts a faulty site with its own voice provider; `replyUrl` is where prospects answer.
 *
 * @returns the site, and the URL that creates calls
 */
export async function startSiteWithVoice(
  replyUrl: string,
): Promise<{ site: FaultySite; dialUrl: string; stop: () => Promise<void> }> {
  const provider = await startVoiceProvider({ publicKey: 'test' });
  const site = await startFaultySite({
    VAPI_PUBLIC_KEY: 'test',
    VAPI_API_URL: provider.url,
    VAPI_CALL_MACHINE_URL: provider.callMachineUrl,
    OUTREACH_REPLY_URL: replyUrl,
  });
  const stop = async () => {
    await site.stop();
    await provider.close();
  };
  return { site, dialUrl: `${site.url}/api/call`, stop };
}
