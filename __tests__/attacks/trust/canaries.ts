import { readFileSync } from 'node:fs';
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

const SERVED_FOLDERS = [join(TEST_DIST_DIR, 'static'), join(TEST_DIST_DIR, 'server'), 'public'];
const listServedFiles = () =>
  SERVED_FOLDERS.flatMap((folder) => listFiles(folder).map((file) => join(folder, file)));
/** Finds the files with one of the texts. */
const findIn = (files: string[], texts: string[]) =>
  files.filter((file) => {
    const content = readFileSync(file);
    return texts.some((text) => content.includes(text));
  });

/** Looks for what was typed in this run in all logs and in everything that is served. */
export function testCanaries(): void {
  test('what visitors type is in no log line and no file that is served or cached', async () => {
    // Often enough to fill the logs, even if this test runs alone.
    for (let round = 0; round < 10; round += 1) await plantCanaries();
    const logs = getTarget().readLogs();
    const lines = logs.split('\n').filter(Boolean).length;
    printFigure('log lines', lines);
    expect(lines).toBeGreaterThan(100);
    const secrets = [...TYPED_CANARIES, `${CANARY_NETWORK}:`, getTarget().database.secretKey];
    expect(secrets.filter((mark) => logs.includes(mark))).toEqual([]);
    expect(findIn(listServedFiles(), TYPED_CANARIES)).toEqual([]);
  });

  test('no client file holds the secret, its prefix or a server-only name', () => {
    // A single word, such as HSTS, may be part of the page's text.
    const names = Object.keys(settingsSchema.shape).filter((name) => name.includes('_'));
    const secrets = [getTarget().database.secretKey, 'sb_secret_', 'service_role', ...names];
    const files = listServedFiles().filter(
      (file) =>
        file.startsWith(join(TEST_DIST_DIR, 'static')) || /\.(html|rsc|body|meta)$/.test(file),
    );
    expect(files.length).toBeGreaterThan(20);
    expect(findIn(files, secrets)).toEqual([]);
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

/** Tests that operators can find a page that throws. */
export function testErrors(): void {
  test('a page that throws is in the log under the request id of its visitor', async () => {
    const [site] = getTarget().sites;
    const url = `${site.url}/fault?email=${CANARY}%40visitor.example`;
    const answer = await fetch(url, { headers: { 'x-request-id': CANARY } });
    const id = answer.headers.get('x-request-id');
    expect([answer.status, id]).toEqual([500, expect.stringMatching(/^[\da-f-]{36}$/)]);
    const findLine = () =>
      site
        .readLog()
        .split('\n')
        .find((line) => line.includes(`"request_id":"${id}","error"`));
    await waitForCondition(() => Boolean(findLine()), 'the line of the page that threw');
    expect(JSON.parse(findLine() ?? '')).toEqual({
      level: 'error',
      time: expect.any(String),
      request_id: id,
      error: 'Error',
      at: expect.any(String),
      digest: expect.stringMatching(/^\d{1,10}$/),
      route: '/fault',
      msg: 'request failed unexpectedly',
    });
  });
}
