import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleCallMachine } from './bundle';
import { createCall } from './create-call';
import { addressOf, isLoopback, readBody, send, setAccessHeaders } from './http';
import type { Pace } from './scenarios';
import { ScriptScenarios } from './script-scenarios';

export type VoiceProviderOptions = {
  /** 0 takes any free port. */
  port: number;
  publicKey: string;
  /** A loopback host name or address, 127.0.0.1 by default. */
  host?: string;
  /** For assistant ids without a pace; `realistic` by default. */
  pace?: Pace;
  /** Besides the loopback origins. */
  allowedOrigins?: readonly string[];
};

export type VoiceProvider = { url: string; callMachineUrl: string; close(): Promise<void> };

type Route = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

const slowMs = 4000;
const requestMs: Record<Pace, number> = { realistic: 50, instant: 0 };
const clipPath = /^\/clips\/(en|cs)\/[a-z]+-\d\.opus$/;

async function sendClip(path: string, res: ServerResponse): Promise<void> {
  const clip = await readFile(new URL(`.${path}`, import.meta.url));
  res.writeHead(200, { 'content-type': 'audio/ogg; codecs=opus' }).end(clip);
}

/**
 * Starts the local voice provider on one loopback port: `POST /call/web`, the call machine script, the assistant's voice
 * clips and `GET /health`. Rejects when the port is taken or the host is not a loopback address. `close()` also ends
 * requests that a scenario leaves without an answer.
 */
export async function startVoiceProvider(options: VoiceProviderOptions): Promise<VoiceProvider> {
  const { host = '127.0.0.1', pace = 'realistic', publicKey } = options;
  const hostname = host.includes(':') ? `[${host}]` : host;
  if (!isLoopback(hostname)) {
    throw new Error(`The local voice provider listens on loopback only, not on ${host}.`);
  }
  const machine = await bundleCallMachine();
  const scripts = new ScriptScenarios();
  const closing = new AbortController();
  const wait = (ms: number) => sleep(ms, undefined, { signal: closing.signal });

  const routes: Record<string, Route> = {
    'GET /health': async (_req, res) =>
      send(res, { status: 200, type: 'application/json', body: '{"ok":true}' }),
    'POST /call/web': async (req, res) => {
      const body = await readBody(req);
      const { authorization } = req.headers;
      const providerUrl = addressOf(req, url);
      const { answer, plan } = createCall({ authorization, body, publicKey, providerUrl, pace });
      if (plan) scripts.remember(req, plan.scenario);
      await wait(plan?.scenario === 'slow-request' ? slowMs : requestMs[plan?.pace ?? pace]);
      send(res, answer);
    },
    'GET /call-machine.js': async (req, res) => {
      const scenario = scripts.scenarioOf(req);
      if (scenario === 'script-hanging') return;
      if (scenario === 'slow-script') await wait(slowMs);
      const status = scenario === 'script-missing' ? 404 : 200;
      const body = status === 404 || scenario === 'script-inert' ? '' : machine;
      send(res, { status, type: 'text/javascript', body });
    },
  };

  const server = createServer((req, res) => {
    setAccessHeaders(req, res, options.allowedOrigins ?? []);
    const path = new URL(req.url ?? '/', 'http://provider').pathname;
    const route = routes[`${req.method} ${path}`];
    if (req.method === 'OPTIONS') return void res.writeHead(204).end();
    const answered =
      route?.(req, res) ??
      (req.method === 'GET' && clipPath.test(path) ? sendClip(path, res) : undefined);
    if (!answered) return send(res, { status: 404, type: 'text/plain', body: 'Not found' });
    // A missing clip, or a wait that close() aborts.
    answered.catch(() => res.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://${hostname}:${port}`;

  return {
    url,
    callMachineUrl: `${url}/call-machine.js`,
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
