/** @jest-environment node */
import * as route from '@/app/api/contact/route';
import { readOutcome } from '@/lib/server/contact-draft';
import { guard } from '@/lib/server/rate-limit';
import { type StoreFailure, storeStrategySession } from '@/lib/server/strategy-sessions';

jest.mock('@/lib/server/strategy-sessions');
jest.mock('@/lib/server/rate-limit');

const SITE = 'https://callwright.example';
const ENDPOINT = 'http://localhost:3000/api/contact';
const FORM = 'application/x-www-form-urlencoded';
const filled = { service_type: 'other', email: 'eva@example.com', message: 'Hello' };

const store = jest.mocked(storeStrategySession);
const key = '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11';
let logged: string[] = [];

beforeEach(() => {
  process.env['SITE_URL'] = SITE;
  process.env['SUPABASE_URL'] = 'https://project.supabase.example';
  process.env['SUPABASE_SECRET_KEY'] = 'sb_secret_abcdef';
  store.mockReset();
  store.mockImplementation(async ({ service_type }) => ({ ok: true, service_type }));
  logged = [];
  jest.spyOn(console, 'log').mockImplementation((line: string) => void logged.push(line));
});

type Sent = { body?: BodyInit; type?: string; headers?: Record<string, string> };

function post({ body = JSON.stringify(filled), type = 'application/json', headers }: Sent = {}) {
  return route.POST(
    new Request(ENDPOINT, {
      method: 'POST',
      body,
      headers: { ...(type ? { 'content-type': type } : {}), ...(headers ?? { origin: SITE }) },
      // Node's fetch wants to hear that a streamed body gets its answer early.
      duplex: 'half',
    } as RequestInit),
  );
}

const postForm = (values: Record<string, string> | string, headers?: Record<string, string>) =>
  post({
    body: new URLSearchParams(values).toString(),
    type: FORM,
    ...(headers ? { headers } : {}),
  });

/** What the browser would show after a plain post: the page and the outcome from its cookies. */
function follow(response: Response) {
  const set = response.headers.getSetCookie();
  const jar = new Map(set.map((line) => line.split(';')[0]?.split('=') as [string, string]));
  return {
    status: response.status,
    location: response.headers.get('location'),
    outcome: readOutcome((name) => jar.get(name)),
  };
}

describe('as JSON', () => {
  test('a request is stored and answered with 201', async () => {
    const response = await post();
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ ok: true, service_type: 'other' });
    expect(store).toHaveBeenCalledWith(filled, expect.anything());
  });

  test('refused fields are named with 422, and nothing is stored', async () => {
    const response = await post({ body: '{"email":"eva"}' });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      ok: false,
      error: 'invalid',
      message: 'Please check your input and try again.',
      fields: {
        service_type: 'Please select a service type',
        email: 'Please enter a valid email address',
      },
    });
    expect(store).not.toHaveBeenCalled();
  });

  const repeat = 'You have already submitted a request';
  test.each<[reason: StoreFailure, number, string, string]>([
    [
      'duplicate',
      409,
      'duplicate',
      `${repeat} for this service recently. Please wait a few minutes before submitting again.`,
    ],
    [
      'duplicate_insert',
      409,
      'duplicate',
      `${repeat} recently. Please wait before submitting again.`,
    ],
    ['invalid', 422, 'invalid', 'Please check your input and try again.'],
    ['invalid_email', 422, 'invalid', 'Please enter a valid email address.'],
    ['unexpected', 500, 'internal', 'An unexpected error occurred. Please try again.'],
    [
      'unreachable',
      503,
      'unavailable',
      'A network error occurred. Please check your connection and try again.',
    ],
  ])('%s is answered with %i %s', async (reason, status, error, message) => {
    store.mockResolvedValue({ ok: false, reason });
    const response = await post();
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ ok: false, error, message });
  });

  test('what is thrown becomes 500, and the log holds neither its text nor what was typed', async () => {
    store.mockRejectedValue(new TypeError('eva@example.com broke it'));
    const response = await post();
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ error: 'internal' });
    expect(logged.join()).toContain('"error":"TypeError"');
    expect(logged.join()).not.toMatch(/eva|broke it/);
  });

  test.each(['', '{', 'null', '[]', '"text"', '5', '[['.repeat(8000)])(
    'the body %.10p cannot be read: 400',
    async (body) => {
      const response = await post({ body });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ ok: false, error: 'malformed' });
    },
  );

  test('bytes that are not UTF-8 cannot be read: 400', async () => {
    const body = Buffer.concat([Buffer.from('{"email":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect((await post({ body })).status).toBe(400);
  });

  test.each(['', 'text/plain', 'multipart/form-data; boundary=x', 'application/jsonp'])(
    'the media type %p is not supported: 415',
    async (type) => {
      // Bytes, because a text body would bring a type of its own.
      const response = await post({ type, body: Buffer.from(JSON.stringify(filled)) });
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ ok: false, error: 'unsupported' });
      expect(store).not.toHaveBeenCalled();
    },
  );

  test('parameters and case of the media type do not matter', async () => {
    expect((await post({ type: 'Application/JSON; charset=utf-8' })).status).toBe(201);
  });

  test('unknown and prototype keys are ignored', async () => {
    const body = `{"id":1,"__proto__":{"a":1},"constructor":{},${JSON.stringify(filled).slice(1)}`;
    expect((await post({ body })).status).toBe(201);
    expect(store).toHaveBeenCalledWith(filled, expect.anything());
  });

  test('NUL and lone surrogates are cleaned', async () => {
    const body = String.raw`{"service_type":"other","email":"e\u0000va@example.com","message":"a\u0000\ud800b"}`;
    expect((await post({ body })).status).toBe(201);
    expect(store).toHaveBeenCalledWith({ ...filled, message: 'a\ufffdb' }, expect.anything());
  });
});

