import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createJsonReply, createErrorReply } from './answer';
import { Assistants } from './assistants';
import { bundleCallMachine } from './bundle';
import { Calls, type EndedReason, ENDED_REASONS } from './calls';
import { createCall } from './create-call';
import type { Keys } from './credentials';
import {
  getProviderUrl,
  isLoopback,
  parseObject,
  readBody,
  type Route,
  sendReply,
  setAccessHeaders,
} from './http';
import { createOwnerRoutes } from './owner-routes';
import { SLOW_DELAY_MS, type Pace } from './scenarios';
import { ScriptScenarios } from './script-scenarios';
import { reportEnd, type Webhook } from './webhook';

export type VoiceProviderOptions = Keys & {
  /** 0 for any free one. */
  port: number;
  /** A loopback host name or address, 127.0.0.1 by default. */
  host?: string;
  /** For assistant ids without a pace; `realistic` by default. */
  pace?: Pace;
  /** Origins besides loopback. */
  allowedOrigins?: readonly string[];
  /** Gets a report of each call's end. */
  webhook?: Webhook | undefined;
};

export type VoiceProvider = { url: string; callMachineUrl: string; close(): Promise<void> };

const REQUEST_DELAY_MS: Record<Pace, number> = { realistic: 50, instant: 0 };

/** If the call machine sends no reason, the visitor has hung up. */
function readReason(body: string | undefined): EndedReason {
  const { endedReason } = parseObject(body);
  return ENDED_REASONS.find((reason) => reason === endedReason) ?? 'customer-ended-call';
}

/** Starts the local voice provider. `close()` also ends unanswered requests. */
export async function startVoiceProvider(options: VoiceProviderOptions): Promise<VoiceProvider> {
  const { host = '127.0.0.1', pace = 'realistic', allowedOrigins = [], webhook } = options;
  const hostname = host.includes(':') ? `[${host}]` : host;
  if (!isLoopback(hostname)) {
    throw new Error(`The local voice provider listens on loopback only, not on ${host}.`);
  }
  const callMachineScript = await bundleCallMachine();
  const scriptScenarios = new ScriptScenarios();
  const closing = new AbortController();
  const wait = (ms: number) => sleep(ms, undefined, { signal: closing.signal });
  const calls = new Calls((ended) => {
    if (webhook) void reportEnd(webhook, ended, closing.signal);
  });
  const assistants = new Assistants(options.orgId);
  const sendNoContent = (res: ServerResponse, isFound: boolean) =>
    isFound
      ? void res.writeHead(204).end()
      : sendReply(res, createErrorReply(404, 'Room not found.'));

  const routes: [method: string, path: RegExp, Route][] = [
    ['GET', /^\/health$/, async (_req, res) => sendReply(res, createJsonReply(200, { ok: true }))],
    [
      'POST',
      /^\/call\/web$/,
      async (req, res) => {
        const { authorization, origin, 'user-agent': agent } = req.headers;
        const { reply, plan, newCall } = await createCall({
          authorization,
          headers: { origin, 'user-agent': agent },
          body: await readBody(req),
          keys: options,
          assistants,
          allowedOrigins,
          providerUrl: getProviderUrl(req, url),
          pace,
        });
        if (plan) scriptScenarios.remember(req, plan.scenario);
        if (newCall) calls.add(newCall);
        await wait(
          plan?.scenario === 'slow-request' ? SLOW_DELAY_MS : REQUEST_DELAY_MS[plan?.pace ?? pace],
        );
        sendReply(res, reply);
      },
    ],
    ...createOwnerRoutes(options, { calls, assistants }, () => url),
    [
      'POST',
      // As with the hosted service, the URL is enough to end a call.
      /^\/call\/([^/]+)\/control$/,
      async (req, res, id) => {
        const { type } = parseObject(await readBody(req));
        if (type !== 'end-call')
          return sendReply(res, createErrorReply(400, 'Only end-call is known here.'));
        const call = calls.find(id);
        const isControlled = call?.assistantOverrides.monitorPlan?.controlEnabled !== false;
        const isEnded = isControlled && calls.leave(id, 'manually-canceled');
        sendReply(
          res,
          isEnded ? createJsonReply(200, {}) : createErrorReply(404, 'Call not found.'),
        );
      },
    ],
    [
      'POST',
      /^\/rooms\/([^/]+)\/joined$/,
      async (_req, res, id) => sendNoContent(res, calls.join(id)),
    ],
    [
      'POST',
      /^\/rooms\/([^/]+)\/left$/,
      async (req, res, id) => sendNoContent(res, calls.leave(id, readReason(await readBody(req)))),
    ],
    [
      'GET',
      /^\/call-machine\.js$/,
      async (req, res) => {
        const scenario = scriptScenarios.findScenario(req);
        if (scenario === 'script-hanging') return;
        if (scenario === 'slow-script') await wait(SLOW_DELAY_MS);
        const status = scenario === 'script-missing' ? 404 : 200;
        const body = status === 404 || scenario === 'script-inert' ? '' : callMachineScript;
        sendReply(res, { status, type: 'text/javascript', body });
      },
    ],
    [
      'GET',
      /^\/clips\/((?:en|cs)\/[a-z]+-\d\.opus)$/,
      async (_req, res, name) => {
        const clip = await readFile(new URL(`./clips/${name}`, import.meta.url));
        res.writeHead(200, { 'content-type': 'audio/ogg; codecs=opus' }).end(clip);
      },
    ],
  ];

  const server = createServer((req, res) => {
    setAccessHeaders(req, res, allowedOrigins);
    if (req.method === 'OPTIONS') return void res.writeHead(204).end();
    const path = new URL(req.url ?? '/', 'http://provider').pathname;
    for (const [method, pattern, route] of routes) {
      const match = method === req.method && pattern.exec(path);
      // A clip may be missing, and `close()` aborts waits.
      if (match) return void route(req, res, match[1] ?? '').catch(() => res.destroy());
    }
    sendReply(res, { status: 404, type: 'text/plain', body: 'Not found' });
  });
  await once(server.listen(options.port, host), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://${hostname}:${port}`;

  return {
    url,
    callMachineUrl: `${url}/call-machine.js`,
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        calls.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
