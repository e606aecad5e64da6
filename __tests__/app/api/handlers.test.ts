import { readdirSync } from 'node:fs';
import { createPost } from '@/__tests__/lib/server/create-post';
import { createAnswer, connectDatabase } from '@/__tests__/lib/server/database/database-answers';
import { collectLogLines, omitRequestLines } from '@/__tests__/lib/server/log/log-lines';
import { changeSettings, provideSettings, SITE } from '@/__tests__/lib/server/settings';
import { errorsEn } from '@/lib/content/contact-en';
import { getEnv } from '@/lib/server/env';
import { type Route, RULES } from '@/lib/server/http/rate-limit';
import { createDoctorToken } from '@/lib/server/site-report';

provideSettings({
  TRUSTED_IP_HEADER: 'x-real-ip',
  VAPI_PUBLIC_KEY: 'public-key',
  VAPI_ASSISTANT_ID: 'landing-assistant',
  VAPI_WEBHOOK_SECRET: 'hook-secret',
  CRON_SECRET: 'a-secret-of-a-scheduler',
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
const pageSeen = { page: '/', event: 'page_seen' };
const failure = { kind: 'no-answer', stage: 'waiting' };
const call = { id, assistantId: 'a' };

type Posts = { body: object; status: number; rule: Route; wrong?: object[] };

/** Posts of our own pages: a usual one, its answer, its limits, wrong bodies. */
const posts: Record<string, Posts> = {
  call: {
    rule: 'call',
    body: {},
    status: 422,
    wrong: [
      ...[{ assistantId: 'a' }, { ...call, id: 'call-1' }, { id }],
      // `mangled-links.test.ts` has other wrong assistants.
      ...['a b', ['a']].map((assistantId) => ({ id, assistantId })),
    ],
  },
  'call-failure': {
    rule: 'call',
    body: failure,
    status: 201,
    wrong: [
      ...[{ ...failure, kind: 'made-up' }, { kind: 'no-answer' }, { ...failure, text: 'said' }],
      { ...failure, stage: 'waiting\n{"level":"error"}' },
    ],
  },
  'call/end': {
    rule: 'call-end',
    body: {},
    status: 422,
    wrong: [
      ...[{ id: 'call-1' }, { id: '../org' }, { id, outcome: {} }],
      ...[{ seconds: -1 }, { seconds: 1.5 }, { seconds: 86_401 }, { reason: 'Jan hung up' }].map(
        (wrong) => ({ id, outcome: { ...outcome, ...wrong } }),
      ),
      ...[0, 6, '5'].map((rating) => ({ id, outcome: { ...outcome, rating } })),
    ],
  },
  contact: { rule: 'contact', body: {}, status: 422 },
  count: {
    rule: 'count',
    body: pageSeen,
    status: 200,
    wrong: [
      ...[{ event: 'page_seen' }, { page: '/' }, { ...pageSeen, visitor: 'jana' }],
      ...['/outreach?contact_name=Jan', 'constructor'].map((page) => ({ ...pageSeen, page })),
      ...['bought', 'dialog_opened:<b>', 'page_seen:1', 'call_active', ['page_seen']].map(
        (event) => ({ page: '/', event }),
      ),
      ...[{ source: ['google'] }, { language: ['en'] }].map((more) => ({ ...pageSeen, ...more })),
    ],
  },
  'page-error': {
    rule: 'page-error',
    body: { digest: '1' },
    status: 201,
    wrong: [
      ...['', 'eva@example.com', '3047389217\n{"level":"error"}', '30473892170', 1, null].map(
        (digest) => ({ digest }),
      ),
      { digest: '1', message: 'what was typed' },
    ],
  },
  visit: {
    rule: 'visit',
    body: assistant,
    status: 200,
    wrong: [{}, { vapi_assistant_id: 'a b' }],
  },
  'visit/input': {
    rule: 'count',
    body: assistant,
    status: 200,
    wrong: [{ vapi_assistant_id: 'a b' }],
  },
};

type Method = 'GET' | 'POST' | 'PUT';
const importRoute = async (name: string) =>
  (await import(`@/app/api/${name}/route`)) as Record<
    Method,
    (request: Request) => Promise<Response>
  >;

async function expectRefusal(response: Response, status: number, error: string) {
  expect(response.status).toBe(status);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const challenge = error === 'unauthorised' ? 'Bearer' : null;
  expect(response.headers.get('www-authenticate')).toBe(challenge);
  const message = errorsEn[error as keyof typeof errorsEn];
  expect(await response.json()).toEqual({ ok: false, error, message });
  expect(sentQueries).toEqual([]);
  expect(omitRequestLines(logged)).toEqual([]);
}

const post = async (name: string, body: unknown, headers: Record<string, string>) =>
  (await importRoute(name)).POST(
    createPost(`/api/${name}`, body, { origin: SITE, 'user-agent': 'Firefox', ...headers }),
  );

// `bodies.test.ts` has more of them.
test.each([
  ['contact', '{', 400, 'malformed'],
  ['count', JSON.stringify(pageSeen).padEnd(2049), 413, 'too_large'],
])('a post to /api/%s of %.10s is refused with %i', async (name, body, ...refusal) => {
  await expectRefusal(await post(name, body, {}), ...refusal);
});

describe.each(Object.entries(posts))('a post to /api/%s', (name, usualPost) => {
  const { body: usual, status: usualStatus, rule, wrong = [] } = usualPost;
  const { points } = RULES[`${rule} per address`];

  test.each<[string, Record<string, string>, unknown, number, string]>([
    ['another site', { origin: 'https://evil.example' }, usual, 403, 'forbidden'],
    ['another site, by its fetch', { 'sec-fetch-site': 'cross-site' }, usual, 403, 'forbidden'],
    ['text', { 'content-type': 'text/plain' }, usual, 415, 'unsupported'],
  ])('of %s is refused, and contacts no service', async (_what, headers, body, ...refusal) => {
    await expectRefusal(
      await post(name, body, { 'x-real-ip': '192.0.2.1', ...headers }),
      ...refusal,
    );
  });

  for (const body of wrong)
    test(`of ${JSON.stringify(body)} is refused`, async () => {
      await expectRefusal(await post(name, body, { 'x-real-ip': '192.0.2.2' }), 422, 'invalid');
    });

  test(`is accepted ${points} times from an address`, async () => {
    const postFrom = (address: string) =>
      post(name, usual, {
        'x-real-ip': `2001:db8:${Object.keys(posts).indexOf(name)}:${address}::1`,
      });
    for (let n = 0; n < points; n += 1) expect((await postFrom('a')).status).toBe(usualStatus);
    sentQueries.length = 0;
    logged.length = 0;
    const refused = await postFrom('a');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await expectRefusal(refused, 429, 'rate_limited');
    expect((await postFrom('b')).status).toBe(usualStatus);
  });
});

/** Headers without the secret, for a route that asks for one. */
const withoutSecret = (secret: string, other: string) => [
  ...[{}, { authorization: 'Bearer ' }, { authorization: `Bearer ${other}` }],
  ...[secret, `Basic ${secret}`, `My Bearer ${secret}`, `Bearer ${secret}x`].map(
    (authorization) => ({ authorization }),
  ),
  { authorization: `Bearer ${secret.slice(0, -1)}` },
];
const doctorToken = createDoctorToken(getEnv());
const otherToken = createDoctorToken({ ...getEnv(), SUPABASE_SECRET_KEY: 'sb_secret_other' });

test.each<[name: string, method: Method, status: number, error: string, headers: object[]]>([
  [
    ...(['call/ended', 'POST', 403, 'forbidden'] as const),
    [
      ...withoutSecret('hook-secret', 'hook-secreT'),
      ...['', 'hook-secreT', 'hook-secret2'].map((secret) => ({ 'x-vapi-secret': secret })),
      { 'x-vapi-secret': 'a', authorization: 'Bearer b' },
      { origin: SITE, 'sec-fetch-site': 'same-origin' },
    ],
  ],
  [
    ...(['cron', 'GET', 401, 'unauthorised'] as const),
    withoutSecret('a-secret-of-a-scheduler', 'another-secret-of-nobody'),
  ],
  [
    ...(['doctor', 'GET', 401, 'unauthorised'] as const),
    [...withoutSecret(doctorToken, otherToken), { authorization: 'Bearer sb_secret_abcdef' }],
  ],
])('/api/%s refuses a %s without its secret', async (name, method, status, error, requests) => {
  const ask = async (headers: object) => {
    const body = method === 'POST' ? '{}' : null;
    const init = { method, body, headers: { 'content-type': 'application/json', ...headers } };
    return (await importRoute(name))[method](new Request(`http://localhost/api/${name}`, init));
  };
  for (const headers of requests) await expectRefusal(await ask(headers), status, error);
  changeSettings({ VAPI_WEBHOOK_SECRET: undefined, CRON_SECRET: undefined });
  for (const text of ['', 'undefined', 'x'])
    await expectRefusal(await ask({ authorization: `Bearer ${text}` }), status, error);
  expect(JSON.stringify(logged)).not.toMatch(/secret|Bearer/);
});

/** The methods that each route takes. */
const methods: Record<string, 'GET, HEAD' | 'POST' | 'GET, HEAD, POST'> = {
  ...Object.fromEntries(Object.keys(posts).map((name) => [name, 'POST'] as const)),
  call: 'GET, HEAD, POST',
  'call/ended': 'POST',
  cron: 'GET, HEAD',
  doctor: 'GET, HEAD',
  health: 'GET, HEAD',
};

test('every route is listed', () => {
  const files = readdirSync('app/api', { recursive: true, encoding: 'utf8' });
  const found = files.filter((file) => file.endsWith('/route.ts'));
  expect(found.sort()).toEqual(
    Object.keys(methods)
      .map((name) => `${name}/route.ts`)
      .sort(),
  );
});

test.each(Object.entries(methods))('/api/%s takes %s alone', async (name, allowed) => {
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as Method[]) {
    if (allowed.split(', ').includes(method)) continue;
    const request = new Request(`http://localhost/api/${name}?x`, { method });
    const response = await (await importRoute(name))[method](request);
    expect(response.headers.get('allow')).toBe(allowed);
    await expectRefusal(response, 405, 'method');
  }
});
