import { createSocket } from 'node:dgram';
import { readSiteBuild } from '../../lib/site/site-build';
import { isPortFree } from '../../local/ports';

process.env.NO_PROXY ??= 'localhost,127.0.0.1,::1';
// The build that all tests share has the page that throws.
process.env.TEST_FAULT_ROUTE = '1';

/** Settings of a site whose calls are all made by one machine. */
export const MANY_CALLS = { CALLS_PER_DAY: '100000', CALLS_AT_ONCE: '1000' };

/** The folder of the build that all tests share. */
export const TEST_DIST_DIR = '.next-test';

/**
 * The port of the site under test. `npm test` chooses one for all its parts. A part that is run
 * alone takes that of the last build, which it can then reuse, or a random one.
 */
export async function getTestPort(): Promise<number> {
  process.env.TEST_PORT ??= String(await choosePort());
  return Number(process.env.TEST_PORT);
}

/** The address of the shared build; other instances of it may listen at other ports. */
export async function getTestSiteUrl() {
  return `http://localhost:${await getTestPort()}`;
}

/**
 * Finds a random free TCP port, for a server of another process. No one else who asks gets it
 * while this process runs.
 */
export async function findRandomFreePort(): Promise<number> {
  // Linux uses ports from 32768 for outgoing connections, which could take the port in between.
  const port = 11_000 + Math.floor(Math.random() * 20_000);
  return (await claimPort(port)) && (await isPortFree(port)) ? port : findRandomFreePort();
}

/** Takes the UDP port of this number until this process ends, as a sign for others. */
const claimPort = (port: number) =>
  new Promise<boolean>((resolve) => {
    const claim = createSocket('udp4').once('error', () => resolve(false));
    claim.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      claim.unref();
      resolve(true);
    });
  });

async function choosePort() {
  const { SITE_URL = '' } = readSiteBuild(TEST_DIST_DIR)?.settings ?? {};
  const last = Number(/:(\d+)$/.exec(SITE_URL)?.[1] ?? 0);
  return last > 0 && (await isPortFree(last)) ? last : findRandomFreePort();
}
