/** @jest-environment node */
import { endpoint } from '@/lib/server/endpoint';
import { log } from '@/lib/server/log/log';
import { runDueJobsAfterResponse } from '@/lib/server/background-jobs';
import { finishOpenWork } from '@/lib/server/shared-state';
import { errorsEn } from '@/lib/content/contact-en';
import { collectLogLines } from './log/log-lines';
import { provideSettings, SITE } from './settings';

jest.mock('@/lib/server/background-jobs');

const lines = collectLogLines();
provideSettings();

type Options = NonNullable<Parameters<typeof endpoint>[0]['POST']>;

const createTestEndpoint = (options: Partial<Options>) =>
  endpoint({ POST: { handle: async () => ({ ok: true }), ...options } });
const jsonHeaders = { 'content-type': 'application/json', origin: SITE };
/** Sends JSON or another body to an endpoint that succeeds unless told otherwise. */
function send(options: Partial<Options>, body = '{"a":1}', more: Record<string, string> = {}) {
  const headers = { ...jsonHeaders, ...more };
  return createTestEndpoint(options).POST(
    new Request('http://localhost/api/page-error', { method: 'POST', body, headers }),
  );
}
const prepare = (typed: object) => ({ ...typed });
const asForm = { 'content-type': 'Application/X-WWW-form-urlencoded' };

test.each([
  [{}, 200],
  [{ status: 200 }, 200],
  [{ status: 201 }, 201],
] as const)('answers a success (%j) with %i and its body', async (options, status) => {
  const handle = async () => ({ ok: true as const, body: { tracked: false } });
  const response = await send({ handle, ...options });
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ ok: true, tracked: false });
});

test('answers a failure with its code, sentence and fields only', async () => {
  const failure = { ok: false, error: 'invalid', fields: { a: 'Wrong.' }, retryAfter: 3 } as const;
  const response = await send({ handle: async () => failure });
  expect(response.status).toBe(422);
  expect(response.headers.get('retry-after')).toBe('3');
  const { fields } = failure;
  expect(await response.json()).toEqual({
    ok: false,
    error: 'invalid',
    message: errorsEn.invalid,
    fields,
  });
  expect(lines).toEqual([expect.objectContaining({ msg: 'request', error: 'invalid' })]);
});

test('answers a failure with its own sentence and status', async () => {
  const failure = { ok: false, error: 'unavailable', message: 'Own.', status: 408 } as const;
  const response = await send({ handle: async () => failure });
  expect(response.status).toBe(408);
  expect(response.headers.has('retry-after')).toBe(false);
  expect(await response.json()).toEqual({ ok: false, error: 'unavailable', message: 'Own.' });
});

test('gives the handler and the limit only what could be read', async () => {
  const handle = jest.fn(async () => ({ ok: true }) as const);
  const limit = jest.fn(async () => 0);
  await send({ handle, limit });
  expect(await (await send({ handle, limit }, '{')).json()).toEqual({
    ...{ ok: false, error: 'malformed' },
    message: errorsEn.malformed,
  });
  expect(handle.mock.calls).toEqual([[{ a: 1 }, expect.any(Request)]]);
  expect(limit).toHaveBeenCalledTimes(1);
});

test('asks to wait as long as the limit says, without handling the request', async () => {
  const handle = jest.fn();
  const response = await send({ handle, limit: async () => 42 });
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '42']);
  expect(handle).not.toHaveBeenCalled();
});

test('refuses every request on a misconfigured serverless host', async () => {
  const configuredSymbol = Symbol.for('site.configured');
  Reflect.set(globalThis, configuredSymbol, false);
  process.env['VERCEL'] = '1';
  const handle = jest.fn();
  const response = await send({ handle });
  const redirect = jest.fn();
  const toForm = await send({ handle, form: { prepare, redirect } }, 'a=1', asForm);
  delete process.env['VERCEL'];
  Reflect.deleteProperty(globalThis, configuredSymbol);
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    ok: false,
    error: 'unavailable',
    message: errorsEn.unavailable,
  });
  expect(toForm.status).toBe(503);
  expect(toForm.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await toForm.text()).toBe(errorsEn.unavailable);
  for (const unused of [handle, redirect, runDueJobsAfterResponse])
    expect(unused).not.toHaveBeenCalled();
});

describe('a request that reaches a handler', () => {
  test.each<[what: string, ask: () => Promise<Response>]>([
    ['is posted', () => send({})],
    ['reads', () => endpoint({ GET: async () => ({ ok: true }) }).GET(new Request(SITE))],
    ['fails', () => send({ handle: () => Promise.reject(new Error('x')) })],
  ])('may run due background jobs afterwards if it %s', async (_what, ask) => {
    await ask();
    expect(runDueJobsAfterResponse).toHaveBeenCalledTimes(1);
  });
});

