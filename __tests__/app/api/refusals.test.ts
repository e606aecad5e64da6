/** @jest-environment node */
import { createPost } from '@/__tests__/lib/server/create-post';
import { createAnswer, connectDatabase } from '@/__tests__/lib/server/database/database-answers';
import { collectLogLines, omitRequestLines } from '@/__tests__/lib/server/log/log-lines';
import { provideSettings, SITE } from '@/__tests__/lib/server/settings';
import * as callFailure from '@/app/api/call-failure/route';
import * as call from '@/app/api/call/route';
import * as callEnd from '@/app/api/call/end/route';
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

const failure = { kind: 'no-answer', stage: 'waiting' };

/** Routes for our own pages: a usual post, its answer and posts per minute. */
const routes = {
  'call-failure': {
    ...{ route: callFailure, limit: 60 },
    ...{ body: failure, status: 201 },
  },
  call: { route: call, body: {}, status: 422, limit: 60 },
  'call/end': { route: callEnd, body: {}, status: 422, limit: 60 },
  count: {
    ...{ route: count, limit: 240 },
    ...{ body: { page: '/', events: ['page_seen'] }, status: 200 },
  },
  'page-error': {
    ...{ route: pageError, limit: 20 },
    ...{ body: { digest: '1' }, status: 201 },
  },
  visit: {
    ...{ route: visit, limit: 60 },
    ...{ body: { vapi_assistant_id: 'a' }, status: 200 },
  },
  'visit/input': {
    ...{ route: visitInput, limit: 240 },
    ...{ body: { vapi_assistant_id: 'a' }, status: 200 },
  },
};

describe.each(Object.entries(routes))('/api/%s', (name, { route, body: usual, ...expected }) => {
  const { status: usualStatus, limit } = expected;

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
