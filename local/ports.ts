import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

export async function findFreePort(from: number): Promise<number> {
  for (let port = from; port < from + 100; port += 1) if (await isPortFree(port)) return port;
  throw new Error(`No free port between ${from} and ${from + 99}.`);
}

export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Whether nothing listens on `port`, neither on loopback nor on all addresses. */
export async function isPortFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '0.0.0.0', '::']) {
    const server = createServer();
    try {
      await once(server.listen({ port, host, exclusive: true }), 'listening');
    } catch (error) {
      // On a machine without IPv6, '::' fails with another code.
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
      continue;
    }
    await once(server.close(), 'close');
  }
  return true;
}
