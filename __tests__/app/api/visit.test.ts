import { createPost } from '@/__tests__/lib/server/create-post';
import {
  connectDatabase,
  createAnswer,
  createRefusal,
  type SentQuery,
} from '@/__tests__/lib/server/database/database-answers';
import { collectLogLines } from '@/__tests__/lib/server/log/log-lines';
import { provideSettings, SITE } from '@/__tests__/lib/server/settings';
import * as visitRoute from '@/app/api/visit/route';
import * as inputRoute from '@/app/api/visit/input/route';
import { errorsEn } from '@/lib/content/contact-en';

const logged = collectLogLines();
provideSettings();

let sentQueries: SentQuery[];
/** Connects a database that knows the assistant; its shared limit asks to wait so many seconds. */
function connectWithWait(seconds: number, failing?: string) {
  sentQueries = connectDatabase(({ method, table }) => {
    if (method === failing) return createRefusal('42501', 'row of Jan Novák', 403)();
    return createAnswer(table === 'decisionMakers' ? [{ id: '1' }] : seconds);
  });
}
beforeEach(() => connectWithWait(0));

const BOT = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' };
const post = ({ POST }: typeof visitRoute, headers: Record<string, string> = {}) =>
  POST(createPost('/api/visit', { vapi_assistant_id: 'demo-cs' }, { origin: SITE, ...headers }));
const visit = async (headers?: Record<string, string>) => {
  const response = await post(visitRoute, headers);
  return { status: response.status, body: (await response.json()) as unknown };
};

test('a bot is answered, and neither recorded nor counted in the database', async () => {
  const body = { ok: true, tracked: false, bot: true };
  expect(await visit(BOT)).toEqual({ status: 200, body });
  expect((await post(inputRoute, BOT)).status).toBe(200);
  expect(sentQueries).toEqual([]);
});

test.each([
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  '',
])('a person is recorded, also one who objects to being counted: %s', async (agent) => {
  const body = { ok: true, tracked: true };
  expect(await visit({ 'user-agent': agent, dnt: '1' })).toEqual({ status: 200, body });
  const changed = sentQueries.filter(({ method }) => method === 'PATCH');
  expect(changed).toMatchObject([{ body: { visited_at: expect.any(String) } }]);
});

// `prospects.test.ts` has `unavailable`.
test.each([
  ['lookup', 'GET'],
  ['update', 'PATCH'],
])('answers 500 to a %s that the database refuses, and names the step', async (step, failing) => {
  connectWithWait(0, failing);
  const body = { ok: false, error: 'internal', message: errorsEn.internal, step };
  expect(await visit()).toEqual({ status: 500, body });
  const line = { level: 'error', step, code: '42501', status: 403, msg: 'visit not recorded' };
  expect(logged[0]).toMatchObject(line);
  expect(JSON.stringify(logged)).not.toMatch(/demo-cs|Novák/);
});

test('refuses a visit over the limit of all instances, with Retry-After', async () => {
  connectWithWait(17);
  const response = await post(visitRoute);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '17']);
  expect(sentQueries).toHaveLength(1);
});

test('answers the first key or press also while the database fails', async () => {
  connectDatabase(() => Promise.reject(new TypeError('fetch failed')));
  expect((await post(inputRoute)).status).toBe(200);
  expect(logged).toContainEqual(
    expect.objectContaining({ msg: 'input of a prospect not recorded' }),
  );
});