test('does not handle a request from another origin', async () => {
  const handle = jest.fn();
  const response = await send({ handle }, '{}', { origin: 'https://evil.example' });
  expect(response.status).toBe(403);
  expect(handle).not.toHaveBeenCalled();
});

describe('an unexpected error', () => {
  const throwing = (thrown: unknown) => ({ handle: () => Promise.reject(thrown as Error) });
  const findLogged = () => lines.find(({ msg }) => msg === 'request failed unexpectedly');

  test('is 500 and logged by its type and place, without its message', async () => {
    const response = await send(throwing(new TypeError('eva@example.com')));
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      ok: false,
      error: 'internal',
      message: errorsEn.internal,
    });
    expect(findLogged()).toMatchObject({
      level: 'error',
      error: 'TypeError',
      at: expect.stringMatching(/^at .*endpoint\.test\.ts:\d+:\d+\)?$/),
      route: '/api/page-error',
      request_id: response.headers.get('x-request-id'),
    });
    expect(findLogged()).not.toHaveProperty('settings');
    expect(JSON.stringify(lines)).not.toContain('eva');
  });

  test('of wrong settings is logged with its message, which holds no value', async () => {
    const error = Object.assign(new Error('SITE_URL is missing.'), { name: 'SettingsError' });
    await send(throwing(error));
    expect(findLogged()).toMatchObject({
      error: 'SettingsError',
      settings: 'SITE_URL is missing.',
    });
  });

  test.each([
    ['text', 'eva@example.com', 'string'],
    ['undefined', undefined, 'undefined'],
    ['an error without a stack', Object.assign(new Error('eva'), { stack: undefined }), 'Error'],
  ])('is 500 and logged by its type when it is %s', async (_what, thrown, error) => {
    expect((await send(throwing(thrown))).status).toBe(500);
    expect(findLogged()).toMatchObject({ error });
    expect(JSON.stringify(lines)).not.toContain('eva');
  });

  test('outside the handler is 500 too', async () => {
    const redirect = () => Promise.reject(new Error('x'));
    const response = await send({ form: { prepare, redirect } }, 'a=1', asForm);
    expect(response.status).toBe(500);
    expect(await response.text()).toBe(errorsEn.internal);
  });
});

describe('a plain form post', () => {
  const redirect: NonNullable<Options['form']>['redirect'] = async (answer, typed) => ({
    location: `/seen?${JSON.stringify({ answer, typed })}`,
    cookies: ['a=1', 'b=2'],
  });
  const form = { prepare, redirect };
  const readOutcome = (response: Response) =>
    JSON.parse(decodeURIComponent(response.headers.get('location')?.split('?')[1] ?? '')) as object;

  test('is redirected to the page, with cookies and what was typed', async () => {
    const response = await send({ form }, 'a=1&b=', asForm);
    expect(response.status).toBe(303);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(readOutcome(response)).toEqual({ answer: { ok: true }, typed: { a: '1', b: '' } });
    expect(lines[0]).not.toHaveProperty('error');
  });

  test('that fails is redirected with its error, whose code is logged', async () => {
    const handle = async () => ({ ok: false, error: 'duplicate' }) as const;
    expect(readOutcome(await send({ form, handle }, 'a=1', asForm))).toEqual({
      answer: { ok: false, error: 'duplicate' },
      typed: { a: '1' },
    });
    expect(lines[0]).toMatchObject({ status: 303, error: 'duplicate' });
    const throwing = () => Promise.reject(new Error('surprise'));
    expect(readOutcome(await send({ form, handle: throwing }, 'a=1', asForm))).toEqual({
      answer: { ok: false, error: 'internal' },
      typed: { a: '1' },
    });
  });

  test('includes any post that navigates, whatever its type', async () => {
    const navigates = { 'content-type': 'text/plain', 'sec-fetch-mode': 'navigate' };
    expect((await send({ form }, 'a=1', navigates)).status).toBe(303);
    expect((await send({ form }, 'a=1', { 'content-type': 'text/plain' })).status).toBe(415);
    const withCharset = { 'content-type': `${asForm['content-type']}; charset=utf-8` };
    expect((await send({ form }, 'a=1', withCharset)).status).toBe(303);
  });

  test('is prepared before it is handled, unlike what a script sends', async () => {
    const handled: unknown[] = [];
    const options: Partial<Options> = {
      form: { redirect, prepare: ({ a, ...rest }) => ({ ...rest, b: a }) },
      handle: async (input) => {
        handled.push(input);
        return { ok: true };
      },
    };
    const response = await send(options, 'a=1', asForm);
    expect(readOutcome(response)).toMatchObject({ typed: { b: '1' } });
    await send(options, '{"a":"1"}');
    expect(handled).toEqual([{ b: '1' }, { a: '1' }]);
  });

  test('is refused in JSON by an endpoint without a page, and a script gets JSON', async () => {
    expect((await send({}, 'a=1', asForm)).status).toBe(415);
    expect((await send({ form })).status).toBe(200);
  });
});

