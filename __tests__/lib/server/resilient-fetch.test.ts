/** @jest-environment node */
import { resilientFetch } from '@/lib/server/resilient-fetch';

const real = globalThis.fetch;
const fetched = jest.fn<Promise<Response>, Parameters<typeof fetch>>();
const json = (body: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } });
const post = (headers = {}) => ({ method: 'POST', headers, body: '{}' });
const url = 'http://database.example/';

beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation(async () => json('[]'));
  globalThis.fetch = fetched;
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(() => {
  globalThis.fetch = real;
  jest.useRealTimers();
});

const failures: [string, () => Promise<Response>][] = [
  ['a refused connection', () => Promise.reject(new TypeError('fetch failed'))],
  ['502', async () => json('{}', 502)],
  ['503', async () => json('{}', 503)],
  ['504', async () => json('{}', 504)],
  ['half an answer', async () => json('[{"id":')],
  [
    'an answer that breaks off',
    async () =>
      new Response(new ReadableStream({ start: (body) => body.error(new Error('reset')) })),
  ],
];

test.each(failures)('%s: a look-up is tried again, twice at most', async (_name, reply) => {
  fetched.mockImplementationOnce(reply).mockImplementationOnce(reply);
  expect((await resilientFetch()(url)).status).toBe(200);
  expect(fetched).toHaveBeenCalledTimes(3);
  fetched.mockReset();
  fetched.mockImplementation(reply);
  await expect(resilientFetch()(url)).rejects.toMatchObject({ name: 'AbortError' });
  expect(fetched).toHaveBeenCalledTimes(3);
});

test.each(failures)('%s: a write is tried again only with a key', async (_name, reply) => {
  fetched.mockImplementationOnce(reply);
  await expect(resilientFetch()(url, post())).rejects.toThrow();
  expect(fetched).toHaveBeenCalledTimes(1);
  fetched.mockImplementationOnce(reply);
  expect((await resilientFetch()(url, post({ 'Idempotency-Key': 'k' }))).status).toBe(200);
  expect(fetched).toHaveBeenCalledTimes(3);
});

test.each([400, 401, 404, 409, 500])('%i is an answer', async (status) => {
  fetched.mockResolvedValue(json('{"code":"x"}', status));
  const response = await resilientFetch()(url);
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ code: 'x' });
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a try gets four seconds', async () => {
  const started = Date.now();
  fetched.mockImplementation(
    (_url, init) =>
      new Promise((_, fail) => {
        init?.signal?.addEventListener('abort', () => fail(new Error('late')));
      }),
  );
  await expect(resilientFetch()(url, post())).rejects.toThrow('timeout');
  expect(Date.now() - started).toBeGreaterThanOrEqual(3900);
  expect(Date.now() - started).toBeLessThan(5500);
}, 10_000);

test('a fifth of failing calls opens nothing', async () => {
  const get = resilientFetch();
  for (let n = 0; n < 100; n += 1) {
    if (n % 5 === 0) fetched.mockRejectedValueOnce(new TypeError('fetch failed'));
    await get(url, post()).catch((error: Error) => expect(error.message).toBe('network'));
  }
  expect(fetched).toHaveBeenCalledTimes(100);
});

test('when all calls fail the next ones fail at once, until one comes through', async () => {
  const away = () => Promise.reject(new TypeError('fetch failed'));
  const get = resilientFetch();
  jest.useFakeTimers();
  fetched.mockImplementation(away);
  for (let n = 0; n < 6; n += 1) await expect(get(url, post())).rejects.toThrow();
  fetched.mockClear();
  await expect(get(url)).rejects.toThrow('circuit open');
  expect(fetched).not.toHaveBeenCalled();

  // A second later one call tries; the others do not wait for it.
  jest.setSystemTime(Date.now() + 1500);
  let back: (response: Response) => void = () => undefined;
  fetched.mockImplementation(() => new Promise((done) => (back = done)));
  const probe = get(url, post());
  await expect(get(url)).rejects.toThrow('circuit open');
  expect(fetched).toHaveBeenCalledTimes(1);
  back(json('[]'));
  expect((await probe).status).toBe(200);
  fetched.mockImplementation(async () => json('[]'));
  expect((await get(url)).status).toBe(200);
});
