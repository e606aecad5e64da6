import { buildForm, buildRequest, EMPTY_FORM, FORM_KEY } from '@/__tests__/support/contact-form';
import { createIdempotencyKey, submitContact } from '@/lib/contact/submit';
import { errorsEn, fieldErrorsEn } from '@/lib/content/contact-en';

const input = buildForm({ email: ' A@B.cz ', message: '' });
const metadata = { idempotency_key: FORM_KEY, fill_ms: 5000, quill_north: '', source: 'utm:news' };
const lost = { ok: false, error: 'unavailable', message: errorsEn.unavailable };
const sent = { ok: true, service_type: 'other' };

/** Milliseconds after the start at which the request was sent, and how long each try may take. */
let sentAtMs: number[];
let timeoutsMs: number[];
let bodies: unknown[];
let random: jest.SpyInstance<number, []>;
const post = jest.fn<Promise<unknown>, [url: string, request: RequestInit]>();

const answer = (body: unknown) => Promise.resolve({ json: async () => body });
const failAfter = (ms: number) => () =>
  new Promise((_, fail) => setTimeout(() => fail(new DOMException('late', 'TimeoutError')), ms));

// Safari 15 has none.
Reflect.deleteProperty(AbortSignal, 'timeout');

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  sentAtMs = [];
  timeoutsMs = [];
  bodies = [];
  post.mockReset().mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
  globalThis.fetch = ((url: string, request: RequestInit) => {
    const sentMs = Date.now();
    sentAtMs.push(sentMs);
    bodies.push(JSON.parse(String(request.body)));
    request.signal?.addEventListener('abort', () => timeoutsMs.push(Date.now() - sentMs));
    return post(url, request);
  }) as typeof fetch;
  // Halfway between the shortest wait and the longest.
  random = jest.spyOn(Math, 'random').mockReturnValue(0.5);
});

async function submit(form = input, send = submitContact) {
  const result = send(form, metadata);
  await jest.advanceTimersByTimeAsync(60_000);
  return result;
}

test('posts the cleaned request as JSON and returns the service', async () => {
  post.mockReturnValue(answer(sent));
  expect(await submit()).toEqual(sent);
  expect(post.mock.calls).toMatchObject([
    ['/api/contact', { method: 'POST', headers: { 'content-type': 'application/json' } }],
  ]);
  expect(bodies).toEqual([{ ...buildRequest({ email: 'a@b.cz', message: null }), ...metadata }]);
});

test('does not send what the schema refuses', async () => {
  const fields = {
    service_type: fieldErrorsEn.service_required,
    email: fieldErrorsEn.email_required,
    message: fieldErrorsEn.message_too_long,
  };
  const refused = { ok: false, error: 'invalid', message: errorsEn.invalid, fields };
  expect(await submit({ ...EMPTY_FORM, message: 'x'.repeat(1001) })).toEqual(refused);
  expect(sentAtMs).toEqual([]);
});

test.each([
  [
    'cannot be loaded',
    0,
    () => {
      throw new Error('chunk missing');
    },
  ],
  ['never arrives', 3000, () => ({ then: () => undefined })],
])('leaves the check to the server when the schema %s', async (_what, afterMs, load) => {
  const isRequested = new Promise<void>((resolve) =>
    jest.doMock('@/lib/contact/schema', () => {
      resolve();
      return load();
    }),
  );
  const fields = { email: fieldErrorsEn.email_required };
  const refused = { ok: false, error: 'invalid', message: errorsEn.invalid, fields };
  post.mockReturnValue(answer(refused));
  await jest.isolateModulesAsync(async () => {
    const fresh = await import('@/lib/contact/submit');
    const result = fresh.submitContact(input, metadata);
    await isRequested;
    await jest.advanceTimersByTimeAsync(3000);
    expect(await result).toEqual(refused);
  });
  jest.dontMock('@/lib/contact/schema');
  expect([sentAtMs, bodies]).toEqual([[afterMs], [{ ...input, ...metadata }]]);
});

test.each([
  [0, [0, 200, 700, 1950, 4450]],
  [0.9, [0, 560, 1960, 5460, 12_460]],
])('waits longer after each try, spread by chance %s', async (chance, expected) => {
  random.mockReturnValue(chance);
  expect(await submit()).toEqual(lost);
  expect(sentAtMs).toEqual(expected);
  expect(timeoutsMs).toEqual([9000, 9000, 9000, 9000, 9000]);
});

test('succeeds on the second try, with the same request and key', async () => {
  post.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockReturnValue(answer(sent));
  expect(await submit()).toEqual(sent);
  expect(sentAtMs).toEqual([0, 400]);
  expect(bodies[1]).toEqual(bodies[0]);
});

test.each([
  ['a timeout', failAfter(0)],
  ['a page instead of JSON', async () => ({ json: () => Promise.reject(new SyntaxError('<')) })],
  ['nothing', () => answer(null)],
  ['success without a service', () => answer({ ok: true })],
  ['a failure without a reason', () => answer({ ok: false, message: 'x' })],
  ['a failure without words', () => answer({ ok: false, error: 'duplicate' })],
  ['neither success nor failure', () => answer({ error: 'duplicate', message: 'x' })],
  ['an outage', () => answer(lost)],
])('reports a network error after %s five times', async (_what, reply) => {
  post.mockImplementation(reply);
  expect(await submit()).toEqual(lost);
  expect(sentAtMs).toHaveLength(5);
});

test.each(['duplicate', 'invalid', 'rate_limited', 'internal'])(
  'does not retry after the answer %s',
  async (error) => {
    const fields = { email: fieldErrorsEn.email_invalid };
    const refused = { ok: false, error, message: 'x', fields };
    post.mockReturnValue(answer(refused));
    expect(await submit()).toEqual(refused);
    expect(sentAtMs).toEqual([0]);
  },
);

test('does not retry while offline', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await submit()).toEqual(lost);
  expect(sentAtMs).toEqual([0]);
});

test.each([
  ['sends nothing if stopped before the rules have loaded', null, []],
  ['does not retry once it is stopped', 100, [0]],
])('%s', async (_what, stoppedAfterMs, expected) => {
  const controller = new AbortController();
  const result = submitContact(input, metadata, controller.signal);
  if (stoppedAfterMs !== null) await jest.advanceTimersByTimeAsync(stoppedAfterMs);
  controller.abort();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await result).toEqual(lost);
  expect(sentAtMs).toEqual(expected);
});

test.each([
  // At 28.4 s there is no room for the next wait of 2.5 s.
  ['gives up', 9000, [0, 9400, 19_400], lost],
  ['begins a try, which has its whole time,', 8100, [0, 9400, 19_400, 30_000], sent],
])('%s within half a minute', async (_what, thirdMs, expected, result) => {
  for (const ms of [9000, 9000, thirdMs]) post.mockImplementationOnce(failAfter(ms));
  post.mockReturnValue(answer(sent));
  expect(await submit()).toEqual(result);
  expect(sentAtMs).toEqual(expected);
  expect(timeoutsMs).toEqual(expected.map(() => 9000));
});

test('the key of a request is a UUID of random bytes, also on a page without HTTPS', () => {
  const getRandomValues = (bytes: Uint8Array) => bytes.map((_, index) => (index * 0x11) % 0xff);
  jest.spyOn(globalThis, 'crypto', 'get').mockReturnValue({ getRandomValues } as Crypto);
  expect(createIdempotencyKey()).toBe('00112233-4455-6677-8899-aabbccddee00');
});