describe('an endless body', () => {
  const { POST: answer, PUT: reject } = createTestEndpoint({});
  const request = (method: string, headers = jsonHeaders) =>
    new Request('http://localhost/api/page-error', {
      method,
      headers,
      body: new ReadableStream({ pull: (body) => body.enqueue(Buffer.alloc(9000)) }),
      duplex: 'half',
    } as RequestInit);

  test.each([
    [413, jsonHeaders],
    [415, { ...jsonHeaders, 'content-type': 'text/plain' }],
    [403, { ...jsonHeaders, origin: 'https://evil.example' }],
  ])('is refused with %i before its end', async (status, headers) => {
    expect(await answer(request('POST', headers))).toHaveProperty('status', status);
  });

  test('is refused with 405 by other methods', async () => {
    const response = await reject(request('PUT'));
    expect(response.status).toBe(405);
    expect(response.headers.has('www-authenticate')).toBe(false);
  });
});

test('an endpoint with its own guard accepts what that allows, from anywhere', async () => {
  const handle = jest.fn(async () => ({ ok: true }) as const);
  const isAllowed = ({ headers }: Request) => headers.get('x-secret') === 'yes';
  expect((await send({ handle, isAllowed })).status).toBe(403);
  expect(handle).not.toHaveBeenCalled();
  const elsewhere = { origin: 'https://evil.example', 'x-secret': 'yes' };
  expect((await send({ handle, isAllowed }, '{}', elsewhere)).status).toBe(200);
});

test.each([
  [20_000, 200],
  [20_001, 413],
])('a body of %i bytes is %i where 20,000 are allowed', async (bytes, status) => {
  const body = `{"a":"${'x'.repeat(bytes - 8)}"}`;
  expect((await send({ maxBytes: 20_000 }, body)).status).toBe(status);
  expect((await send({}, body)).status).toBe(413);
});

test.each([
  ['call_refused', 401],
  ['unknown_assistant', 404],
  ['calls_spent', 429],
  ['calls_busy', 429],
  ['provider_rejected', 502],
  ['provider_quota', 502],
  ['provider_failed', 502],
  ['calls_off', 503],
  ['not_configured', 503],
] as const)('answers a call refused as %s with %i, without a sentence', async (error, status) => {
  const response = await send({ handle: async () => ({ ok: false, error }) });
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ ok: false, error });
});

describe('the log', () => {
  test('has one id for the response and every line of its request', async () => {
    const handle = async () => {
      log.debug({ step: 1 }, 'at work');
      return { ok: true } as const;
    };
    const [first, second] = await Promise.all([send({ handle }), send({})]);
    const id = first.headers.get('x-request-id');
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(id).not.toBe(second.headers.get('x-request-id'));
    const ofFirst = lines.filter((line) => line['request_id'] === id);
    expect(ofFirst).toMatchObject([
      { level: 'debug', step: 1, msg: 'at work' },
      { msg: 'request' },
    ]);
    lines.length = 0;
    log.info({}, 'outside');
    expect(lines).toEqual([{ level: 'info', time: expect.any(String), msg: 'outside' }]);
  });

  test('names the route of a request, without the query', async () => {
    const now = jest
      .spyOn(performance, 'now')
      .mockReturnValueOnce(1000)
      .mockReturnValueOnce(1041.6);
    const { GET } = endpoint({ GET: async () => ({ ok: true }) });
    await GET(new Request('http://localhost/api/x?email=eva'));
    now.mockRestore();
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        request_id: expect.any(String),
        ...{ method: 'GET', route: '/api/x', status: 200, ms: 42, msg: 'request' },
      },
    ]);
  });

  test.each([
    ['forbidden', 'info'],
    ['internal', 'error'],
    ['unavailable', 'error'],
  ] as const)('has the code %s as %s', async (error, level) => {
    await send({ handle: async () => ({ ok: false, error }) });
    expect(lines).toEqual([expect.objectContaining({ level, error })]);
  });
});

test('lets a server that stops wait for a handler, whose visitor may have left', async () => {
  let finish = () => {};
  const handled = new Promise<void>((done) => (finish = done));
  const handle = async () => handled.then(() => ({ ok: true as const }));
  void send({ handle });
  const order: string[] = [];
  const stopped = finishOpenWork().then(() => order.push('stopped'));
  void handled.then(() => order.push('handled'));
  await new Promise(setImmediate);
  finish();
  await stopped;
  expect(order).toEqual(['handled', 'stopped']);
});
