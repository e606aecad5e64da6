/** @jest-environment node */
import { createServer } from 'node:http';
import { createResilientFetch } from '@/lib/server/database/resilient-fetch';
import { collectLogLines } from '../log/log-lines';
import { installFakeClock, expectSettledAfter } from '../fake-clock';
import { listen } from '../../../../local/ports';

const logged = collectLogLines();
const originalFetch = globalThis.fetch;
const mockFetch = jest.fn<Promise<Response>, Parameters<typeof fetch>>();
const createJson = (body: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } });
const createPost = (headers = {}) => ({ method: 'POST', headers, body: '{}' });
const url = 'http://database.example/';

beforeEach(() => {
  mockFetch.mockReset();
  mockFetch.mockImplementation(async () => createJson('[]'));
  globalThis.fetch = mockFetch;
});
afterEach(() => {
  globalThis.fetch = originalFetch;
});

const createBrokenBody = () =>
  new ReadableStream({ start: (body) => body.error(new Error('reset')) });
const failures: [string, () => Promise<Response>][] = [
  ['a refused connection', () => Promise.reject(new TypeError('fetch failed'))],
  ['502', async () => createJson('{}', 502)],
  ['503', async () => createJson('{}', 503)],
  ['504', async () => createJson('{}', 504)],
  ['500 with a page', async () => new Response('<h1>Error</h1>', { status: 500 })],
  ['a query that was canceled', async () => createJson('{"code":"57014"}', 500)],
  ['PostgREST without its database', async () => createJson('{"code":"PGRST000"}', 503)],
  ...[520, 521, 522, 525, 530, 540, 544, 599].map((status): [string, () => Promise<Response>] => [
    String(status),
    async () => new Response('<h1>Error</h1>', { status }),
  ]),
  ['half an answer', async () => createJson('[{"id":')],
  ['an answer that breaks off', async () => new Response(createBrokenBody())],
];

test.each(failures)('retries a look-up twice at most after %s', async (_name, reply) => {
  mockFetch.mockImplementationOnce(reply).mockImplementationOnce(reply);
  expect((await createResilientFetch()(url)).status).toBe(200);
  expect(mockFetch).toHaveBeenCalledTimes(3);
  mockFetch.mockReset();
  mockFetch.mockImplementation(reply);
  await expect(createResilientFetch()(url)).rejects.toMatchObject({ name: 'AbortError' });
  expect(mockFetch).toHaveBeenCalledTimes(3);
});

test.each(failures)('retries a write only with a key after %s', async (_name, reply) => {
  mockFetch.mockImplementationOnce(reply);
  await expect(createResilientFetch()(url, createPost())).rejects.toThrow();
  expect(mockFetch).toHaveBeenCalledTimes(1);
  mockFetch.mockImplementationOnce(reply);
  expect((await createResilientFetch()(url, createPost({ 'Idempotency-Key': 'k' }))).status).toBe(
    200,
  );
  expect(mockFetch).toHaveBeenCalledTimes(3);
});

test.each([400, 401, 404, 409, 500])('passes on an answer with status %i', async (status) => {
  mockFetch.mockResolvedValue(createJson('{"code":"x"}', status));
  const response = await createResilientFetch()(url);
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ code: 'x' });
  expect(mockFetch).toHaveBeenCalledTimes(1);
});

// As of http://abcd.supabase.co, or of a dashboard.
test('follows no redirect, which would make a look-up of a write', async () => {
  globalThis.fetch = originalFetch;
  const server = createServer(({ method }, response) =>
    method === 'GET' ? response.end('[]') : response.writeHead(301, { location: '/' }).end(),
  );
  const address = `http://127.0.0.1:${await listen(server)}/`;
  const { status } = await createResilientFetch()(address, createPost());
  server.close();
  expect(status).toBe(301);
});

test('passes on that the disk is full, since reading still works', async () => {
  mockFetch.mockResolvedValue(createJson('{"code":"53100"}', 503));
  expect((await createResilientFetch()(url)).status).toBe(503);
  expect(mockFetch).toHaveBeenCalledTimes(1);
});

