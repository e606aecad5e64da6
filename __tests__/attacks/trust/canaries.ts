import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { mapFields } from '@/lib/contact/fields';
import { settingsSchema } from '@/lib/settings/rules';
import { listFiles } from '@/lib/site/files';
import { TEST_DIST_DIR } from '../../../scripts/test/test-site';
import { waitForCondition } from '../../support/until';
import {
  CANARY,
  CANARY_NETWORK,
  createForm,
  createAddress,
  postForm,
  send,
  TYPED_CANARIES,
} from '../client';
import { ADDRESS_HEADER, getTarget, printFigure } from '../target';

/** Looks for what was typed in this run in all logs and in everything that is served. */
export function testCanaries(): void {
  describe('what visitors type', () => {
    beforeAll(async () => {
      // Often enough to fill the logs, even if these tests run alone.
      for (let round = 0; round < 10; round += 1) await plantCanaries();
    });

    test('is in no log line, and neither is an address or the server-side key', () => {
      const logs = getTarget().readLogs();
      const lines = logs.split('\n').filter(Boolean).length;
      printFigure('log lines', lines);
      const forbiddenTexts = [
        ...TYPED_CANARIES,
        `${CANARY_NETWORK}:`,
        getTarget().database.secretKey,
      ];
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
      const holdsCanary = (file: string) => {
        const text = readFileSync(file);
        return TYPED_CANARIES.some((mark) => text.includes(mark));
      };
      expect(files.filter(holdsCanary)).toEqual([]);
    });
  });

  test('no client file holds the secret, its prefix or a server-only name', () => {
    // A single word, such as HSTS, may be part of the page's text.
    const names = Object.keys(settingsSchema.shape).filter((name) => name.includes('_'));
    const secrets = [getTarget().database.secretKey, 'sb_secret_', 'service_role', ...names];
    const files = [
      ...listFiles(join(TEST_DIST_DIR, 'static')).map((file) => join('static', file)),
      ...listFiles(join(TEST_DIST_DIR, 'server/app')).map((file) => join('server/app', file)),
    ].filter((file) => file.startsWith('static') || /\.(html|rsc|body|meta)$/.test(file));
    expect(files.length).toBeGreaterThan(20);
    const leaks = files.flatMap((file) => {
      const text = readFileSync(join(TEST_DIST_DIR, file), 'utf8');
      return secrets.filter((secret) => text.includes(secret)).map((secret) => [file, secret]);
    });
    expect(leaks).toEqual([]);
  });
}

/** Plants the canary in every input there is, refused ones included. */
async function plantCanaries(): Promise<void> {
  const {
    origin,
    sites: [site],
  } = getTarget();
  const everywhere = {
    ...createForm(),
    [CANARY]: CANARY,
    quill_north: CANARY,
    idempotency_key: CANARY,
    fill_ms: CANARY,
  };
  await postForm(site.url, everywhere);
  await postForm(site.url, { ...everywhere, ...mapFields(() => CANARY) });
  const headers = {
    origin,
    referer: `${origin}/${CANARY}`,
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

const FAULT_PATH = `/fault?email=${CANARY}%40visitor.example`;

/** Tests that operators can find a page that throws, and that nothing about its visitor leaks. */
export function testErrors(): void {
  describe('a page that throws', () => {
    test('is in the log under the request id of its visitor', async () => {
      const site = await getTarget().start();
      const answer = await fetch(site.url + FAULT_PATH, { headers: { 'x-request-id': CANARY } });
      const id = answer.headers.get('x-request-id');
      await site.terminate();

      expect([answer.status, id]).toEqual([500, expect.stringMatching(/^[\da-f-]{36}$/)]);
      const logged = site
        .readLog()
        .split('\n')
        .filter((text) => text.includes('failed unexpectedly'));
      const lines = logged.map((text) => JSON.parse(text) as Record<string, unknown>);
      expect(lines).toEqual([
        {
          level: 'error',
          time: expect.any(String),
          request_id: id,
          error: 'Error',
          at: expect.any(String),
          digest: expect.stringMatching(/^\d{1,10}$/),
          route: '/fault',
          msg: 'request failed unexpectedly',
        },
      ]);
      expect(site.readLog()).not.toContain(CANARY);
    });

    test('raises an alert after five times', async () => {
      const { database, sites } = getTarget();
      for (let n = 0; n < 5; n += 1) await (await fetch(sites[0].url + FAULT_PATH)).arrayBuffer();
      const listAlerts = () =>
        database.runSql("select facts from public.alerts where kind = 'site-failing'");
      await waitForCondition(async () => (await listAlerts()).length > 0, 'the alert');
      const [alert] = await listAlerts();
      printFigure('alert of five pages that threw', JSON.stringify(alert));
      expect(alert?.['facts']).toEqual({ count: 5, kinds: expect.stringContaining('/fault') });
    });
  });
}
