/** @jest-environment node */
import {
  buildForm,
  buildRequest,
  FORM_KEY,
  REFUSED_FIELDS,
} from '@/__tests__/support/contact-form';
import { collectLogLines } from '@/__tests__/lib/server/log/log-lines';
import { createRefusal } from '@/__tests__/lib/server/database/database-answers';
import { changeSettings } from '@/__tests__/lib/server/settings';
import { consumeInMemory, consumeShared } from '@/lib/server/http/rate-limit';
import { errorsEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { followRedirect, post, postForm, setUpStore } from './post-contact';

// All tests send from one address.
jest.mock('@/lib/server/http/rate-limit', () => ({
  ...jest.requireActual<object>('@/lib/server/http/rate-limit'),
  consumeInMemory: jest.fn(),
  consumeShared: jest.fn(),
}));

const store = setUpStore();
const logged = collectLogLines();

describe('as JSON', () => {
  test('a request is stored and answered with 201', async () => {
    const response = await post();
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ ok: true, service_type: 'other' });
    expect(store.listRows()).toMatchObject([buildRequest()]);
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
    expect(store.sentQueries).toEqual([]);
  });

  test('a request that the database refuses is answered with 500', async () => {
    store.refuse = createRefusal('42501', 'eva', 403);
    const response = await post();
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      ...{ ok: false, error: 'internal' },
      message: errorsEn.internal,
    });
  });

  test('a refusal with its own sentences is passed on', async () => {
    store.refuse = createRefusal('23514', 'strategy_sessions_email_pattern', 400);
    const { email_refused: message } = errorsEn;
    const fields = { email: fieldErrorsEn.email_invalid };
    const answer = await (await post()).json();
    expect(answer).toEqual({ ok: false, error: 'invalid', message, fields });
  });

  test('unknown and prototype keys are ignored', async () => {
    const body = `{"id":1,"__proto__":{"a":1},"constructor":{},${JSON.stringify(buildForm()).slice(1)}`;
    expect((await post({ body })).status).toBe(201);
    expect(store.listRows()).toMatchObject([buildRequest()]);
  });

  test('NUL and lone surrogates are cleaned', async () => {
    const body = JSON.stringify(buildForm({ email: 'e\0va@example.com', message: 'a\0\ud800b' }));
    expect(body).toContain(String.raw`"a\u0000\ud800b"`);
    expect((await post({ body })).status).toBe(201);
    expect(store.listRows()).toMatchObject([buildRequest({ message: 'a\ufffdb' })]);
  });
});

describe('alerts', () => {
  // There is no host that runs work after the response, which is logged.
  const countSent = () => logged.filter(({ msg }) => msg.endsWith('alerts stay queued')).length;
  beforeEach(() => changeSettings({ ALERT_WEBHOOK_URL: 'https://hooks.example/secret' }));
  afterEach(() => changeSettings({ ALERT_WEBHOOK_URL: undefined }));

  test('are sent for a stored request, and for no other', async () => {
    store.refuse = createRefusal('42501', 'eva', 403);
    await post();
    await post({ body: '{"email":"eva"}' });
    expect(countSent()).toBe(0);
    store.refuse = () => undefined;
    await post();
    expect(countSent()).toBe(1);
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
    expect(store.sentQueries).toEqual([]);
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
    expect(jest.mocked(consumeShared).mock.calls).toEqual([
      [limits, FORM_KEY, expect.any(AbortSignal)],
    ]);
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
    ['nothing', {}, { suspected_spam: false, source: 'direct' }],
    ['a filled honeypot', { quill_north: 'x' }, { suspected_spam: true }],
    ['a form filled in 1.9 s', { fill_ms: 1900 }, { suspected_spam: true }],
    ['a key', { idempotency_key: FORM_KEY }, { idempotency_key: FORM_KEY }],
    ['a referrer', { source: 'www.google.com' }, { source: 'search' }],
    ['a source that none can be', { source: ['<b>'] }, { source: 'direct' }],
  ])('is passed on: %s', async (_what, facts, stored) => {
    expect((await post({ body: JSON.stringify({ ...buildForm(), ...facts }) })).status).toBe(201);
    expect(store.listRows()).toMatchObject([{ ...buildRequest(), ...stored }]);
  });

  test('the honeypot also works in a plain form post, which has neither time nor key', async () => {
    await postForm({ ...buildForm(), quill_north: 'x' });
    await postForm({ ...buildForm(), quill_north: '' });
    const marks = store.listRows().map((row) => row['suspected_spam']);
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
  expect(store.sentQueries).toEqual([]);
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
