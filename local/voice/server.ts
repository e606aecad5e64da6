import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { listen } from '../ports';
import { Calls, getAssistant, type EndedReason, type VoiceProviderOptions } from './calls';
import { createError, parsePlan, type Reply, SCENARIOS, WRONG_KEY } from './scenarios';

export type VoiceProvider = { url: string; callMachineUrl: string; close(): Promise<void> };

/** `part` is the captured part of the path. Without a reply, the request stays open. */
type Route = (req: IncomingMessage, part: string) => Promise<Reply | undefined>;

const NOT_FOUND = createError(404, 'Not Found', 'Not found.');

export async function startVoiceProvider(options: VoiceProviderOptions): Promise<VoiceProvider> {
  const { privateKey } = options;
  const callMachine = await bundleCallMachine();
  const calls = new Calls(options);
  const requireOwner =
    (route: Route): Route =>
    async (req, part) =>
      privateKey && req.headers.authorization === `Bearer ${privateKey}`
        ? route(req, part)
        : WRONG_KEY;
  const showIfFound = (body: unknown): Reply => (body ? { status: 200, body } : NOT_FOUND);

  const routes: Record<string, Route> = {
    'POST /call/web': async (req) => calls.create(req.headers, await readBody(req)),
    'GET /call': requireOwner(async (req) => ({
      status: 200,
      body: calls.list(readQuery(req)['assistantId']),
    })),
    'GET /call/([^/]+)': requireOwner(async (_req, id) => showIfFound(calls.find(id))),
    'GET /assistant/([^/]+)': requireOwner(async (_req, id) => {
      const isKnown = parsePlan(id).scenario !== SCENARIOS['unknown-assistant'];
      return showIfFound(isKnown && getAssistant(id, options));
    }),
    // As with the hosted service, the URL is enough to end a call.
    'POST /call/([^/]+)/control': async (req, id) => {
      const isEnd = (await readBody(req)).type === 'end-call';
      return showIfFound(isEnd && calls.leave(id, 'manually-canceled'));
    },
    'POST /rooms/([^/]+)/joined': async (_req, id) => showIfFound(calls.join(id)),
    'POST /rooms/([^/]+)/left': async (req, id) => {
      const { endedReason = 'customer-ended-call' } = await readBody(req);
      return showIfFound(calls.leave(id, endedReason as EndedReason));
    },
    'GET /call-machine.js': async (req) => {
      const { scenario = 'demo' } = readQuery(req);
      const { script } = parsePlan(scenario).scenario;
      if (script === 'not found') return NOT_FOUND;
      if (script === 'no answer') return undefined;
      const body = script === 'empty' ? '' : callMachine;
      return { status: 200, type: 'text/javascript', body };
    },
    'GET /clips/((?:en|cs)/[a-z]+-\\d\\.opus)': async (_req, name) => ({
      status: 200,
      type: 'audio/ogg; codecs=opus',
      body: await readFile(new URL(`./clips/${name}`, import.meta.url)),
    }),
  };

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    // A page of any origin may use it.
    res.setHeader('access-control-allow-origin', '*');
    res.setHeader('access-control-allow-headers', 'authorization, content-type');
    res.setHeader('cache-control', 'no-store');
    if (req.method === 'OPTIONS') return void res.writeHead(204).end();
    const [path] = (req.url ?? '').split('?');
    for (const [pattern, route] of Object.entries(routes)) {
      const match = new RegExp(`^${pattern}$`).exec(`${req.method} ${path}`);
      if (!match) continue;
      const reply = await route(req, match[1] ?? '');
      return reply && sendReply(res, reply);
    }
    sendReply(res, NOT_FOUND);
  };
  const server = createServer((req, res) => void answer(req, res).catch(() => res.destroy()));
  const url = `http://127.0.0.1:${await listen(server)}`;
  return {
    url,
    callMachineUrl: `${url}/call-machine.js`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Bundles the call machine into a classic script without eval, blobs and globals. */
async function bundleCallMachine(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./machine/machine-call.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles.map(({ text }) => text).join('\n');
}

const readQuery = ({ url = '' }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(new URL(url, 'http://provider').searchParams);

/** Reads a JSON object; any other body gives an empty one. */
const readBody = async (req: IncomingMessage): Promise<Record<string, unknown>> =>
  Object(await json(req).catch(() => undefined));

function sendReply(res: ServerResponse, reply: Reply): void {
  if (reply === 'cut') return void res.destroy();
  const { status, body, type } = reply;
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const defaultType = isRaw ? 'text/plain' : 'application/json';
  res.writeHead(status, { 'content-type': type ?? defaultType });
  res.end(isRaw ? body : JSON.stringify(body));
}
