/** @jest-environment node */
import { createPost } from '@/__tests__/lib/server/create-post';
import { createAnswer, connectDatabase } from '@/__tests__/lib/server/database/database-answers';
import { collectLogLines } from '@/__tests__/lib/server/log/log-lines';
import { provideSettings, SITE } from '@/__tests__/lib/server/settings';
import * as route from '@/app/api/visit/route';
import { recordVisit } from '@/lib/server/outreach/prospects';
import { errorsEn } from '@/lib/content/contact-en';

jest.mock('@/lib/server/outreach/prospects');

const createRefusal = (status: number, error: keyof typeof errorsEn) => ({
  status,
  body: { ok: false, error, message: errorsEn[error] },
});
const mockRecordVisit = jest.mocked(recordVisit);
const logged = collectLogLines();
provideSettings({ TRUSTED_IP_HEADER: 'x-real-ip' });

let databaseQueries: unknown[];

beforeEach(() => {
  // The limit that all instances share lets everyone pass.
  databaseQueries = connectDatabase(() => createAnswer(0));
  mockRecordVisit.mockResolvedValue({ ok: true, tracked: true });
});

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

test.each([true, false])('answers whether the visit was tracked: %s', async (tracked) => {
  mockRecordVisit.mockResolvedValue({ ok: true, tracked });
  expect(await send()).toEqual({ status: 200, body: { ok: true, tracked } });
  expect(mockRecordVisit).toHaveBeenCalledWith('demo-cs');
});

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'curl/8.5.0',
])('a bot is answered, and neither recorded nor counted in the database: %s', async (agent) => {
  const headers = { origin: SITE, 'user-agent': agent };
  const body = { ok: true, tracked: false, bot: true };
  expect(await send({ headers })).toEqual({ status: 200, body });
  expect(mockRecordVisit).not.toHaveBeenCalled();
  expect(databaseQueries).toEqual([]);
});

test.each([
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  '',
])('a person is recorded, also one who objects to being counted: %s', async (agent) => {
  const headers = { origin: SITE, 'user-agent': agent, dnt: '1' };
  expect(await send({ headers })).toEqual({ status: 200, body: { ok: true, tracked: true } });
  expect(mockRecordVisit).toHaveBeenCalledTimes(1);
});

test('validates and rate-limits the requests of bots as well', async () => {
  const headers = { origin: SITE, 'user-agent': 'Googlebot/2.1', 'x-real-ip': '192.0.2.9' };
  expect((await send({ headers, body: '{}' })).status).toBe(422);
  for (let n = 0; n < 59; n += 1) expect((await send({ headers })).status).toBe(200);
  expect((await send({ headers })).status).toBe(429);
});

test.each([
  ['lookup', 'unavailable', 503],
  ['lookup', 'internal', 500],
  ['update', 'unavailable', 503],
  ['update', 'internal', 500],
] as const)('answers a failed %s (%s) with %i and names the step', async (step, error, status) => {
  mockRecordVisit.mockResolvedValue({ ok: false, step, error });
  const body = { ok: false, error, message: errorsEn[error], step };
  expect(await send()).toEqual({ status, body });
});

test('answers an unexpected error with 500 and the generic message', async () => {
  mockRecordVisit.mockRejectedValue(new Error('row of Jan Novák'));
  expect(await send()).toEqual(createRefusal(500, 'internal'));
  // What happened, and the line that every request leaves.
  expect(logged).toHaveLength(2);
  expect(JSON.stringify(logged)).not.toContain('Novák');
});

test.each([
  ['no id', '{}'],
  ['an id with a blank', '{"vapi_assistant_id":"a b"}'],
  ['a filter', '{"vapi_assistant_id":"eq.demo-cs&select=*"}'],
])('answers 422 to %s without asking the database', async (_what, body) => {
  expect(await send({ body })).toEqual(createRefusal(422, 'invalid'));
  expect(mockRecordVisit).not.toHaveBeenCalled();
});

test('refuses a visit over the limit of all instances, with Retry-After', async () => {
  connectDatabase(() => createAnswer(17));
  const response = await post({ headers: { origin: SITE, 'x-real-ip': '192.0.2.3' } });
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe('17');
  expect(mockRecordVisit).not.toHaveBeenCalled();
});
