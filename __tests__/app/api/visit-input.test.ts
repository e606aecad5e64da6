/** @jest-environment node */
import { createPost } from '@/__tests__/lib/server/create-post';
import { connectDatabase, createAnswer } from '@/__tests__/lib/server/database/database-answers';
import { collectLogLines } from '@/__tests__/lib/server/log/log-lines';
import { provideSettings, SITE } from '@/__tests__/lib/server/settings';
import * as route from '@/app/api/visit/input/route';

provideSettings();
const logged = collectLogLines();
const PERSON =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36';

let sentQueries: ReturnType<typeof connectDatabase>;
beforeEach(() => {
  sentQueries = connectDatabase(() => createAnswer(null));
});

async function send(body: unknown, agent = PERSON) {
  const headers = { origin: SITE, 'user-agent': agent };
  const response = await route.POST(createPost('/api/visit/input', body, headers));
  return response.status;
}

const input = { vapi_assistant_id: 'demo-cs' };

test('writes an alert about the prospect', async () => {
  expect(await send(input)).toBe(200);
  const body = { kind: 'prospect-visited', assistant_id: 'demo-cs', facts: {} };
  expect(sentQueries).toMatchObject([{ table: 'rpc/alert_prospect', body }]);
  expect(JSON.stringify(logged)).not.toContain('demo-cs');
});

test('writes none about a bot', async () => {
  expect(await send(input, 'Mozilla/5.0 (compatible; Googlebot/2.1)')).toBe(200);
  expect(sentQueries).toEqual([]);
});

test('answers the visitor also while the database fails', async () => {
  connectDatabase(() => Promise.reject(new TypeError('fetch failed')));
  expect(await send(input)).toBe(200);
  expect(logged).toContainEqual(expect.objectContaining({ msg: 'no alert about a visit' }));
});
