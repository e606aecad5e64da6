import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Assistants } from './assistants';
import { bundleCallMachine, ScriptScenarios } from './call-machine-script';
import { Calls, type EndedReason, ENDED_REASONS } from './calls';
import { answerCallRequest } from './answer-call-request';
import type { Keys } from './credentials';
import {
  createErrorReply,
  createJsonReply,
  getProviderUrl,
  type HttpReply,
  readObject,
  type Routes,
  sendReply,
  setAccessHeaders,
} from './http';
import { createOwnerRoutes } from './owner-routes';
import { SLOW_DELAY_MS, type Pace } from './scenarios';
import { reportEnd, type Webhook } from './webhook';

export type VoiceProviderOptions = Keys & {
  /** 0 for any free one. */
  port: number;
  /** For assistant ids without a pace; `realistic` by default. */
  pace?: Pace;
  /** Origins besides loopback. */
  allowedOrigins?: readonly string[];
  /** Gets a report of each call's end. */
  webhook?: Webhook | undefined;
};

export type VoiceProvider = { url: string; callMachineUrl: string; close(): Promise<void> };

const HOST = '127.0.0.1';
const REQUEST_DELAY_MS: Record<Pace, number> = { realistic: 50, instant: 0 };

/** If the call machine sends no reason, the visitor has hung up. */
const readReason = ({ endedReason }: Record<string, unknown>): EndedReason =>
  ENDED_REASONS.find((reason) => reason === endedReason) ?? 'customer-ended-call';

/** Starts the local voice provider. `close()` also ends unanswered requests. */
export async function startVoiceProvider(options: VoiceProviderOptions): Promise<VoiceProvider> {
  const { pace = 'realistic', allowedOrigins = [], webhook } = options;
  const callMachineScript = await bundleCallMachine();
  const scriptScenarios = new ScriptScenarios();
  const closing = new AbortController();
  const wait = (ms: number) => sleep(ms, undefined, { signal: closing.signal });
  const calls = new Calls((ended) => {
    if (webhook) void reportEnd(webhook, ended, closing.signal);
  });
  const assistants = new Assistants(options.orgId);
  const replyForRoom = (isFound: boolean): HttpReply =>
    isFound ? { status: 204 } : createErrorReply(404, 'Room not found.');

  const routes: Routes = {
    'GET /health': () => createJsonReply(200, { ok: true }),
    'POST /call/web': async (req) => {
      const { authorization, origin, 'user-agent': agent } = req.headers;
      const { reply, plan, newCall } = await answerCallRequest({
        authorization,
        headers: { origin, 'user-agent': agent },
        body: await readObject(req),
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
      return reply;
    },
    ...createOwnerRoutes(options, { calls, assistants }, () => url),
    // As with the hosted service, the URL is enough to end a call.
    'POST /call/([^/]+)/control': async (req, id) => {
      const { type } = await readObject(req);
      if (type !== 'end-call') return createErrorReply(400, 'Only end-call is known here.');
      const call = calls.find(id);
      const isControlled = call?.assistantOverrides.monitorPlan?.controlEnabled !== false;
      const isEnded = isControlled && calls.leave(id, 'manually-canceled');
      return isEnded ? createJsonReply(200, {}) : createErrorReply(404, 'Call not found.');
    },
    'POST /rooms/([^/]+)/joined': (_req, id) => replyForRoom(calls.join(id)),
    'POST /rooms/([^/]+)/left': async (req, id) =>
      replyForRoom(calls.leave(id, readReason(await readObject(req)))),
    'GET /call-machine.js': async (req) => {
      const scenario = scriptScenarios.findScenario(req);
      if (scenario === 'script-hanging') return undefined;
      if (scenario === 'slow-script') await wait(SLOW_DELAY_MS);
      const status = scenario === 'script-missing' ? 404 : 200;
      const body = status === 404 || scenario === 'script-inert' ? '' : callMachineScript;
      return { status, type: 'text/javascript', body };
    },
    'GET /clips/((?:en|cs)/[a-z]+-\\d\\.opus)': async (_req, name) => ({
      status: 200,
      type: 'audio/ogg; codecs=opus',
      body: await readFile(new URL(`./clips/${name}`, import.meta.url)),
    }),
  };

  const answer = async (req: IncomingMessage): Promise<HttpReply | undefined> => {
    const { pathname } = new URL(req.url ?? '/', 'http://provider');
    for (const [pattern, route] of Object.entries(routes)) {
      const match = new RegExp(`^${pattern}$`).exec(`${req.method} ${pathname}`);
      if (match) return route(req, match[1] ?? '');
    }
    return { status: 404, type: 'text/plain', body: 'Not found' };
  };
  const server = createServer((req, res) => {
    setAccessHeaders(req, res, allowedOrigins);
    if (req.method === 'OPTIONS') return sendReply(res, { status: 204 });
    // A clip may be missing, and `close()` aborts waits.
    void answer(req)
      .catch((): HttpReply => 'cut')
      .then((reply) => reply && sendReply(res, reply));
  });
  await once(server.listen(options.port, HOST), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://${HOST}:${port}`;

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
