import { createServer } from 'node:http';
import { createResilientFetch } from '@/lib/server/database/resilient-fetch';
import { collectLogLines } from '../log/log-lines';
import { provideSettings } from '../settings';
import { installFakeClock, expectSettledAfter } from '../fake-clock';
import { listen } from '../../../../local/ports';

provideSettings();
const logged = collectLogLines();
const url = 'http://database.example/';
const createPost = (headers = {}) => ({ method: 'POST', headers, body: '{}' });

type Reply = () => Promise<Response>;
const answerJson =
  (body: string, status = 200): Reply =>
  async () =>
    new Response(body, { status, headers: { 'content-type': 'application/json' } });
const answerPage =
  (status: number): Reply =>
  async () =>
    new Response('<h1>Error</h1>', { status });
const lose: Reply = () => Promise.reject(new TypeError('secret'));
const breakOff: Reply = async () =>
  new Response(new ReadableStream({ start: (body) => body.error(new Error('reset')) }));

let mockFetch: jest.SpiedFunction<typeof fetch>;
beforeEach(() => {
  mockFetch = jest.spyOn(globalThis, 'fetch').mockImplementation(answerJson('[]'));
});

/** What the client library gets without an answer: no status that it would retry itself. */
const readNoAnswer = async (response: Promise<Response>) => {
  expect((await response).status).toBe(502);
  return (await response).json() as Promise<unknown>;
};
const NO_ANSWER = { message: '', status: 0 };

test.each<[what: string, reply: Reply, failure: string, error?: object]>([
  ['a refused connection', lose, 'network'],
  ['a gateway’s 502', answerPage(502), 'status 502', { status: 502 }],
  ['500 with a page', answerPage(500), 'status 500', { status: 500 }],
  [
    'a canceled query',
    answerJson('{"code":"57014"}', 500),
    'status 500 57014',
    { status: 500, code: '57014' },
  ],
  [
    'no database',
    answerJson('{"code":"PGRST002"}', 503),
    'status 503 PGRST002',
    { status: 503, code: 'PGRST002' },
  ],
  ['Cloudflare’s 522', answerPage(522), 'status 522', { status: 522 }],
  ['599', answerPage(599), 'status 599', { status: 599 }],
  ['half an answer', answerJson('[{"id":'), 'truncated'],
  ['an answer that breaks off', breakOff, 'network'],
])('after %s, repeats a look-up or a write with a key, and no other', async (...row) => {
  const [, reply, failure, error] = row;
  installFakeClock();
  for (const init of [{}, { method: 'HEAD' }, createPost({ 'Idempotency-Key': 'k' })]) {
    mockFetch.mockClear().mockImplementationOnce(reply);
    const asked = createResilientFetch()(url, init);
    // The longest pause before the second try.
    await jest.advanceTimersByTimeAsync(300);
    expect((await asked).status).toBe(200);
    expect(mockFetch).toHaveBeenCalledTimes(2);
  }
  mockFetch.mockClear().mockImplementationOnce(reply);
  logged.length = 0;
  const sent = createResilientFetch()(url, createPost());
  expect(await readNoAnswer(sent)).toEqual({ ...NO_ANSWER, ...error });
  expect(mockFetch).toHaveBeenCalledTimes(1);
  const line = { level: 'warn', failure, method: 'POST', msg: 'database call failed' };
  expect(logged).toEqual([expect.objectContaining(line)]);
});

test.each([
  ...[400, 401, 404, 409, 500].map((status) => ['x', status] as const),
  // The disk is full, but reading still works.
  ['53100', 503] as const,
])('passes on the code %s with status %i', async (code, status) => {
  mockFetch.mockImplementation(answerJson(JSON.stringify({ code }), status));
  const response = await createResilientFetch()(url);
  expect([response.status, await response.json()]).toEqual([status, { code }]);
  expect(mockFetch).toHaveBeenCalledTimes(1);
});

// As of http://abcd.supabase.co, or of a dashboard.
test('follows no redirect, which would make a look-up of a write', async () => {
  mockFetch.mockRestore();
  const server = createServer(({ method }, response) =>
    method === 'GET' ? response.end('[]') : response.writeHead(301, { location: '/' }).end(),
  );
  const address = `http://127.0.0.1:${await listen(server)}/`;
  const { status } = await createResilientFetch()(address, createPost());
  server.close();
  expect(status).toBe(301);
});

describe('a service that takes the call and never answers', () => {
  const settled = jest.fn();
  const advance = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  beforeEach(() => {
    installFakeClock();
    mockFetch.mockImplementation(
      (_url, init) =>
        new Promise((_, fail) => {
          init?.signal?.addEventListener('abort', () => fail(new Error('late')));
        }),
    );
  });

  test('has four seconds per try, and three tries for a look-up', async () => {
    const writing = createResilientFetch()(url, createPost());
    expect(await readNoAnswer(expectSettledAfter(4000, writing))).toEqual(NO_ANSWER);
    expect(logged).toMatchObject([{ failure: 'timeout' }]);
    mockFetch.mockClear();
    void createResilientFetch()(url).then(settled);
    await advance(12_000);
    expect(settled).not.toHaveBeenCalled();
    await advance(1200);
    expect(settled).toHaveBeenCalledTimes(1);
    expect(mockFetch).toHaveBeenCalledTimes(3);
  });
});

describe('the circuit', () => {
  let get: typeof fetch;
  const listChanges = () => logged.flatMap(({ circuit }) => circuit ?? []);
  beforeEach(() => {
    get = createResilientFetch();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  });
  const post = () => get(url, createPost());

  test('stays closed while a fifth of the calls fail, or all are refused', async () => {
    for (let n = 0; n < 100; n += 1) {
      if (n % 5 === 0) mockFetch.mockImplementationOnce(lose);
      expect((await post()).status).toBe(n % 5 === 0 ? 502 : 200);
    }
    mockFetch.mockImplementation(answerPage(403));
    for (let n = 0; n < 20; n += 1) expect((await post()).status).toBe(403);
    expect(listChanges()).toEqual([]);
  });

  test('opens when nine calls in a row fail, and closes after one success', async () => {
    mockFetch.mockImplementation(lose);
    for (let n = 0; n < 9; n += 1) {
      expect(listChanges()).toEqual([]);
      expect(await readNoAnswer(post())).toEqual(NO_ANSWER);
    }
    mockFetch.mockClear();
    expect(await readNoAnswer(get(url))).toEqual(NO_ANSWER);
    jest.setSystemTime(Date.now() + 999);
    expect(await readNoAnswer(get(url))).toEqual(NO_ANSWER);
    expect(mockFetch).not.toHaveBeenCalled();
    expect(listChanges()).toEqual(['Open']);

    // One call a second tries; the others do not wait for it.
    jest.setSystemTime(Date.now() + 1);
    expect(await readNoAnswer(get(url))).toEqual(NO_ANSWER);
    expect(mockFetch).toHaveBeenCalledTimes(1);
    jest.setSystemTime(Date.now() + 1000);
    let answerProbe: (response: Response) => void = () => undefined;
    mockFetch.mockImplementation(() => new Promise((resolve) => (answerProbe = resolve)));
    const probe = post();
    expect(await readNoAnswer(get(url))).toEqual(NO_ANSWER);
    expect(mockFetch).toHaveBeenCalledTimes(2);
    answerProbe(new Response('[]'));
    expect((await probe).status).toBe(200);
    expect(listChanges()).toEqual(['Open', 'Closed']);
    mockFetch.mockImplementation(answerJson('[]'));
    expect((await get(url)).status).toBe(200);
  });
});
