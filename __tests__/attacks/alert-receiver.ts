import { createServer, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Alert } from '../../local/alert-receiver';
import { listen } from '../../local/ports';

export type ReplyMode = 'take' | 'fail' | 'break off' | 'hang' | 'wait a second';

/** A webhook receiver whose replies a test controls. */
export interface ControlledReceiver {
  url: string;
  /** All alerts that have arrived, whether accepted or not. */
  received: Alert[];
  /** Those that were answered with 2xx. */
  accepted: Alert[];
  /** How many were being answered at the same time. */
  mostAtOnce: number;
  /** Chooses the reply to the next alert. */
  getReplyMode: () => ReplyMode;
  /** Answers the alerts that were kept waiting. */
  release: () => void;
  close: () => void;
}

export async function startControlledReceiver(): Promise<ControlledReceiver> {
  let waiting: (() => void)[] = [];
  let open = 0;
  const server = createServer(async (request, response: ServerResponse) => {
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, (open += 1));
    response.on('close', () => void (open -= 1));
    const alert = JSON.parse(await text(request)) as Alert;
    receiver.received.push(alert);
    const replyMode = receiver.getReplyMode();
    const take = () => {
      receiver.accepted.push(alert);
      response.end();
    };
    if (replyMode === 'take') take();
    if (replyMode === 'fail') response.writeHead(503).end();
    if (replyMode === 'wait a second') response.writeHead(429, { 'retry-after': '1' }).end();
    if (replyMode === 'break off') request.socket.destroy();
    if (replyMode === 'hang') waiting.push(take);
  });
  const receiver: ControlledReceiver = {
    url: `http://127.0.0.1:${await listen(server)}/`,
    received: [],
    accepted: [],
    mostAtOnce: 0,
    getReplyMode: () => 'take',
    release: () => {
      for (const take of waiting) take();
      waiting = [];
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

/** Starts a mail server that never answers, or closes each connection. */
export async function startMuteMailServer() {
  const sockets = new Set<Socket>();
  const mute = { url: '', hangsUp: false, connectionCount: 0, close: () => undefined as void };
  const server = createSocketServer((socket) => {
    mute.connectionCount += 1;
    sockets.add(socket.on('error', () => undefined));
    if (mute.hangsUp) socket.destroy();
  });
  mute.url = `smtp://127.0.0.1:${await listen(server)}`;
  mute.close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return mute;
}
