import { freePort } from './ports.mjs';

/** The port of the site under test: `npm test` has chosen one for all its parts; a part run alone takes the first free one. */
export async function testPort(): Promise<number> {
  process.env.TEST_PORT ??= String(await freePort(3100));
  return Number(process.env.TEST_PORT);
}

/** The address that the shared build is made for; further sites are served from it at other ports. */
export async function testSiteUrl(): Promise<string> {
  return `http://localhost:${await testPort()}`;
}
