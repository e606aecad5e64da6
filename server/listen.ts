import type { Server } from 'node:net';

/** Listens at a port, of one address or of all. Throws a sentence for the operator if it can't. */
export function listen(server: Server, port: number, host?: string): Promise<void> {
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