describe('the size', () => {
  test('16 KB are read, one byte more is 413', async () => {
    const pad = (size: number) => {
      const empty = JSON.stringify({ ...filled, pad: '' });
      return JSON.stringify({ ...filled, pad: 'x'.repeat(size - empty.length) });
    };
    expect((await post({ body: pad(16 * 1024) })).status).toBe(201);
    const response = await post({ body: pad(16 * 1024 + 1) });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ ok: false, error: 'too_large' });
  });

  test('an endless body is cancelled, whatever Content-Length says', async () => {
    let sent = 0;
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 4096;
        controller.enqueue(new Uint8Array(4096).fill(32));
      },
      cancel() {
        cancelled = true;
      },
    });
    const response = await post({ body, headers: { origin: SITE, 'content-length': '10' } });
    expect(response.status).toBe(413);
    expect(cancelled).toBe(true);
    expect(sent).toBeLessThan(64 * 1024);
  });

  test('a body that breaks off is 400', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('gone')) });
    expect((await post({ body })).status).toBe(400);
  });
});

describe('the origin', () => {
  test.each<[string, Record<string, string>]>([
    ['no sign of where it comes from', {}],
    ['another origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['the site on another scheme', { origin: 'http://callwright.example' }],
    ['a longer name', { origin: `${SITE}.evil.example` }],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site', origin: SITE }],
    ['a neighbouring subdomain', { 'sec-fetch-site': 'same-site', origin: SITE }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    [
      'the origin of the inner address',
      { origin: 'http://localhost:3000', host: 'callwright.example' },
    ],
    ['another port of loopback', { origin: 'http://localhost:4000', host: 'localhost:3000' }],
    ['a rebound name', { origin: 'http://evil.example:3000', host: 'evil.example:3000' }],
  ])('%s is forbidden: 403', async (_case, headers) => {
    const response = await post({ headers });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ ok: false, error: 'forbidden' });
    expect(store).not.toHaveBeenCalled();
  });

  test.each<[string, Record<string, string>]>([
    ['the site', { origin: SITE }],
    ['a same-origin fetch', { 'sec-fetch-site': 'same-origin' }],
    ['a same-origin form without referrer', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['loopback', { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
    ['loopback by name', { origin: 'http://localhost:3000', host: 'localhost:3000' }],
    ['loopback in IPv6', { origin: 'http://[::1]:3000', host: '[::1]:3000' }],
  ])('%s is our own', async (_case, headers) => {
    expect((await post({ headers })).status).toBe(201);
  });
});

describe('limits', () => {
  afterEach(() => void jest.mocked(guard).mockReset());

  test('too many requests are refused with 429 and the seconds to wait, before anything is looked at', async () => {
    jest.mocked(guard).mockResolvedValueOnce(42);
    const response = await post({ body: '{' });
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('42');
    expect(await response.json()).toEqual({
      ok: false,
      error: 'rate_limited',
      message: 'Too many requests. Please wait a few minutes and try again.',
    });
    expect(store).not.toHaveBeenCalled();
  });

  test('an e-mail address is counted as it is stored, together with the form it came from', async () => {
    await post({
      body: JSON.stringify({ ...filled, email: ' EVA@example.com', idempotency_key: key }),
    });
    const byEmail = { rule: 'contact per email', who: 'eva@example.com' };
    expect(guard).toHaveBeenLastCalledWith([byEmail], key);
  });

  test('the limit that the database keeps is answered the same way', async () => {
    store.mockResolvedValue({ ok: false, reason: 'limited', seconds: 7 });
    const response = await post();
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('7');
  });

  test('a person without script reads it on the page, and nothing typed is lost', async () => {
    jest.mocked(guard).mockResolvedValueOnce(42);
    expect(follow(await postForm(filled)).outcome).toMatchObject({
      message: 'Too many requests. Please wait a few minutes and try again.',
      values: filled,
    });
  });
});

describe('programs that fill forms', () => {
  test.each<[string, object, boolean]>([
    ['nothing but the fields', {}, false],
    ['an empty trap', { quill_north: '' }, false],
    ['a filled trap', { quill_north: 'x' }, true],
    ['a trap of another type', { quill_north: 1 }, true],
    ['a form filled in 1.9 s', { fill_ms: 1900 }, true],
    ['a form filled in 2 s', { fill_ms: 2000 }, false],
    ['a time that is no number', { fill_ms: '5' }, false],
  ])('%s: stored, suspected %p', async (_case, facts, suspectedSpam) => {
    expect((await post({ body: JSON.stringify({ ...filled, ...facts }) })).status).toBe(201);
    expect(store).toHaveBeenCalledWith(filled, expect.objectContaining({ suspectedSpam }));
  });

  test('the trap also works in a plain form post, which has neither time nor key', async () => {
    await postForm({ ...filled, quill_north: 'x' });
    await postForm({ ...filled, quill_north: '' });
    const marks = store.mock.calls.map(([, options]) => options?.suspectedSpam);
    expect(marks).toEqual([true, false]);
  });

  test.each([
    [key, key],
    [key.toUpperCase(), key],
    ['1', null],
    [{}, null],
    [undefined, null],
  ])('the key %p is passed on as %p', async (sent, idempotencyKey) => {
    await post({ body: JSON.stringify({ ...filled, idempotency_key: sent }) });
    expect(store).toHaveBeenCalledWith(filled, expect.objectContaining({ idempotencyKey }));
  });
});

test('every answer names its request, and the log has one line of facts about it', async () => {
  const response = await post({ body: '{' });
  const id = response.headers.get('x-request-id');
  expect(id).toMatch(/^[\da-f-]{36}$/);
  const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toEqual([
    {
      level: 'info',
      time: expect.any(String),
      request_id: id,
      method: 'POST',
      route: '/api/contact',
      status: 400,
      ms: expect.any(Number),
      error: 'malformed',
      msg: 'request',
    },
  ]);
});

test('a body that does not end in ten seconds is given up: 408', async () => {
  jest.useFakeTimers();
  const slow = new ReadableStream({ start: (body) => body.enqueue(Buffer.from('{"email":')) });
  const answer = post({ body: slow });
  await jest.advanceTimersByTimeAsync(10_000);
  jest.useRealTimers();
  const response = await answer;
  expect(response.status).toBe(408);
  expect(await response.json()).toMatchObject({ ok: false, error: 'unavailable' });
  expect(store).not.toHaveBeenCalled();
});

test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const)(
  '%s is answered with 405 in JSON',
  async (method) => {
    const response = await route[method](new Request(ENDPOINT, { method }));
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ ok: false, error: 'method' });
  },
);

