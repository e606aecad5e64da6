import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as forward, type ServerResponse } from 'node:http';
import { listen } from '@/local/ports';
import { getServerFile } from '@/scripts/build/build-site';
import { findRandomFreePort, getTestSiteUrl, TEST_DIST_DIR } from '@/scripts/test/test-site';
import { waitForCondition } from '@/__tests__/support/until';
import { startVoiceProvider } from '@/local/voice/server';

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
 * `settings` are added to the environment of that site.
 */
export async function startFaultySite(settings: Record<string, string>): Promise<FaultySite> {
  let faults: Partial<Record<string, Fault>> = {};
  const databaseProxy = createServer((incoming, outgoing) => {
    const fault = faults[incoming.method ?? ''];
    if (fault) return fault(outgoing);
    const { method, headers } = incoming;
    const upstream = forward(process.env.E2E_SUPABASE_URL + (incoming.url ?? ''), {
      method,
      headers,
    });
    upstream.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  });
  const databaseProxyPort = await listen(databaseProxy);
  const port = await findRandomFreePort();
  const url = `http://localhost:${port}`;
  const site = spawn(process.execPath, [getServerFile(TEST_DIST_DIR)], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...settings,
      // The build was made for this address. On loopback, any other port is accepted, too.
      SITE_URL: await getTestSiteUrl(),
      PORT: String(port),
      LISTEN_HOST: '127.0.0.1',
      SUPABASE_URL: `http://127.0.0.1:${databaseProxyPort}`,
      SUPABASE_SECRET_KEY: process.env.E2E_SUPABASE_SECRET_KEY,
      NEXT_DIST_DIR: TEST_DIST_DIR,
      NODE_ENV: 'production',
    },
  });
  const kill = () => site.kill('SIGKILL');
  process.on('exit', kill);
  await waitForCondition(async () => {
    if (site.exitCode !== null) throw new Error(`The site at ${url} has ended.`);
    return (await fetch(url).catch(() => null))?.ok ?? false;
  }, `an answer at ${url}`);
  return {
    url,
    injectFaults: (wanted) => (faults = wanted),
    async stop() {
      if (site.exitCode === null) {
        site.kill();
        await once(site, 'exit');
      }
      process.off('exit', kill);
      databaseProxy.closeAllConnections();
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
