/** @jest-environment node */
import {
  buildForm,
  buildRequest,
  FORM_KEY,
  REFUSED_FIELDS,
} from '@/__tests__/support/contact-form';
import { collectLogLines } from '@/__tests__/lib/server/log/log-lines';
import { sendAlertsAfterResponse } from '@/lib/server/notify/alerts';
import { consumeInMemory, consumeShared } from '@/lib/server/http/rate-limit';
import { errorsEn } from '@/lib/content/contact-en';
import { followRedirect, post, postForm, setUpStore } from './post-contact';

jest.mock('@/lib/server/contact/strategy-sessions');
jest.mock('@/lib/server/notify/alerts');
jest.mock('@/lib/server/http/rate-limit', () => ({
  ...jest.requireActual<object>('@/lib/server/http/rate-limit'),
  consumeInMemory: jest.fn(),
  consumeShared: jest.fn(),
}));

const mockStore = setUpStore();
const logged = collectLogLines();

describe('as JSON', () => {
  test('a request is stored and answered with 201', async () => {
    const response = await post();
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ ok: true, service_type: 'other' });
    expect(mockStore).toHaveBeenCalledWith(buildRequest(), expect.anything(), expect.any(Function));
  });

  test('refused fields are named with 422, and nothing is stored', async () => {
    const response = await post({ body: '{"email":"eva"}' });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      ok: false,
      error: 'invalid',
      message: errorsEn.invalid,
      fields: REFUSED_FIELDS,
    });
    expect(mockStore).not.toHaveBeenCalled();
  });

  test.each([
    ['duplicate', 409],
    ['invalid', 422],
    ['internal', 500],
    ['unavailable', 503],
  ] as const)('%s is answered with %i and its sentence', async (error, status) => {
    mockStore.mockResolvedValue({ ok: false, error });
    const response = await post();
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ ok: false, error, message: errorsEn[error] });
  });

  test('a refusal with its own sentences is passed on', async () => {
    const refusal = { error: 'invalid', message: 'No.', fields: { email: 'Not this.' } } as const;
    mockStore.mockResolvedValue({ ok: false, ...refusal });
    expect(await (await post()).json()).toEqual({ ok: false, ...refusal });
  });

  test('an exception becomes 500, and the log holds neither its text nor the input', async () => {
    mockStore.mockRejectedValue(new TypeError('eva@example.com broke it'));
    const response = await post();
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ error: 'internal' });
    expect(logged[0]).toMatchObject({ error: 'TypeError' });
    expect(JSON.stringify(logged)).not.toMatch(/eva|broke it/);
  });

  test('unknown and prototype keys are ignored', async () => {
    const body = `{"id":1,"__proto__":{"a":1},"constructor":{},${JSON.stringify(buildForm()).slice(1)}`;
    expect((await post({ body })).status).toBe(201);
    expect(mockStore).toHaveBeenCalledWith(buildRequest(), expect.anything(), expect.any(Function));
  });

  test('NUL and lone surrogates are cleaned', async () => {
    const body = JSON.stringify(buildForm({ email: 'e\0va@example.com', message: 'a\0\ud800b' }));
    expect(body).toContain(String.raw`"a\u0000\ud800b"`);
    expect((await post({ body })).status).toBe(201);
    expect(mockStore).toHaveBeenCalledWith(
      buildRequest({ message: 'a\ufffdb' }),
      expect.anything(),
      expect.any(Function),
    );
  });
});

describe('alerts', () => {
  test('are sent for a stored request', async () => {
    await post();
    expect(sendAlertsAfterResponse).toHaveBeenCalledTimes(1);
    expect(sendAlertsAfterResponse).toHaveBeenCalledWith();
  });

  test('are not sent for a request that was not stored', async () => {
    mockStore.mockResolvedValue({ ok: false, error: 'duplicate' });
    await post();
    await post({ body: '{"email":"eva"}' });
    expect(sendAlertsAfterResponse).not.toHaveBeenCalled();
  });
});

describe('limits', () => {
  const mockConsumeInMemory = jest.mocked(consumeInMemory);

  test('answers 429 with Retry-After before it validates the body', async () => {
    mockConsumeInMemory.mockResolvedValueOnce(42);
    const response = await post({ body: '{}' });
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('42');
    expect(await response.json()).toEqual({
      ok: false,
      error: 'rate_limited',
      message: errorsEn.rate_limited,
    });
    expect(mockStore).not.toHaveBeenCalled();
  });

  test('counts an email address as it is stored, together with its form id', async () => {
    await post({
      body: JSON.stringify({
        ...buildForm({ email: ' EVA@example.com' }),
        idempotency_key: FORM_KEY,
      }),
    });
    const limits = [
      { rule: 'overall', subject: 'contact' },
      { rule: 'contact per email', subject: 'eva@example.com' },
    ];
    expect(mockConsumeInMemory.mock.calls).toEqual([[limits, FORM_KEY]]);
    const { signal } = new AbortController();
    await mockStore.mock.lastCall?.[2]?.(signal);
    expect(consumeShared).toHaveBeenLastCalledWith(limits, FORM_KEY, signal);
  });

  test('shows the limit on the page without script and keeps the typed values', async () => {
    mockConsumeInMemory.mockResolvedValueOnce(42);
    expect((await followRedirect(await postForm(buildForm()))).outcome).toMatchObject({
      message: errorsEn.rate_limited,
      values: buildForm(),
    });
  });
});

describe('what the form says about itself', () => {
  test.each<[string, object, object]>([
    ['nothing', {}, { suspectedSpam: false, idempotencyKey: null, source: 'direct' }],
    ['a filled honeypot', { quill_north: 'x' }, { suspectedSpam: true }],
    ['a form filled in 1.9 s', { fill_ms: 1900 }, { suspectedSpam: true }],
    ['a key', { idempotency_key: FORM_KEY }, { idempotencyKey: FORM_KEY }],
    ['a referrer', { source: 'www.google.com' }, { source: 'search' }],
    ['a source that none can be', { source: ['<b>'] }, { source: 'direct' }],
  ])('is passed on: %s', async (_what, facts, stored) => {
    expect((await post({ body: JSON.stringify({ ...buildForm(), ...facts }) })).status).toBe(201);
    expect(mockStore).toHaveBeenCalledWith(
      buildRequest(),
      expect.objectContaining(stored),
      expect.any(Function),
    );
  });

  test('the honeypot also works in a plain form post, which has neither time nor key', async () => {
    await postForm({ ...buildForm(), quill_north: 'x' });
    await postForm({ ...buildForm(), quill_north: '' });
    const marks = mockStore.mock.calls.map(([, options]) => options?.suspectedSpam);
    expect(marks).toEqual([true, false]);
  });
});

test('answers 408 to a body that takes longer than ten seconds', async () => {
  jest.useFakeTimers();
  const slow = new ReadableStream({ start: (body) => body.enqueue(Buffer.from('{"email":')) });
  const answer = post({ body: slow });
  await jest.advanceTimersByTimeAsync(10_000);
  jest.useRealTimers();
  const response = await answer;
  expect(response.status).toBe(408);
  expect(await response.json()).toMatchObject({ ok: false, error: 'unavailable' });
  expect(mockStore).not.toHaveBeenCalled();
});

test('sends a request id and logs one line per request', async () => {
  const response = await post({ body: '{' });
  const id = response.headers.get('x-request-id');
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(logged).toEqual([
    {
      level: 'info',
      time: expect.any(String),
      request_id: id,
      method: 'POST',
      route: '/api/contact',
      status: 400,
      ms: expect.any(Number),
      error: 'malformed',
      msg: 'request',
    },
  ]);
});
