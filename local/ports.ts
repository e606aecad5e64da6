import { createServer } from 'node:net';

const addresses = ['127.0.0.1', '0.0.0.0', '::'];

/**
 * Finds a TCP port nobody listens on, on any address of this machine.
 *
 * @param from the first port to try
 * @param taken ports promised to others in this run
 * @returns the first free port at or above `from`
 * @throws when 100 ports in a row are taken
 */
export async function freePort(from: number, taken: readonly number[] = []): Promise<number> {
  for (let port = from; port < from + 100; port += 1) {
    if (!taken.includes(port) && (await isFree(port))) return port;
  }
  throw new Error(`No free port between ${from} and ${from + 99}.`);
}

/** Whether nothing listens on `port`, neither on loopback nor on all addresses, IPv4 and IPv6. */
export async function isFree(port: number): Promise<boolean> {
  for (const address of addresses) {
    if (!(await canListen(port, address))) return false;
  }
  return true;
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // A machine without IPv6 refuses '::' for another reason than a taken port.
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