describe('as a plain form post', () => {
  test('success leads to the page that says so', async () => {
    const response = await postForm(filled);
    expect(store).toHaveBeenCalledWith(filled, expect.anything());
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(follow(response)).toEqual({
      status: 303,
      location: '/contact',
      outcome: { state: 'sent', service: 'other' },
    });
  });

  test('the cookie is short-lived, for the server and its page only, and says nothing', async () => {
    const [cookie, ...rest] = (await postForm({ ...filled, email: 'eva' })).headers.getSetCookie();
    expect(rest).toEqual([]);
    expect(cookie).toMatch(
      /^contact-outcome\.0=1\.[\w-]+; Path=\/contact; Max-Age=300; HttpOnly; SameSite=Lax; Secure$/,
    );
    const value = cookie?.split(/[.;]/)[2] ?? '';
    expect(Buffer.from(value, 'base64url').toString('latin1')).not.toMatch(/eva|Hello|other/);
  });

  test('errors come back with what was typed, as it was typed', async () => {
    const typed = { service_type: 'nonsense', email: ' Eva <x', message: 'a\r\n<b> 😀' };
    expect(follow(await postForm(typed))).toMatchObject({
      status: 303,
      outcome: {
        state: 'failed',
        message: 'Please check your input and try again.',
        fields: {
          service_type: 'Please select a service type',
          email: 'Please enter a valid email address',
        },
        values: typed,
        cut: false,
      },
    });
  });

  test.each(['duplicate', 'unreachable', 'unexpected'] as const)(
    'when the store says %s nothing typed is lost',
    async (reason) => {
      store.mockResolvedValue({ ok: false, reason });
      const { status, outcome } = follow(await postForm(filled));
      expect(status).toBe(303);
      expect(outcome).toMatchObject({ state: 'failed', values: filled, fields: {}, cut: false });
    },
  );

  test('nor when something is thrown', async () => {
    store.mockRejectedValue(new Error('surprise'));
    expect(follow(await postForm(filled)).outcome).toMatchObject({
      message: 'An unexpected error occurred. Please try again.',
      values: filled,
    });
  });

  test('an over-long message comes back in whole', async () => {
    const message = 'We copy every order by hand from mail to ledger. '.repeat(100);
    expect(follow(await postForm({ ...filled, message })).outcome).toMatchObject({
      fields: { message: 'Message must be at most 1000 characters' },
      values: { ...filled, message },
      cut: false,
    });
  });

  test('a message that no cookie can hold is cut, never more than 8 KB, and the page may say so', async () => {
    const noise = Array.from({ length: 15_000 }, (_, i) => (i * 7919 * (i + 31)) % 36);
    const message = noise
      .map((n) => n.toString(36))
      .join('')
      .slice(0, 15_000);
    const response = await postForm({ ...filled, message });
    const cookies = response.headers.getSetCookie();
    expect(cookies.every((cookie) => cookie.length < 4000)).toBe(true);
    expect(cookies.join().length).toBeLessThan(8000);
    const { outcome } = follow(response);
    expect(outcome).toMatchObject({ state: 'failed', values: { email: filled.email } });
    const kept = outcome?.state === 'failed' ? outcome : null;
    expect(kept && message.startsWith(kept.values.message)).toBe(true);
    expect(kept?.values.message.length).toBeGreaterThan(1000);
    expect(kept?.cut).toBe(kept?.values.message !== message);
  });

  test('of a form over 16 KB the fields before the cut are kept', async () => {
    const message = 'ž'.repeat(4000);
    const { outcome } = follow(await postForm({ ...filled, message }));
    expect(outcome).toMatchObject({
      message: 'This request is too large. Please shorten your message and try again.',
      values: { service_type: 'other', email: 'eva@example.com' },
      cut: true,
    });
    const kept = outcome?.state === 'failed' ? outcome.values.message : '';
    expect(kept).toMatch(/^ž{2000,}$/);
    expect(store).not.toHaveBeenCalled();
  });

  test('a post from elsewhere leads to a page that says so, with nothing of the post', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect(follow(await postForm(filled, headers))).toEqual({
      status: 303,
      location: '/contact',
      outcome: {
        state: 'failed',
        message:
          'This request did not come from our own page. Please reload the page and send it again.',
        fields: {},
        values: { service_type: '', email: '', message: '' },
        cut: false,
        offerMail: false,
      },
    });
    expect(store).not.toHaveBeenCalled();
  });

  test('a form of another encoding still leads to a page', async () => {
    const response = await post({
      type: 'multipart/form-data; boundary=x',
      headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
    });
    expect(follow(response)).toMatchObject({ status: 303, outcome: { state: 'failed' } });
  });

  test('a changed, foreign or old cookie is nothing', async () => {
    const [cookie = ''] = (await postForm(filled)).headers.getSetCookie();
    const value = cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'));
    const read = (text: string) => readOutcome((name) => (name.endsWith('.0') ? text : undefined));
    expect(read(value)).not.toBeNull();
    const middle = value.length >> 1;
    const other = value[middle] === 'A' ? 'B' : 'A';
    expect(read(value.slice(0, middle) + other + value.slice(middle + 1))).toBeNull();
    for (const text of ['', '1', '1.', '2.abc', '9.abc', '-1.abc', 'x.abc', '1.AAAA']) {
      expect(read(text)).toBeNull();
    }
    jest.useFakeTimers({ now: Date.now() + 301_000 });
    expect(read(value)).toBeNull();
    jest.useRealTimers();
  });
});
