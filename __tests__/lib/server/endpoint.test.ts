/** @jest-environment node */
import { endpoint } from '@/lib/server/endpoint';
import { log } from '@/lib/server/log/log';
import { finishOpenWork } from '@/lib/server/shared-state';
import { errorsEn } from '@/lib/content/contact-en';
import { createPost } from './create-post';
import { collectLogLines } from './log/log-lines';
import { provideSettings, SITE } from './settings';

const lines = collectLogLines();
provideSettings();

type Options = NonNullable<Parameters<typeof endpoint>[0]['POST']>;

const createTestEndpoint = (options: Partial<Options>) =>
  endpoint({ POST: { handle: async () => ({ ok: true }), ...options } });
/** Sends JSON or another body to an endpoint that succeeds unless told otherwise. */
const send = (options: Partial<Options>, body: unknown = { a: 1 }, headers = {}) =>
  createTestEndpoint(options).POST(createPost('/api/x', body, { origin: SITE, ...headers }));
const asForm = { 'content-type': 'Application/X-WWW-form-urlencoded' };

test.each([
  [
    { error: 'invalid', fields: { a: 'Wrong.' }, retryAfter: 3 },
    { status: 422, wait: '3', body: { message: errorsEn.invalid, fields: { a: 'Wrong.' } } },
  ],
  [
    { error: 'unavailable', message: 'Own.', status: 408 },
    { status: 408, wait: null, body: { message: 'Own.' } },
  ],
  [{ error: 'provider_rejected' }, { status: 502, wait: null, body: {} }],
] as const)('answers %j with its own or the usual status and words', async (failure, answer) => {
  const response = await send({ handle: async () => ({ ok: false, ...failure }) });
  expect({
    status: response.status,
    wait: response.headers.get('retry-after'),
    body: await response.json(),
  }).toEqual({ ...answer, body: { ok: false, error: failure.error, ...answer.body } });
  const level = answer.status < 500 ? 'info' : 'error';
  expect(lines).toEqual([expect.objectContaining({ level, msg: 'request', error: failure.error })]);
});

test('a misconfigured serverless host refuses every request, and does nothing more', async () => {
  Reflect.set(globalThis, Symbol.for('site.configured'), false);
  process.env['VERCEL'] = '1';
  const handle = jest.fn();
  const redirect = jest.fn();
  const response = await send({ handle });
  const toForm = await send({ handle, form: { prepare, redirect } }, 'a=1', asForm);
  delete process.env['VERCEL'];
  Reflect.deleteProperty(globalThis, Symbol.for('site.configured'));
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ error: 'unavailable' });
  expect(toForm.status).toBe(503);
  expect(toForm.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await toForm.text()).toBe(errorsEn.unavailable);
  for (const unused of [handle, redirect]) expect(unused).not.toHaveBeenCalled();
  // Background jobs would log that they are not possible here.
  expect(lines.map(({ msg }) => msg)).toEqual(['request', 'request']);
});

describe('an unexpected error', () => {
  const throwing = (thrown: unknown) => ({ handle: () => Promise.reject(thrown as Error) });
  const findLogged = () => lines.find(({ msg }) => msg === 'request failed unexpectedly');

  // `failures.test.ts` has what is logged of it.
  test('is 500, and logged with the request’s id and route', async () => {
    const response = await send(throwing(new TypeError('eva@example.com')));
    expect(response.status).toBe(500);
    const body = { ok: false, error: 'internal', message: errorsEn.internal };
    expect(await response.json()).toEqual(body);
    expect(findLogged()).toMatchObject({
      level: 'error',
      error: 'TypeError',
      route: '/api/x',
      at: expect.stringMatching(/^at .*endpoint\.test\.ts:\d+:\d+\)?$/),
      request_id: response.headers.get('x-request-id'),
    });
    expect(JSON.stringify(lines)).not.toContain('eva');
  });

  test('outside the handler is 500 too', async () => {
    const redirect = () => Promise.reject(new Error('x'));
    const response = await send({ form: { prepare, redirect } }, 'a=1', asForm);
    expect(response.status).toBe(500);
    expect(await response.text()).toBe(errorsEn.internal);
  });
});

