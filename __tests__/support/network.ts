import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { listen } from '../../local/ports';

/** A request that has reached a proxy. */
export interface Exchange {
  /** Method and path, like `POST /rest/v1/strategy_sessions`. */
  call: string;
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** Sends the request on, and its answer back as it comes. */
  forward: () => void;
  /** Sends the request on, and leaves it to the caller to answer. */
  fetchAnswer: () => Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>;
}

export interface NetworkProxy {
  port: number;
  url: string;
  /** What it does with a request; it forwards all by default. */
  handle: (exchange: Exchange) => unknown;
  /** All requests that have come, as `call` names them. */
  calls: string[];
  close: () => void;
}

export const forwardAll: NetworkProxy['handle'] = ({ forward }) => forward();
export const dropConnection: NetworkProxy['handle'] = ({ incoming }) => incoming.socket.destroy();
export const dropAnswer: NetworkProxy['handle'] = async ({ fetchAnswer, incoming }) => {
  await fetchAnswer();
  incoming.socket.destroy();
};
/** Neither forwards nor answers. */
export const keepSilent: NetworkProxy['handle'] = () => undefined;

interface ProxyOptions {
  /** Any free one by default. */
  port?: number;
  /** Whether it uses a connection to the target for more than one request. */
  keepsConnections?: boolean;
}

/** Starts a proxy in front of the target that `getTarget` names at the moment. */
export async function startProxy(
  getTarget: () => string,
  { port = 0, keepsConnections = false }: ProxyOptions = {},
): Promise<NetworkProxy> {
  const agent = keepsConnections && new Agent({ keepAlive: true });
  const sendOn = (incoming: IncomingMessage) => {
    const { method, url, headers } = incoming;
    const options = { method, headers: dropHopByHopHeaders(headers), agent };
    return (
      incoming
        .pipe(request(`${getTarget()}${url}`, options))
        .on('error', () => undefined)
        // The target may answer and close the connection before it has the whole body.
        .on('close', () => incoming.unpipe().resume())
    );
  };
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const upstream = sendOn(incoming)
      .on('response', (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, dropHopByHopHeaders(answer.headers));
        answer.on('error', () => outgoing.destroy()).pipe(outgoing);
      })
      .on('error', () => {
        if (!outgoing.headersSent) outgoing.writeHead(502).end();
      });
    outgoing.on('close', () => upstream.destroy());
  };
  const fetchAnswer = async (incoming: IncomingMessage) => {
    const [answer] = (await once(sendOn(incoming), 'response')) as [IncomingMessage];
    const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers;
    const body = await buffer(answer);
    return { status: answer.statusCode ?? 502, headers: dropHopByHopHeaders(headers), body };
  };
  const server = createServer(async (incoming, outgoing) => {
    for (const stream of [incoming, outgoing]) stream.on('error', () => undefined);
    const call = `${incoming.method} ${incoming.url?.split('?')[0]}`;
    proxy.calls.push(call);
    try {
      await proxy.handle({
        call,
        incoming,
        outgoing,
        forward: () => forward(incoming, outgoing),
        fetchAnswer: () => fetchAnswer(incoming),
      });
    } catch {
      incoming.socket.destroy();
    }
  });
  // A connection that is closed just when a busy machine uses it again would lose a request.
  server.keepAliveTimeout = 600_000;
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const { port: listensAt } = server.address() as AddressInfo;
  const proxy: NetworkProxy = {
    port: listensAt,
    url: `http://127.0.0.1:${listensAt}`,
    handle: forwardAll,
    calls: [],
    close: () => {
      server.closeAllConnections();
      server.close();
      if (agent) agent.destroy();
    },
  };
  return proxy;
}

function dropHopByHopHeaders({ connection: _, 'keep-alive': __, ...headers }: IncomingHttpHeaders) {
  return headers;
}

/** A webhook receiver whose answers a test controls. */
export interface Receiver {
  url: string;
  /** All bodies that have arrived. */
  received: string[];
  /** Answers a body; by default it accepts it. */
  answer: (outgoing: ServerResponse, body: string) => unknown;
  close: () => void;
}

export async function startReceiver(path = '/'): Promise<Receiver> {
  const server = createServer(async (incoming, outgoing) => {
    const body = await text(incoming);
    receiver.received.push(body);
    receiver.answer(outgoing, body);
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${await listen(server)}${path}`,
    received: [],
    answer: (outgoing) => outgoing.end(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}
