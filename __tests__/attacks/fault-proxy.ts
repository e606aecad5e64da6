import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../local/ports';
import { createRandom } from '../support/random';
import { pause } from './pace';

const FAULTS = [
  'latency',
  'reset before',
  'reset after',
  'half-open',
  '502',
  '503',
  '504',
  'truncated JSON',
  'slow drip',
  'black hole',
] as const;
type Fault = (typeof FAULTS)[number];

export interface FaultProxy {
  url: string;
  /** Share of calls that meet a fault. */
  faultShare: number;
  /** The fault to inject; a random one by default. */
  fault?: Fault;
  /** Answers in place of the database. */
  answer?: { status: number; body: string } | undefined;
  /** The one call that meets `fault` or `answer`, by method and path; any call by default. */
  onlyCall?: string | undefined;
  /** Every call waits until this promise settles. */
  holdUntil: Promise<void>;
  isDown: boolean;
  forwardedCalls: number;
  /** All calls that arrived, including those while `isDown`. */
  receivedCalls: number;
  /** How often each call came, by method and path. */
  countsByCall: Map<string, number>;
  countsByFault: Map<Fault, number>;
  close: () => void;
}

/** Starts a proxy that injects faults into a share of the calls, each equally often. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const server = createServer((incoming, outgoing) => {
    outgoing.on('error', () => undefined);
    incoming.on('error', () => undefined);
    void handle(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  const random = createRandom();
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${await listen(server)}`,
    faultShare: 0,
    holdUntil: Promise.resolve(),
    isDown: false,
    forwardedCalls: 0,
    receivedCalls: 0,
    countsByCall: new Map(),
    countsByFault: new Map(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    proxy.receivedCalls += 1;
    const body = await buffer(incoming);
    if (proxy.isDown) return void incoming.socket.destroy();
    proxy.forwardedCalls += 1;
    const call = `${incoming.method} ${incoming.url?.split('?')[0]}`;
    proxy.countsByCall.set(call, (proxy.countsByCall.get(call) ?? 0) + 1);
    await proxy.holdUntil;
    const pickFault = () => proxy.fault ?? FAULTS[Math.floor(random() * FAULTS.length)];
    const isTargeted = proxy.onlyCall === undefined || proxy.onlyCall === call;
    if (proxy.answer && isTargeted) {
      const type = proxy.answer.body.startsWith('{') ? 'application/json' : 'text/html';
      return void outgoing
        .writeHead(proxy.answer.status, { 'content-type': type })
        .end(proxy.answer.body);
    }
    const fault = isTargeted && random() < proxy.faultShare ? pickFault() : undefined;
    if (fault) proxy.countsByFault.set(fault, (proxy.countsByFault.get(fault) ?? 0) + 1);

    if (fault === 'latency') await pause(500 + random() * 2000);
    if (fault === 'reset before') return void incoming.socket.destroy();
    // Nothing is forwarded and nothing answered.
    if (fault === 'black hole') return;
    if (fault === '502' || fault === '503' || fault === '504') {
      return void outgoing
        .writeHead(Number(fault), { 'content-type': 'text/html' })
        .end('<h1>Bad</h1>');
    }
    const answer = await forward(incoming, body);
    if (fault === 'reset after') return void incoming.socket.destroy();
    const headers = { ...answer.headers };
    delete headers['transfer-encoding'];
    delete headers['content-length'];
    // Sends the head without a body and keeps the connection open.
    if (fault === 'half-open') {
      outgoing.writeHead(answer.status, { ...headers, 'content-length': answer.body.length + 10 });
      return void outgoing.flushHeaders();
    }
    if (fault === 'truncated JSON' && answer.body.length > 1) {
      const half = answer.body.subarray(0, Math.ceil(answer.body.length / 2));
      return void outgoing
        .writeHead(answer.status, { ...headers, 'content-length': half.length })
        .end(half);
    }
    outgoing.writeHead(answer.status, headers);
    if (fault === 'slow drip') {
      for (const byte of answer.body) {
        if (outgoing.destroyed) return;
        outgoing.write(Buffer.of(byte));
        await pause(150);
      }
    }
    outgoing.end(fault === 'slow drip' ? undefined : answer.body);
  }

  async function forward({ method, url, headers }: IncomingMessage, body: Buffer) {
    const upstream = request(target + url, { method, headers, agent: false }).end(body);
    const [reply] = (await once(upstream, 'response')) as [IncomingMessage];
    return { status: reply.statusCode ?? 502, headers: reply.headers, body: await buffer(reply) };
  }
  return proxy;
}
