import { FORM_KEY, REFUSED_FIELDS } from '@/__tests__/support/contact-form';
import { createRefusal } from '@/__tests__/lib/server/database/database-answers';
import { errorsEn } from '@/lib/content/contact-en';
import { createForm, createRow, followRedirect, postForm, setUpStore } from './post-contact';

const store = setUpStore();

test('redirects a stored request to the page with the success message', async () => {
  const response = await postForm({ ...createForm(), quill_north: 'x', source: 'b.example' });
  const facts = { suspected_spam: true, source: 'referral:b.example' };
  expect(store.listRows()).toMatchObject([{ ...createRow(), ...facts }]);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await followRedirect(response)).toEqual({
    status: 303,
    location: '/contact?outcome=sent',
    outcome: { state: 'sent', service: 'other' },
  });
});

test('sets an encrypted cookie that lasts five minutes, for /contact only', async () => {
  const [cookie, ...others] = (await postForm(createForm({ email: 'eva' }))).headers.getSetCookie();
  expect(others).toEqual([]);
  const attributes = 'Path=/contact; Max-Age=300; HttpOnly; SameSite=Lax; Secure';
  expect(cookie).toMatch(new RegExp(`^contact-outcome\\.0=[\\w.-]+; ${attributes}$`));
  const parts = cookie?.split(/[=;]/)[1]?.split('.') ?? [];
  expect(parts).toHaveLength(5);
  const text = parts.map((part) => Buffer.from(part, 'base64url').toString('latin1')).join();
  expect(text).not.toMatch(/eva|Hello|other/);
});

test('returns the errors with the values exactly as typed, the source and the key', async () => {
  const typed = createForm({ service_type: 'nonsense', email: ' Eva <x', message: 'a\r\n<b> 😀' });
  const own = { idempotency_key: FORM_KEY, source: 'Partner.example' };
  const outcome = {
    state: 'failed',
    error: 'invalid',
    message: errorsEn.invalid,
    fields: REFUSED_FIELDS,
    values: typed,
    formKey: FORM_KEY,
    source: 'referral:partner.example',
  };
  expect(await followRedirect(await postForm({ ...typed, ...own }))).toEqual({
    status: 303,
    location: '/contact?outcome=not-sent&error=invalid',
    outcome,
  });
});

test('keeps the typed values if the request is not stored', async () => {
  store.refuse = createRefusal('23505', 'strategy_sessions_email_recent', 400);
  const { outcome } = await followRedirect(await postForm(createForm()));
  const refusal = { error: 'duplicate', message: errorsEn.duplicate_insert };
  expect(outcome).toMatchObject({ ...refusal, values: createForm(), fields: {} });
  expect(String(jest.mocked(console.log).mock.lastCall)).toMatch('"error":"duplicate"');
});

test('redirects a cross-site post to an error, and keeps nothing of it', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  expect(await followRedirect(await postForm(createForm(), headers))).toEqual({
    status: 303,
    location: '/contact?outcome=not-sent&error=forbidden',
    outcome: null,
  });
  expect(store.sentQueries).toEqual([]);
});

test('takes any post that navigates, and a form whose type has a charset', async () => {
  const type = 'Application/X-WWW-form-urlencoded; charset=utf-8';
  const withCharset = await postForm(createForm(), { 'content-type': type });
  expect((await followRedirect(withCharset)).location).toBe('/contact?outcome=sent');
  const text = { 'content-type': 'text/plain' };
  const navigates = { ...text, 'sec-fetch-mode': 'navigate' };
  const { location } = await followRedirect(await postForm(createForm(), navigates));
  expect(location).toBe('/contact?outcome=not-sent&error=unsupported');
  expect((await postForm(createForm(), text)).status).toBe(415);
});

describe('the key', () => {
  const MINUTE_MS = 60_000;
  const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
  const OTHER_KEY = FORM_KEY.replace('0b', '1c');
  const changes = [{ service_type: 'crm-integrations' }, { email: 'o@b.cz' }, { message: 'More' }];

  beforeEach(() => {
    jest.useFakeTimers({ now: MINUTE_MS / 2, doNotFake: ['nextTick', 'setImmediate'] });
  });

  /** The key of the stored request, and of the form that would be shown again. */
  async function readKeys(form: Record<string, string>) {
    store.refuse = createRefusal('42501', 'no', 403);
    const { outcome } = await followRedirect(await postForm(form));
    const stored = store.listRows().at(-1)?.['idempotency_key'];
    return { stored, shown: outcome?.state === 'failed' ? outcome.formKey : undefined };
  }

  test('of a form is the same when it is sent again, and another when it is changed', async () => {
    const form = { ...createForm(), idempotency_key: FORM_KEY };
    const first = await readKeys(form);
    expect(first).toEqual({ stored: expect.stringMatching(UUID), shown: FORM_KEY });
    jest.advanceTimersByTime(10 * MINUTE_MS);
    expect(await readKeys({ ...form, message: ' Hello\r\n', form_key: 'x' })).toEqual(first);
    const keys = [FORM_KEY, first.stored];
    for (const change of [...changes, { idempotency_key: OTHER_KEY }])
      keys.push((await readKeys({ ...form, ...change })).stored);
    expect(new Set(keys).size).toBe(6);
  });

  test('of a form without its own is the same for equal contents within the minute', async () => {
    const first = await readKeys(createForm());
    expect(first.stored).toMatch(UUID);
    expect(await readKeys(createForm())).toEqual(first);
    for (const change of changes)
      expect((await readKeys({ ...createForm(), ...change })).stored).not.toBe(first.stored);
    jest.advanceTimersByTime(MINUTE_MS);
    expect((await readKeys(createForm())).stored).not.toBe(first.stored);
    // The page that is shown after the error sends its key, and finds the stored request.
    expect(await readKeys({ ...createForm(), idempotency_key: first.shown ?? '' })).toEqual(first);
  });

  test('of another minute is known for a form without its own, and for no other', async () => {
    store.recent = [{ ...createRow(), idempotency_key: FORM_KEY }];
    const outcomes = [];
    for (const key of [{}, { idempotency_key: OTHER_KEY }])
      outcomes.push((await followRedirect(await postForm({ ...createForm(), ...key }))).outcome);
    expect(outcomes).toMatchObject([{ state: 'sent' }, { state: 'failed', error: 'duplicate' }]);
  });
});
