import { once } from 'node:events';
import { createServer } from 'node:net';

const addresses = ['127.0.0.1', '0.0.0.0', '::'];

/**
 * Finds a TCP port nobody listens on, on any address of this machine.
 *
 * @param {number} from the first port to try
 * @param {readonly number[]} [taken] ports promised to others in this run
 * @returns {Promise<number>} the first free port at or above `from`
 * @throws {Error} when 100 ports in a row are taken
 */
export async function freePort(from, taken = []) {
  for (let port = from; port < from + 100; port += 1) {
    if (!taken.includes(port) && (await isFree(port))) return port;
  }
  throw new Error(`No free port between ${from} and ${from + 99}.`);
}

/**
 * A TCP port that is free now, at random. Below those that the system gives to outgoing connections (Linux from 32768): one
 * of them could have it before its server listens. Even whoever asks at a port until its server answers could.
 *
 * @param {readonly number[]} [taken] ports promised to others in this run
 */
export function anyFreePort(taken) {
  return freePort(11_000 + Math.floor(Math.random() * 20_000), taken);
}

/**
 * Has a server listen on loopback.
 *
 * @param {import('node:net').Server} server
 * @returns {Promise<number>} the port, which the system chooses
 */
export async function listen(server) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}

/**
 * Whether nothing listens on `port`, neither on loopback nor on all addresses, IPv4 and IPv6.
 *
 * @param {number} port
 */
export async function isFree(port) {
  for (const address of addresses) {
    if (!(await canListen(port, address))) return false;
  }
  return true;
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<boolean>}
 */
function canListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    // A machine without IPv6 refuses '::' for another reason than a taken port.
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      resolve(error.code !== 'EADDRINUSE'),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
