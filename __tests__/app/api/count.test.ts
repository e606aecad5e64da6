/** @jest-environment node */
import { createPost } from '@/__tests__/lib/server/create-post';
import {
  createAnswer,
  connectDatabase,
  createRefusal,
  type SentQuery,
  neverAnswer,
} from '@/__tests__/lib/server/database/database-answers';
import { collectLogLines } from '@/__tests__/lib/server/log/log-lines';
import { installFakeClock } from '@/__tests__/lib/server/fake-clock';
import { provideSettings, SITE } from '@/__tests__/lib/server/settings';
import * as route from '@/app/api/count/route';
import { errorsEn } from '@/lib/content/contact-en';

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
  ['page_seen', 'page_seen', ''],
  ['call_ended:left-page', 'call_ended', 'left-page'],
])(
  'counts %s by page, language, device and entry, and by nothing else',
  async (sent, event, detail) => {
    const more = { cookie: 'a=b', referer: 'https://elsewhere.example/', 'x-real-ip': '192.0.2.1' };
    expect(await post({ page: '/outreach', source: 'LinkedIn', event: sent }, more)).toEqual({
      status: 200,
      body: { ok: true },
    });
    expect(sentQueries).toMatchObject([{ method: 'POST', table: 'rpc/count_events' }]);
    expect(sentQueries[0]?.body).toEqual({
      page: '/outreach',
      language: 'cs',
      device: 'phone',
      entry: 'linkedin',
      events: [{ event, detail }],
    });
  },
);

test('counts a personal page in the language that it sends', async () => {
  await post({ page: '/outreach', language: 'en', event: 'page_seen' });
  expect(sentQueries[0]?.body).toMatchObject({ page: '/outreach', language: 'en' });
});

test.each([
  ['no page', { event: 'page_seen' }],
  ['another page', { ...pageSeen, page: '/outreach?contact_name=Jan' }],
  ['an inherited name for a page', { ...pageSeen, page: 'constructor' }],
  ['no event', { page: '/' }],
  ['an event that is not known', { page: '/', event: 'bought' }],
  ['a detail that is not known', { page: '/', events: ['dialog_opened:<b>'] }],
  ['a detail where there is none', { page: '/', event: 'page_seen:1' }],
  ['no detail where there is one', { page: '/', event: 'call_active' }],
  ['an event that is no text', { page: '/', event: ['page_seen'] }],
  ['a source that is no text', { ...pageSeen, source: ['google'] }],
  ['a language that is no text', { ...pageSeen, language: ['en'] }],
  ['an unknown key', { ...pageSeen, visitor: 'jana' }],
])('refuses %s, which reaches neither the database nor the log', async (_what, body) => {
  expect(await post(body)).toEqual({
    status: 422,
    body: { ok: false, error: 'invalid', message: errorsEn.invalid },
  });
  expect(sentQueries).toEqual([]);
  expect(logged.map(({ msg }) => msg)).toEqual(['request']);
});

test('refuses a post of 2 KB and more', async () => {
  const body = { ok: false, error: 'too_large' };
  expect(await post({ ...pageSeen, source: 'x'.repeat(2048) })).toMatchObject({
    status: 413,
    body,
  });
  expect(sentQueries).toEqual([]);
});

test.each([
  ['Do Not Track', { dnt: '1' }],
  ['Global Privacy Control', { 'sec-gpc': '1' }],
  ['a program that says so', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
  ['no name at all', { 'user-agent': '' }],
])('answers 200 and counts nothing with %s', async (_what, headers) => {
  expect(await post(pageSeen, headers)).toEqual({ status: 200, body: { ok: true } });
  expect(sentQueries).toEqual([]);
});

test('answers 200 and logs a warning if the database refuses the counts', async () => {
  answerDatabase(createRefusal('PGRST202', 'no function', 404));
  expect(await post()).toEqual({ status: 200, body: { ok: true } });
  expect(logged).toMatchObject([
    { level: 'warn', msg: 'events not counted', code: 'PGRST202', status: 404 },
    { level: 'info', msg: 'request', status: 200 },
  ]);
});

test('waits one second for a database that does not answer', async () => {
  installFakeClock();
  answerDatabase(neverAnswer);
  const settled = jest.fn();
  void post().then(settled);
  await jest.advanceTimersByTimeAsync(999);
  expect(sentQueries).toHaveLength(1);
  expect(settled).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(settled).toHaveBeenCalledWith({ status: 200, body: { ok: true } });
});
