import { buildForm, FORM_KEY } from '@/__tests__/support/contact-form';
import { submitContact } from '@/lib/contact/submit';
import { errorsEn, fieldErrorsEn } from '@/lib/content/contact-en';

const input = buildForm({ message: '' });
const form = { idempotency_key: FORM_KEY, fill_ms: 5000, quill_north: '', source: '' };
const lost = { ok: false, error: 'unavailable', message: errorsEn.unavailable };
const sent = { ok: true, service_type: 'other' };

/** Milliseconds after the start at which the request was sent, and how long each try may take. */
let sentAtMs: number[];
let timeoutsMs: number[];
let bodies: unknown[];
let random: jest.SpyInstance<number, []>;
const post = jest.fn<Promise<unknown>, []>();

const answer = (body: unknown) => Promise.resolve({ json: async () => body });
const failAfter = (ms: number) => () =>
  new Promise((_, fail) => setTimeout(() => fail(new DOMException('late', 'TimeoutError')), ms));

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  sentAtMs = [];
  timeoutsMs = [];
  bodies = [];
  post.mockReset().mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
  globalThis.fetch = (_url, request) => {
    const sentMs = Date.now();
    sentAtMs.push(sentMs);
    bodies.push(request?.body);
    const signal = request?.signal;
    signal?.addEventListener('abort', () => timeoutsMs.push(Date.now() - sentMs));
    return post() as Promise<Response>;
  };
  // Halfway between the shortest wait and the longest.
  random = jest.spyOn(Math, 'random').mockReturnValue(0.5);
});

async function submit() {
  const result = submitContact(input, form);
  await jest.advanceTimersByTimeAsync(60_000);
  return result;
}

test.each([
  [0, [0, 200, 700, 1950, 4450]],
  [0.5, [0, 400, 1400, 3900, 8900]],
  [0.9, [0, 560, 1960, 5460, 12_460]],
])('waits longer after each try, spread by chance %s', async (chance, expected) => {
  random.mockReturnValue(chance);
  expect(await submit()).toEqual(lost);
  expect(sentAtMs).toEqual(expected);
  expect(timeoutsMs).toEqual([9000, 9000, 9000, 9000, 9000]);
});

test('succeeds on the second try, with the same request and key', async () => {
  post.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  post.mockReturnValue(answer({ ok: true, service_type: 'other' }));
  expect(await submit()).toEqual(sent);
  expect(sentAtMs).toEqual([0, 400]);
  expect(bodies[1]).toBe(bodies[0]);
  expect(bodies[0]).toContain(FORM_KEY);
});

test.each([
  ['a thrown error', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a timeout', failAfter(0)],
  ['a page instead of JSON', async () => ({ json: () => Promise.reject(new SyntaxError('<')) })],
  ['nothing', () => answer(null)],
  ['success without a service', () => answer({ ok: true })],
  ['a failure without a reason', () => answer({ ok: false, message: 'x' })],
  ['a failure without words', () => answer({ ok: false, error: 'duplicate' })],
  ['neither success nor failure', () => answer({ error: 'duplicate', message: 'x' })],
  ['an outage', () => answer({ ok: false, error: 'unavailable', message: lost.message })],
])('reports a network error after %s five times', async (_what, reply) => {
  post.mockImplementation(reply);
  expect(await submit()).toEqual(lost);
  expect(post).toHaveBeenCalledTimes(5);
});

test.each(['duplicate', 'invalid', 'rate_limited', 'internal'])(
  'does not retry after the answer %s',
  async (error) => {
    post.mockReturnValue(answer({ ok: false, error, message: 'x', service_type: 'other' }));
    expect(await submit()).toMatchObject({ ok: false, error, message: 'x' });
    expect(post).toHaveBeenCalledTimes(1);
  },
);

test('names the fields that the server refuses', async () => {
  const fields = { email: fieldErrorsEn.email_invalid };
  post.mockReturnValue(answer({ ok: false, error: 'invalid', message: 'x', fields }));
  expect(await submit()).toMatchObject({ fields });
});

test('does not retry while offline', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await submit()).toEqual(lost);
  expect(sentAtMs).toEqual([0]);
});

test('does not retry after its caller has stopped it', async () => {
  const controller = new AbortController();
  const result = submitContact(input, form, controller.signal);
  await jest.advanceTimersByTimeAsync(100);
  controller.abort();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await result).toEqual(lost);
  expect(sentAtMs).toEqual([0]);
});

test('sends nothing if its caller stops it before the rules have loaded', async () => {
  const controller = new AbortController();
  const result = submitContact(input, form, controller.signal);
  controller.abort();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await result).toEqual(lost);
  expect(sentAtMs).toEqual([]);
});

test('gives up within half a minute without answers', async () => {
  post.mockImplementation(failAfter(9000));
  expect(await submit()).toEqual(lost);
  // At 28.4 s there is no room for the next wait of 2.5 s.
  expect(sentAtMs).toEqual([0, 9400, 19_400]);
  expect(timeoutsMs).toEqual([9000, 9000, 9000]);
});

test('begins a try within half a minute, and gives it its whole time', async () => {
  post.mockImplementationOnce(failAfter(9000));
  post.mockImplementationOnce(failAfter(9000));
  post.mockImplementationOnce(failAfter(8100));
  post.mockReturnValue(answer({ ok: true, service_type: 'other' }));
  expect(await submit()).toEqual(sent);
  expect(sentAtMs).toEqual([0, 9400, 19_400, 30_000]);
  expect(timeoutsMs).toEqual([9000, 9000, 9000, 9000]);
});
