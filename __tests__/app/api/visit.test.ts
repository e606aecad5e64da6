/** @jest-environment node */
import { createPost } from '@/__tests__/lib/server/create-post';
import {
  connectDatabase,
  createAnswer,
  createRefusal,
  type SentQuery,
} from '@/__tests__/lib/server/database/database-answers';
import { collectLogLines } from '@/__tests__/lib/server/log/log-lines';
import { provideSettings, SITE } from '@/__tests__/lib/server/settings';
import * as route from '@/app/api/visit/route';
import { errorsEn } from '@/lib/content/contact-en';

collectLogLines();
provideSettings({ TRUSTED_IP_HEADER: 'x-real-ip' });

let sentQueries: SentQuery[];
const listTables = () => sentQueries.map(({ method, table }) => `${method} ${table}`);
const VISIT = ['POST rpc/take_rate_limits', 'GET decisionMakers', 'PATCH decisionMakers'];

/** Connects a database that knows the assistant; its shared limit asks to wait so many seconds. */
function connectWithWait(seconds: number, failing?: string) {
  sentQueries = connectDatabase(({ method, table }) => {
    if (method === failing) return createRefusal('42501', 'row of Jan Novák', 403)();
    return createAnswer(table === 'decisionMakers' ? [{ id: '1' }] : seconds);
  });
}
beforeEach(() => connectWithWait(0));

type PostOptions = { body?: string; type?: string; headers?: Record<string, string> };

const post = ({ body = '{"vapi_assistant_id":"demo-cs"}', type, headers }: PostOptions = {}) =>
  route.POST(
    createPost('/api/visit', body, {
      ...(headers ?? { origin: SITE }),
      ...(type && { 'content-type': type }),
    }),
  );

async function send(sent?: PostOptions) {
  const response = await post(sent);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return { status: response.status, body: (await response.json()) as unknown };
}

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'curl/8.5.0',
])('a bot is answered, and neither recorded nor counted in the database: %s', async (agent) => {
  const headers = { origin: SITE, 'user-agent': agent };
  const body = { ok: true, tracked: false, bot: true };
  expect(await send({ headers })).toEqual({ status: 200, body });
  expect(sentQueries).toEqual([]);
});

test.each([
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  '',
])('a person is recorded, also one who objects to being counted: %s', async (agent) => {
  const headers = { origin: SITE, 'user-agent': agent, dnt: '1' };
  expect(await send({ headers })).toEqual({ status: 200, body: { ok: true, tracked: true } });
  expect(listTables()).toEqual(VISIT);
});

test('validates and rate-limits the requests of bots as well', async () => {
  const headers = { origin: SITE, 'user-agent': 'Googlebot/2.1', 'x-real-ip': '192.0.2.9' };
  expect((await send({ headers, body: '{}' })).status).toBe(422);
  for (let n = 0; n < 59; n += 1) expect((await send({ headers })).status).toBe(200);
  expect((await send({ headers })).status).toBe(429);
});

// `unavailable` is a case of the contract.
test.each([
  ['lookup', 'GET'],
  ['update', 'PATCH'],
])('answers 500 to a %s that the database refuses, and names the step', async (step, failing) => {
  connectWithWait(0, failing);
  const body = { ok: false, error: 'internal', message: errorsEn.internal, step };
  expect(await send()).toEqual({ status: 500, body });
});

test('refuses a visit over the limit of all instances, with Retry-After', async () => {
  connectWithWait(17);
  const response = await post({ headers: { origin: SITE, 'x-real-ip': '192.0.2.3' } });
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe('17');
  expect(listTables()).toEqual([VISIT[0]]);
});
