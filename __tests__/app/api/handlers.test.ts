/** @jest-environment node */
import { createPost } from '@/__tests__/lib/server/create-post';
import { createAnswer, connectDatabase } from '@/__tests__/lib/server/database/database-answers';
import { collectLogLines, omitRequestLines } from '@/__tests__/lib/server/log/log-lines';
import { provideSettings, SITE } from '@/__tests__/lib/server/settings';
import * as callFailure from '@/app/api/call-failure/route';
import * as call from '@/app/api/call/route';
import * as callEnd from '@/app/api/call/end/route';
import * as contact from '@/app/api/contact/route';
import * as count from '@/app/api/count/route';
import * as pageError from '@/app/api/page-error/route';
import * as visit from '@/app/api/visit/route';
import * as visitInput from '@/app/api/visit/input/route';
import { errorsEn } from '@/lib/content/contact-en';

provideSettings({
  TRUSTED_IP_HEADER: 'x-real-ip',
  VAPI_PUBLIC_KEY: 'public-key',
  VAPI_ASSISTANT_ID: 'landing-assistant',
});
const logged = collectLogLines();
let sentQueries: unknown[];
beforeEach(() => {
  // The limit that all instances share lets everyone pass.
  sentQueries = connectDatabase(() => createAnswer(0));
});

const id = '3f0c4a52-6a5e-4a8e-9b0e-0d6b9f6c2a11';
const outcome = { seconds: 84, reason: 'visitor' };
const assistant = { vapi_assistant_id: 'a' };

type Posts = {
  route: { POST: (request: Request) => Promise<Response> };
  body: object;
  status: number;
  limit: number;
  wrong?: object[];
};

/** Routes for our own pages: a usual post, its answer, posts per minute, and wrong bodies. */
const routes: Record<string, Posts> = {
  call: { route: call, limit: 60, body: {}, status: 422 },
  'call-failure': {
    ...{ route: callFailure, limit: 60, status: 201 },
    body: { kind: 'no-answer', stage: 'waiting' },
    wrong: [
      { kind: 'made-up', stage: 'waiting' },
      { kind: 'no-answer', stage: 'waiting\n{"level":"error"}' },
      { kind: 'no-answer' },
      { kind: 'no-answer', stage: 'waiting', text: 'what was said' },
    ],
  },
  'call/end': {
    ...{ route: callEnd, limit: 60, body: {}, status: 422 },
    wrong: [
      ...[{ id: 'call-1' }, { id: '../org' }, { id, outcome: {} }],
      ...[{ seconds: -1 }, { seconds: 1.5 }, { seconds: 86_401 }, { reason: 'Jan hung up' }].map(
        (wrong) => ({ id, outcome: { ...outcome, ...wrong } }),
      ),
      ...[0, 6, '5'].map((rating) => ({ id, outcome: { ...outcome, rating } })),
    ],
  },
  contact: { route: contact, limit: 20, body: {}, status: 422 },
  count: {
    ...{ route: count, limit: 240, status: 200 },
    body: { page: '/', event: 'page_seen' },
  },
  'page-error': {
    ...{ route: pageError, limit: 20, body: { digest: '1' }, status: 201 },
    wrong: [
      ...['', 'eva@example.com', '3047389217\n{"level":"error"}', '30473892170', 1, null].map(
        (digest) => ({ digest }),
      ),
      { digest: '1', message: 'what was typed' },
    ],
  },
  visit: {
    ...{ route: visit, limit: 60, body: assistant, status: 200 },
    wrong: [{}, { vapi_assistant_id: 'a b' }, { vapi_assistant_id: 'eq.demo-cs&select=*' }],
  },
  'visit/input': {
    ...{ route: visitInput, limit: 240, body: assistant, status: 200 },
    wrong: [{}, { vapi_assistant_id: 'a b' }, { ...assistant, name: 'Jan' }],
  },
};

describe.each(Object.entries(routes))('/api/%s', (name, usualPost) => {
  const { route, body: usual, status: usualStatus, limit, wrong = [] } = usualPost;

  const post = async (body: unknown, headers: Record<string, string>) => {
    const response = await route.POST(
      createPost(`/api/${name}`, body, { origin: SITE, 'user-agent': 'Firefox', ...headers }),
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    return response;
  };
  async function expectRefusal(response: Response, status: number, error: keyof typeof errorsEn) {
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ ok: false, error, message: errorsEn[error] });
    expect(sentQueries).toEqual([]);
    expect(omitRequestLines(logged)).toEqual([]);
  }

  test.each<[string, Record<string, string>, unknown, number, keyof typeof errorsEn]>([
    ['another site', { origin: 'https://evil.example' }, usual, 403, 'forbidden'],
    ['another site, by its fetch', { 'sec-fetch-site': 'cross-site' }, usual, 403, 'forbidden'],
    ['text', { 'content-type': 'text/plain' }, usual, 415, 'unsupported'],
    ['broken JSON', {}, '{', 400, 'malformed'],
    ['20 KB', {}, { ...usual, pad: 'x'.repeat(20_000) }, 413, 'too_large'],
  ])('refuses a post of %s and contacts no service', async (_what, headers, body, ...refusal) => {
    await expectRefusal(await post(body, { 'x-real-ip': '192.0.2.1', ...headers }), ...refusal);
  });

  for (const body of wrong)
    test(`refuses ${JSON.stringify(body)}`, async () => {
      await expectRefusal(await post(body, { 'x-real-ip': '192.0.2.2' }), 422, 'invalid');
    });

  test(`accepts ${limit} posts a minute from an address`, async () => {
    const postFrom = (address: string) =>
      post(usual, { 'x-real-ip': `2001:db8:${Object.keys(routes).indexOf(name)}:${address}::1` });
    for (let n = 0; n < limit; n += 1) expect((await postFrom('a')).status).toBe(usualStatus);
    sentQueries.length = 0;
    logged.length = 0;
    const refused = await postFrom('a');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await expectRefusal(refused, 429, 'rate_limited');
    expect((await postFrom('b')).status).toBe(usualStatus);
  });
});
