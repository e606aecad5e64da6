/** @jest-environment node */
import { buildForm, buildRequest, EMPTY_FORM, FORM_KEY } from '@/__tests__/support/contact-form';
import { createIdempotencyKey, submitContact } from '@/lib/contact/submit';
import { errorsEn, fieldErrorsEn } from '@/lib/content/contact-en';

const validInput = buildForm({ email: ' A@B.cz ', message: '' });
const metadata = {
  idempotency_key: FORM_KEY,
  fill_ms: 5000,
  quill_north: '',
  source: 'utm:news',
};
const post = jest.fn<Promise<unknown>, [string, RequestInit]>();
const listSentBodies = () => post.mock.calls.map(([, { body }]) => JSON.parse(String(body)));

beforeEach(() => {
  jest.useFakeTimers();
  post.mockReset();
  post.mockResolvedValue({ json: async () => ({ ok: true, service_type: 'other' }) });
  globalThis.fetch = post as unknown as typeof fetch;
});

test('posts the cleaned request as JSON and returns the service', async () => {
  await expect(submitContact(validInput, metadata)).resolves.toEqual({
    ok: true,
    service_type: 'other',
  });
  expect(post).toHaveBeenCalledWith('/api/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: expect.any(String),
    signal: expect.any(AbortSignal),
  });
  expect(listSentBodies()).toEqual([
    {
      ...buildRequest({ email: 'a@b.cz', message: null }),
      ...metadata,
    },
  ]);
});

test('does not send what the schema refuses', async () => {
  const input = { ...EMPTY_FORM, message: 'x'.repeat(1001) };
  const fields = {
    service_type: fieldErrorsEn.service_required,
    email: fieldErrorsEn.email_required,
    message: fieldErrorsEn.message_too_long,
  };
  const refused = { ok: false, error: 'invalid', message: errorsEn.invalid, fields };
  expect(await submitContact(input, metadata)).toEqual(refused);
  expect(post).not.toHaveBeenCalled();
});

test('leaves the check to the server when the schema cannot be loaded', async () => {
  jest.doMock('@/lib/contact/schema', () => {
    throw new Error('chunk missing');
  });
  const fields = { email: fieldErrorsEn.email_required };
  const answer = { ok: false, error: 'invalid', message: errorsEn.invalid, fields };
  post.mockResolvedValue({ json: async () => answer });
  await jest.isolateModulesAsync(async () => {
    const fresh = await import('@/lib/contact/submit');
    await expect(fresh.submitContact(validInput, metadata)).resolves.toEqual(answer);
  });
  jest.dontMock('@/lib/contact/schema');
  expect(listSentBodies()).toMatchObject([{ ...validInput, ...metadata }]);
});

test('sends in a browser without AbortSignal.timeout', async () => {
  const { timeout } = AbortSignal;
  Object.assign(AbortSignal, { timeout: undefined });
  await expect(submitContact(validInput, metadata)).resolves.toEqual({
    ok: true,
    service_type: 'other',
  });
  Object.assign(AbortSignal, { timeout });
});

test('leaves the check to the server when the schema never arrives', async () => {
  jest.useFakeTimers();
  const isRequested = new Promise<void>((resolve) =>
    jest.doMock('@/lib/contact/schema', () => {
      resolve();
      return { then: () => undefined };
    }),
  );
  await jest.isolateModulesAsync(async () => {
    const fresh = await import('@/lib/contact/submit');
    const result = fresh.submitContact(validInput, metadata);
    await isRequested;
    await jest.advanceTimersByTimeAsync(2_999);
    expect(post).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await expect(result).resolves.toEqual({
      ok: true,
      service_type: 'other',
    });
  });
  jest.dontMock('@/lib/contact/schema');
  jest.useRealTimers();
  expect(listSentBodies()).toMatchObject([{ ...validInput, ...metadata }]);
});

test('the key of a request is a UUID of random bytes, also on a page without HTTPS', () => {
  const { crypto } = globalThis;
  const stub = (value: object) =>
    Object.defineProperty(globalThis, 'crypto', { value, configurable: true });
  stub({ getRandomValues: (bytes: Uint8Array) => bytes.map((_, index) => index * 0x11) });
  expect(createIdempotencyKey()).toBe('00112233-4455-6677-8899-aabbccddeeff');
  // Every byte has two digits.
  stub({ getRandomValues: (bytes: Uint8Array) => bytes.fill(7) });
  expect(createIdempotencyKey()).toBe('07070707-0707-0707-0707-070707070707');
  stub(crypto);
});