test.each([
  ['', 404],
  ['[]', 404],
  ['null', 403],
  ['<p>You can email the site owner</p>', 403],
  ['{"message":"Invalid API key"}', 401],
  ['{"code":1015}', 429],
  ['{"code":""}', 402],
  ['{"code":"a sentence of somebody else"}', 400],
])('makes %p with status %i an error without code or text', async (body, status) => {
  mockFetch.mockResolvedValue(new Response(body, { status }));
  const response = await createResilientFetch()(url);
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ message: '' });
});

describe('a service that takes the call and never answers', () => {
  const settled = jest.fn();
  const advance = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  beforeEach(() => {
    installFakeClock();
    settled.mockReset();
    mockFetch.mockImplementation(
      (_url, init) =>
        new Promise((_, fail) => {
          init?.signal?.addEventListener('abort', () => fail(new Error('late')));
        }),
    );
  });

  test('has four seconds per try', async () => {
    const error = { name: 'AbortError', message: 'timeout' };
    await expect(
      expectSettledAfter(4000, createResilientFetch()(url, createPost())),
    ).rejects.toMatchObject(error);
    const facts = { level: 'warn', failure: 'timeout', method: 'POST' };
    expect(logged).toEqual([expect.objectContaining(facts)]);
  });

  test('has three tries for a look-up, with short pauses', async () => {
    void createResilientFetch()(url).catch(settled);
    await advance(12_000);
    expect(settled).not.toHaveBeenCalled();
    expect(mockFetch).toHaveBeenCalledTimes(3);
    await advance(1200);
    expect(settled).toHaveBeenCalledTimes(1);
    expect(logged.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
  });

  test('is abandoned when the caller gives up', async () => {
    const caller = new AbortController();
    void createResilientFetch()(url, { signal: caller.signal }).catch(settled);
    await advance(100);
    caller.abort();
    await advance(0);
    expect(settled).toHaveBeenCalledWith(expect.objectContaining({ name: 'AbortError' }));
    await advance(60_000);
    expect(mockFetch).toHaveBeenCalledTimes(1);
  });
});

test('does not retry for a caller that has already given up', async () => {
  mockFetch.mockRejectedValue(new TypeError('fetch failed'));
  const signal = AbortSignal.abort();
  await expect(createResilientFetch()(url, { signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(mockFetch.mock.calls.length).toBeLessThan(2);
});

test('passes on an answer unchanged and uncached', async () => {
  const headers = { 'content-type': 'text/plain', 'content-range': '0-1/2' };
  mockFetch.mockResolvedValue(new Response('{', { status: 206, statusText: 'Partial', headers }));
  const response = await createResilientFetch()(url, createPost({ 'x-kept': 'yes' }));
  expect(response).toMatchObject({ status: 206, statusText: 'Partial' });
  expect(Object.fromEntries(response.headers)).toEqual(headers);
  expect(await response.text()).toBe('{');
  expect(mockFetch).toHaveBeenCalledWith(
    url,
    expect.objectContaining({ method: 'POST', cache: 'no-store', headers: { 'x-kept': 'yes' } }),
  );
  expect(logged).toEqual([]);
});

test('passes on an answer without a content type', async () => {
  mockFetch.mockResolvedValue(new Response(Buffer.from('{')));
  expect(await (await createResilientFetch()(url, createPost())).text()).toBe('{');
});

test.each([204, 200])('passes on an empty answer with status %i', async (status) => {
  const headers = { 'content-type': 'application/json' };
  mockFetch.mockResolvedValue(new Response(null, { status, headers }));
  const response = await createResilientFetch()(url, createPost());
  expect(response.status).toBe(status);
  expect(response.body).toBeNull();
});

test.each([
  ['a lost connection', () => Promise.reject(new TypeError('secret')), 'network'],
  ['a gateway’s page', async () => createJson('{}', 502), 'status 502'],
  ['PostgREST', async () => createJson('{"code":"PGRST002"}', 503), 'status 503 PGRST002'],
  ['half an answer', async () => createJson('[{"id":'), 'truncated'],
])('logs %s once and throws its reason', async (_name, reply, failure) => {
  mockFetch.mockImplementation(reply);
  const error = { name: 'AbortError', message: failure };
  await expect(createResilientFetch()(url, createPost())).rejects.toMatchObject(error);
  const facts = { level: 'warn', failure, method: 'POST', msg: 'database call failed' };
  expect(logged).toEqual([expect.objectContaining(facts)]);
});

test('retries HEAD like GET', async () => {
  mockFetch.mockRejectedValueOnce(new TypeError('fetch failed'));
  expect((await createResilientFetch()(url, { method: 'HEAD' })).status).toBe(200);
  expect(mockFetch).toHaveBeenCalledTimes(2);
});

test('keeps the circuit closed while a fifth of the calls fail', async () => {
  const get = createResilientFetch();
  for (let n = 0; n < 100; n += 1) {
    if (n % 5 === 0) mockFetch.mockRejectedValueOnce(new TypeError('fetch failed'));
    await get(url, createPost()).catch((error: Error) => expect(error.message).toBe('network'));
  }
  expect(mockFetch).toHaveBeenCalledTimes(100);
});

test('opens the circuit when all calls fail, and closes it after one success', async () => {
  const rejectAsLost = () => Promise.reject(new TypeError('fetch failed'));
  const onOpen = jest.fn();
  const onClose = jest.fn();
  const get = createResilientFetch({ onOpen, onClose });
  jest.useFakeTimers();
  // The longest pause there is before the first try.
  jest.spyOn(Math, 'random').mockReturnValue(0.999);
  mockFetch.mockImplementation(rejectAsLost);
  for (let n = 0; n < 6; n += 1) await expect(get(url, createPost())).rejects.toThrow();
  mockFetch.mockClear();
  await expect(get(url)).rejects.toMatchObject({ name: 'AbortError', message: 'circuit open' });
  expect(mockFetch).not.toHaveBeenCalled();
  expect(logged.at(-1)).toMatchObject({
    level: 'warn',
    circuit: 'Open',
    msg: 'circuit to the database changed',
  });
  expect([onOpen, onClose].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);

  jest.setSystemTime(Date.now() + 1000);
  await expect(get(url)).rejects.toThrow('circuit open');
  expect(mockFetch).not.toHaveBeenCalled();

  // Half a second later one call tries; the others do not wait for it.
  jest.setSystemTime(Date.now() + 500);
  let answerProbe: (response: Response) => void = () => undefined;
  mockFetch.mockImplementation(() => new Promise((resolve) => (answerProbe = resolve)));
  const probe = get(url, createPost());
  await expect(get(url)).rejects.toThrow('circuit open');
  expect(mockFetch).toHaveBeenCalledTimes(1);
  answerProbe(createJson('[]'));
  expect((await probe).status).toBe(200);
  expect([onOpen, onClose].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  mockFetch.mockImplementation(async () => createJson('[]'));
  expect((await get(url)).status).toBe(200);
});

test.each([
  ['540', async () => new Response('', { status: 540 }), { status: 540 }],
  ['503', async () => createJson('{"code":"PGRST000"}', 503), { status: 503, code: 'PGRST000' }],
  ['a lost connection', () => Promise.reject(new TypeError('fetch failed')), { status: 0 }],
])('says that the circuit opened for %s', async (_what, reply, failure) => {
  // On a slow machine, the circuit would try again between the calls.
  jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  mockFetch.mockImplementation(reply);
  const onOpen = jest.fn();
  const get = createResilientFetch({ onOpen });
  for (let n = 0; n < 2; n += 1) await expect(get(url)).rejects.toThrow();
  expect(onOpen.mock.calls).toEqual([[failure]]);
});

test.each([401, 402, 403, 404])('keeps the circuit closed for %i', async (status) => {
  mockFetch.mockImplementation(async () => new Response('', { status }));
  const get = createResilientFetch();
  for (let n = 0; n < 20; n += 1) expect((await get(url)).status).toBe(status);
  expect(mockFetch).toHaveBeenCalledTimes(20);
});