const prepare = ({ a, ...rest }: Readonly<Record<string, unknown>>) => ({ ...rest, prepared: a });

describe('a plain form post', () => {
  const redirect: NonNullable<Options['form']>['redirect'] = async (answer, typed) => ({
    location: `/seen?${JSON.stringify({ answer, typed })}`,
    cookies: ['a=1', 'b=2'],
  });
  const form = { prepare, redirect };
  const readOutcome = (response: Response) =>
    JSON.parse(decodeURIComponent(response.headers.get('location')?.split('?')[1] ?? '')) as object;

  test('is prepared, handled and redirected to the page, unlike what a script sends', async () => {
    const handle = jest.fn(async (_input: unknown) => ({ ok: true }) as const);
    const response = await send({ form, handle }, 'a=1&b=', asForm);
    expect(response.status).toBe(303);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    const typed = { prepared: '1', b: '' };
    expect(readOutcome(response)).toEqual({ answer: { ok: true }, typed });
    expect(lines[0]).not.toHaveProperty('error');
    expect((await send({ form, handle })).status).toBe(200);
    expect(handle.mock.calls.map(([input]) => input)).toEqual([typed, { a: 1 }]);
  });

  test.each<[string, Options['handle']]>([
    ['duplicate', async () => ({ ok: false, error: 'duplicate' })],
    ['internal', () => Promise.reject(new Error('surprise'))],
  ])('that fails is redirected with its error %s, which is logged', async (error, handle) => {
    const outcome = { answer: { ok: false, error }, typed: { prepared: '1' } };
    expect(readOutcome(await send({ form, handle }, 'a=1', asForm))).toEqual(outcome);
    expect(lines.at(-1)).toMatchObject({ status: 303, error });
  });

  test('includes any post that navigates, but only where there is a page', async () => {
    const text = { 'content-type': 'text/plain' };
    const navigates = { ...text, 'sec-fetch-mode': 'navigate' };
    expect((await send({ form }, 'a=1', navigates)).status).toBe(303);
    expect((await send({ form }, 'a=1', text)).status).toBe(415);
    const withCharset = { 'content-type': `${asForm['content-type']}; charset=utf-8` };
    expect((await send({ form }, 'a=1', withCharset)).status).toBe(303);
    expect((await send({}, 'a=1', asForm)).status).toBe(415);
  });
});

test.each([
  [413, 'POST', {}],
  [415, 'POST', { 'content-type': 'text/plain' }],
  [403, 'POST', { origin: 'https://evil.example' }],
  [405, 'PUT', {}],
] as const)('%i is answered before the end of an endless body', async (status, method, headers) => {
  const request = new Request('http://localhost/api/x', {
    method,
    headers: { 'content-type': 'application/json', origin: SITE, ...headers },
    body: new ReadableStream({ pull: (body) => body.enqueue(Buffer.alloc(9000)) }),
    duplex: 'half',
  } as RequestInit);
  expect((await createTestEndpoint({})[method](request)).status).toBe(status);
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
    expect(lines.filter((line) => line['request_id'] === id)).toMatchObject([
      { level: 'debug', step: 1, msg: 'at work' },
      { msg: 'request' },
    ]);
  });

  test('names the route of a request, without the query', async () => {
    jest.spyOn(performance, 'now').mockReturnValueOnce(1000).mockReturnValueOnce(1041.6);
    const { GET } = endpoint({ GET: async () => ({ ok: true }) });
    await GET(new Request('http://localhost/api/x?email=eva'));
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        request_id: expect.any(String),
        method: 'GET',
        route: '/api/x',
        status: 200,
        ms: 42,
        msg: 'request',
      },
    ]);
  });
});

test('lets a server that stops wait for a handler, whose visitor may have left', async () => {
  let finish = () => {};
  const handled = new Promise<void>((done) => (finish = done));
  void send({ handle: async () => handled.then(() => ({ ok: true as const })) });
  const order: string[] = [];
  const stopped = finishOpenWork().then(() => order.push('stopped'));
  void handled.then(() => order.push('handled'));
  await new Promise(setImmediate);
  finish();
  await stopped;
  expect(order).toEqual(['handled', 'stopped']);
});
