import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findLeaks } from '../../scripts/build/client-leaks';
import { TEST_DIST_DIR } from '../../scripts/test/test-site';
import { CANARY, CANARY_NETWORK, createForm, createAddress, postContactForm, send } from './client';
import { ADDRESS_HEADER, printFigure, type Site, type World } from './world';

/** Looks for what was typed in this run in all logs and in everything that is served. */
export function testCanaries(getWorld: () => World): void {
  describe('what visitors type', () => {
    beforeAll(async () => {
      // Often enough to fill the logs, even if these tests run alone.
      for (let round = 0; round < 10; round += 1)
        await plantCanaries(getWorld(), getWorld().sites[0]);
    });

    test('is in no log line, and neither is an address or the server-side key', () => {
      const logs = getWorld().readLogs();
      const lines = logs.split('\n').filter(Boolean).length;
      printFigure('log lines', lines);
      const forbiddenTexts = [CANARY, `${CANARY_NETWORK}:`, getWorld().database.secretKey];
      expect(forbiddenTexts.filter((mark) => logs.includes(mark))).toEqual([]);
      expect(lines).toBeGreaterThan(100);
    });

    test('is in no file that is served or cached', () => {
      const folders = [join(TEST_DIST_DIR, 'static'), join(TEST_DIST_DIR, 'server'), 'public'];
      const files = folders
        .filter((folder) => existsSync(folder))
        .flatMap((folder) =>
          readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
            join(folder, name),
          ),
        )
        .filter((file) => statSync(file).isFile());
      printFigure('files served or cached', files.length);
      expect(files.filter((file) => readFileSync(file).includes(CANARY))).toEqual([]);
    });
  });

  test('no client file holds the secret, its prefix or a server-only name', () => {
    expect(findLeaks(TEST_DIST_DIR, getWorld().database.secretKey)).toEqual([]);
  });
}

/** Plants the canary in every input there is, refused ones included. */
async function plantCanaries(world: World, site: Site): Promise<void> {
  const everywhere = {
    ...createForm(),
    [CANARY]: CANARY,
    quill_north: CANARY,
    idempotency_key: CANARY,
    fill_ms: CANARY,
  };
  await postContactForm(world, site.url, everywhere);
  await postContactForm(world, site.url, { ...everywhere, email: CANARY, service_type: CANARY });
  const headers = {
    origin: world.origin,
    referer: `${world.origin}/${CANARY}`,
    'user-agent': CANARY,
    cookie: `contact-outcome.0=1.${CANARY}`,
    'x-request-id': CANARY,
    'x-forwarded-for': createAddress(),
    [ADDRESS_HEADER]: createAddress(),
  };
  const form = new URLSearchParams({ ...createForm(), email: `${CANARY} at home` }).toString();
  for (const type of ['application/x-www-form-urlencoded', 'application/json', `text/${CANARY}`]) {
    await send(`${site.url}/api/contact`, 'POST', { ...headers, 'content-type': type }, form);
  }
  for (const path of ['/', '/contact', '/outreach', '/api/health', '/api/contact', `/${CANARY}`]) {
    await send(`${site.url}${path}?contact_name=${CANARY}&company_name=${CANARY}`, 'GET', headers);
  }
}
