import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findLeaks } from '../../scripts/build/client-leaks.mjs';
import { CANARY, CANARY_NETWORK, filled, freshAddress, post, send } from './client';
import { TEST_DIST_DIR } from '../test-site.mjs';
import { figure } from './report';
import { ADDRESS_HEADER, type Site, type World } from './world';

/** Plants the canary in every input there is, refused ones included. */
export async function plantCanaries(world: World, site: Site): Promise<void> {
  const everywhere = {
    ...filled(),
    [CANARY]: CANARY,
    quill_north: CANARY,
    idempotency_key: CANARY,
    fill_ms: CANARY,
  };
  await post(world, site.url, everywhere);
  await post(world, site.url, { ...everywhere, email: CANARY, service_type: CANARY });
  const headers = {
    origin: world.origin,
    referer: `${world.origin}/${CANARY}`,
    'user-agent': CANARY,
    cookie: `contact-outcome.0=1.${CANARY}`,
    'x-request-id': CANARY,
    'x-forwarded-for': freshAddress(),
    [ADDRESS_HEADER]: freshAddress(),
  };
  const form = new URLSearchParams({ ...filled(), email: `${CANARY} at home` }).toString();
  for (const type of ['application/x-www-form-urlencoded', 'application/json', `text/${CANARY}`]) {
    await send(`${site.url}/api/contact`, 'POST', { ...headers, 'content-type': type }, form);
  }
  for (const path of ['/', '/contact', '/outreach', '/api/health', '/api/contact', `/${CANARY}`]) {
    await send(`${site.url}${path}?contact_name=${CANARY}&company_name=${CANARY}`, 'GET', headers);
  }
}

/** Looks for what was typed, in this whole run, in everything the servers printed and in what they serve. */
export function proveSecrecy(world: World): void {
  const logs = world.logs();
  const marks = [CANARY, `${CANARY_NETWORK}:`, world.database.secretKey];
  const inLogs = marks.filter((mark) => logs.includes(mark)).length;
  const lines = logs.split('\n').filter(Boolean).length;
  figure(`canaries in ${lines} log lines`, '0', `${inLogs}`, inLogs === 0 && lines > 100);

  const folders = [join(TEST_DIST_DIR, 'static'), join(TEST_DIST_DIR, 'server'), 'public'];
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => statSync(file).isFile());
  const inFiles = files.filter((file) => readFileSync(file).includes(CANARY)).length;
  figure(`canaries in ${files.length} files served or cached`, '0', `${inFiles}`, inFiles === 0);

  const leaks = findLeaks(TEST_DIST_DIR, world.database.secretKey);
  for (const leak of leaks) console.log(`  ${leak}`);
  figure(
    'secret, its prefix, server-only names in client files',
    '0',
    `${leaks.length}`,
    leaks.length === 0,
  );
}
