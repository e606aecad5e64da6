import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';

/** Throws a sentence for the operator if it can't listen. */
export function listenAt(server: Server, port: number, host?: string): Promise<void> {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken. Choose another with PORT=…`,
    EACCES: `This user may not listen at port ${port}. Choose another with PORT=…`,
    EADDRNOTAVAIL: `LISTEN_HOST=${host} is no address of this machine.`,
    ENOTFOUND: `LISTEN_HOST=${host} is no address of this machine.`,
  };
  return new Promise((done, fail) => {
    const refuse = ({ code = '', message }: NodeJS.ErrnoException) =>
      fail(new Error(sentences[code] ?? message));
    server.once('error', refuse).listen(port, host, done);
  });
}

/** How long a stop waits for open requests. */
const STOP_TIMEOUT_MS = 10_000;

/** `bytesRead`: of the socket, when its last answer was sent. */
type Connection = { open: Set<ServerResponse>; bytesRead: number };

/** Returns what stops without cutting off an answer, and resolves at the latest in ten seconds. */
export function createGracefulStop(server: Server): () => Promise<void> {
  const connections = new Map<Socket, Connection>();
  let isStopping = false;

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { open: new Set(), bytesRead: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  const follow = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.open.add(response);
    if (isStopping) response.setHeader('Connection', 'close');
    response.once('close', () => {
      connection.open.delete(response);
      connection.bytesRead = socket.bytesRead;
      if (isStopping) closeIfIdle(socket, connection);
    });
  };
  for (const event of ['request', 'checkContinue']) server.prependListener(event, follow);

  return () => {
    isStopping = true;
    return new Promise((done) => {
      setTimeout(done, STOP_TIMEOUT_MS);
      // That of `http` cuts off what is still being sent, and waits for unused connections.
      Server.prototype.close.call(server, () => done());
      for (const [socket, connection] of connections) {
        const last = [...connection.open].at(-1);
        if (last && !last.headersSent) last.setHeader('Connection', 'close');
        closeIfIdle(socket, connection);
      }
    });
  };
}

/** Closes a connection, unless it waits for an answer or has begun to send a request. */
function closeIfIdle(socket: Socket, { open, bytesRead }: Connection): void {
  if (open.size === 0 && socket.bytesRead === bytesRead) socket.destroySoon();
}
