import { createServer, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Alert } from '../local/alerts/alert-receiver';
import { receive, type ReceiverKind } from '../local/alerts/webhook-receivers';
import { listen } from '../local/ports.mjs';

export type ReplyMode = 'take' | 'fail' | 'break off' | 'hang';

/** The operator's end of a webhook. */
export interface Receiver {
  url: string;
  /** The program that it imitates. */
  kind: ReceiverKind;
  /** Every alert that came, taken or not. */
  received: Alert[];
  /** Those that were answered with 2xx. */
  accepted: Alert[];
  /** What people see of those. */
  shown: (string | null)[];
  /** How the next alert is answered. */
  getReplyMode: () => ReplyMode;
  /** Takes the alerts that hang. */
  release: () => void;
  close: () => void;
}

export async function startReceiver(): Promise<Receiver> {
  let waiting: (() => void)[] = [];
  const server = createServer(async (request, response: ServerResponse) => {
    const body = await text(request);
    const alert = JSON.parse(body) as Alert;
    receiver.received.push(alert);
    const manner = receiver.getReplyMode();
    const take = () => {
      const { status, answer, shown } = receive(receiver.kind, body);
      if (status < 300) {
        receiver.accepted.push(alert);
        receiver.shown.push(shown);
      }
      response.writeHead(status).end(answer);
    };
    if (manner === 'take') take();
    if (manner === 'fail') response.writeHead(503).end();
    if (manner === 'break off') request.socket.destroy();
    if (manner === 'hang') waiting.push(take);
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${await listen(server)}/`,
    kind: 'json',
    received: [],
    accepted: [],
    shown: [],
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

/** A mail server that says nothing, or hangs up. */
export async function startMuteMailServer() {
  const sockets = new Set<Socket>();
  const mute = { url: '', hangsUp: false, came: 0, close: () => undefined as void };
  const server = createSocketServer((socket) => {
    mute.came += 1;
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
