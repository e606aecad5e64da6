import { errorMessages } from '@/lib/contact/messages';
import { serviceName } from '@/lib/contact/service-name';
import { newKey, submitContact } from '@/lib/contact/submit';
import { contactCopy } from '@/lib/content/contact-en';

const good = { service_type: 'other', email: ' A@B.cz ', message: '' };
const lost = { ok: false, error: 'unavailable', message: errorMessages.unavailable, fields: {} };
const form = { key: '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11', ms: 5000.4, trap: '' };
const sent = () => post.mock.calls.map(([, request]) => JSON.parse(request.body));
const post = jest.fn();

beforeEach(() => {
  post.mockReset();
  globalThis.fetch = post;
  AbortSignal.timeout ??= () => new AbortController().signal;
});

/** Lets the waits between tries pass at once. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  jest.useFakeTimers();
  try {
    const result = work();
    await jest.advanceTimersByTimeAsync(60_000);
    return await result;
  } finally {
    jest.useRealTimers();
  }
}

test('sends the cleaned request as JSON and returns the service', async () => {
  post.mockResolvedValue({ json: async () => ({ ok: true, service_type: 'other' }) });
  await expect(submitContact(good, form)).resolves.toEqual({ ok: true, serviceType: 'other' });
  const [, request] = post.mock.calls[0];
  expect(request.headers).toEqual({ 'content-type': 'application/json' });
  expect(sent()).toEqual([
    {
      service_type: 'other',
      email: 'a@b.cz',
      message: null,
      quill_north: '',
      fill_ms: 5000,
      idempotency_key: form.key,
    },
  ]);
});

test.each([
  ['a thrown error', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a timeout', () => Promise.reject(new DOMException('late', 'TimeoutError'))],
  ['a page instead of JSON', async () => ({ json: () => Promise.reject(new SyntaxError('<')) })],
  ['null', async () => ({ json: async () => null })],
  ['an answer of another shape', async () => ({ json: async () => ({ ok: false }) })],
])('%s, five times in a row, is the network error', async (_name, reply) => {
  post.mockImplementation(reply);
  await expect(patiently(() => submitContact(good, form))).resolves.toEqual(lost);
  expect(post).toHaveBeenCalledTimes(5);
  expect(new Set(sent().map(({ idempotency_key: key }) => key))).toEqual(new Set([form.key]));
});

test('what fails once succeeds on the next try, with the same key', async () => {
  post.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  post.mockResolvedValueOnce({
    json: async () => ({ ok: false, error: 'unavailable', message: 'x' }),
  });
  post.mockResolvedValue({ json: async () => ({ ok: true, service_type: 'other' }) });
  const result = await patiently(() => submitContact(good, form));
  expect(result).toEqual({ ok: true, serviceType: 'other' });
  expect(sent()[2]).toEqual(sent()[0]);
});

test.each(['duplicate', 'invalid', 'rate_limited', 'internal'])(
  'the answer %s is final',
  async (error) => {
    post.mockResolvedValue({ json: async () => ({ ok: false, error, message: 'x' }) });
    await expect(submitContact(good, form)).resolves.toMatchObject({ ok: false, error });
    expect(post).toHaveBeenCalledTimes(1);
  },
);

test('answers that never come end after half a minute at most', async () => {
  const hang = () =>
    new Promise((_, fail) =>
      setTimeout(() => fail(new DOMException('late', 'TimeoutError')), 9000),
    );
  post.mockImplementation(hang);
  const started = Date.now();
  await patiently(async () => {
    const result = await submitContact(good, form);
    expect(Date.now() - started).toBeLessThan(36_000);
    return result;
  });
});

test('keys are UUIDs, with or without a secure context', () => {
  const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
  expect(newKey()).toMatch(uuid);
  const crypto = globalThis.crypto;
  const getRandomValues = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes);
  Object.defineProperty(globalThis, 'crypto', { value: { getRandomValues }, configurable: true });
  expect(newKey()).toMatch(uuid);
  expect(newKey()).not.toBe(newKey());
  Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true });
});

test('what the schema refuses is not sent', async () => {
  const result = await submitContact(
    { service_type: '', email: '', message: 'x'.repeat(1001) },
    form,
  );
  expect(result).toMatchObject({
    ok: false,
    error: 'invalid',
    fields: {
      service_type: 'Please select a service type',
      email: 'Email address is required',
      message: 'Message must be at most 1000 characters',
    },
  });
  expect(post).not.toHaveBeenCalled();
});

test('where the schema cannot be fetched, the server checks what was typed', async () => {
  jest.doMock('@/lib/contact/schema', () => {
    throw new Error('chunk missing');
  });
  const fields = { email: 'Email address is required' };
  const answer = { ok: false, error: 'invalid', message: errorMessages.invalid, fields };
  post.mockResolvedValue({ json: async () => answer });
  await jest.isolateModulesAsync(async () => {
    const fresh = await import('@/lib/contact/submit');
    await expect(fresh.submitContact(good, form)).resolves.toEqual(answer);
  });
  jest.dontMock('@/lib/contact/schema');
  expect(sent()).toMatchObject([{ ...good, idempotency_key: form.key }]);
});

test.each([
  ['crm-integrations', 'CRM Integrations'],
  ['appointment-scheduling', 'Appointment Scheduling'],
  ['other', 'Custom Solution'],
  ['telepathy', 'AI Automation'],
  ['constructor', 'AI Automation'],
])('the success message calls %s %s', (value, label) => {
  expect(serviceName(contactCopy.success, value)).toBe(label);
});
