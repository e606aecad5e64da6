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
    const { GET } = endpoint({ GET: () => Promise.reject(new Error('x')) });
    expect((await GET(new Request('http://localhost/api/x'))).status).toBe(500);
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
