import { createPost } from '@/__tests__/lib/server/create-post';
import {
  createAnswer,
  connectDatabase,
  createRefusal,
  type SentQuery,
  neverAnswer,
} from '@/__tests__/lib/server/database/database-answers';
import { collectLogLines } from '@/__tests__/lib/server/log/log-lines';
import { expectSettledAfter, installFakeClock } from '@/__tests__/lib/server/fake-clock';
import { provideSettings, SITE } from '@/__tests__/lib/server/settings';
import * as route from '@/app/api/count/route';

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/143.0.0.0 Mobile Safari/537.36';
const logged = collectLogLines();
provideSettings({ TRUSTED_IP_HEADER: 'x-real-ip' });

let sentQueries: SentQuery[];
/** What the database answers from now on. */
const answerDatabase = (reply: Parameters<typeof connectDatabase>[0]) => {
  sentQueries = connectDatabase(reply);
};
beforeEach(() => answerDatabase(() => createAnswer(null)));

const pageSeen = { page: '/', event: 'page_seen' };

async function post(body: unknown = pageSeen, headers: Record<string, string> = {}) {
  const response = await route.POST(
    createPost('/api/count', body, { origin: SITE, 'user-agent': PHONE, ...headers }),
  );
  return { status: response.status, body: (await response.json()) as unknown };
}

test.each([
  ['page_seen', {}, { event: 'page_seen', detail: '', language: 'cs' }],
  [
    'call_ended:left-page',
    { language: 'en' },
    { event: 'call_ended', detail: 'left-page', language: 'en' },
  ],
])('counts %s with %j, and nothing else', async (sent, more, { language, ...event }) => {
  const headers = { cookie: 'a=b', referer: 'https://a.example/', 'x-real-ip': '192.0.2.1' };
  const body = { page: '/outreach', source: 'utm:LinkedIn', event: sent, ...more };
  expect(await post(body, headers)).toEqual({ status: 200, body: { ok: true } });
  const view = { page: '/outreach', language, device: 'phone', entry: 'campaign' };
  expect(sentQueries.map(({ body }) => body)).toEqual([{ ...view, ...event }]);
});

// `funnel.test.ts` has all who are not counted.
test('answers 200 to a browser that objects, and counts nothing', async () => {
  expect(await post(pageSeen, { dnt: '1' })).toEqual({ status: 200, body: { ok: true } });
  expect(sentQueries).toEqual([]);
});

test('answers 200 and logs a warning if the database refuses the count', async () => {
  answerDatabase(createRefusal('PGRST202', 'no function', 404));
  expect(await post()).toEqual({ status: 200, body: { ok: true } });
  expect(logged).toMatchObject([
    { level: 'warn', msg: 'event not counted', code: 'PGRST202', status: 404 },
    { level: 'info', msg: 'request', status: 200 },
  ]);
});

test('waits one second for a database that does not answer', async () => {
  installFakeClock();
  answerDatabase(neverAnswer);
  expect(await expectSettledAfter(1000, post())).toEqual({ status: 200, body: { ok: true } });
});
