import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

/** Throws a sentence for the operator if it can't listen. */
export function listenAt(server: NetServer, port: number, host?: string): Promise<void> {
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
/** How long requests that have begun to arrive get to be open. */
const STOP_CHECK_MS = 200;

/** Returns what stops without cutting off an answer, and resolves in some ten seconds at most. */
export function createGracefulStop(server: Server): () => Promise<void> {
  const open = new Set<ServerResponse>();
  let isStopping = false;
  const follow = (_request: IncomingMessage, response: ServerResponse): void => {
    if (isStopping) response.setHeader('Connection', 'close');
    open.add(response);
    response.once('close', () => open.delete(response));
  };
  for (const event of ['request', 'checkContinue']) server.prependListener(event, follow);

  return async () => {
    isStopping = true;
    for (const response of open)
      if (!response.headersSent) response.setHeader('Connection', 'close');
    // That of `http` would cut off what is still being sent.
    NetServer.prototype.close.call(server);
    const endsAt = Date.now() + STOP_TIMEOUT_MS;
    do await new Promise((done) => setTimeout(done, STOP_CHECK_MS));
    while (open.size > 0 && Date.now() < endsAt);
    server.closeAllConnections();
  };
}
