/** @jest-environment node */
import {
  buildForm,
  buildRequest,
  FORM_KEY,
  REFUSED_FIELDS,
} from '@/__tests__/support/contact-form';
import { createRefusal } from '@/__tests__/lib/server/database/database-answers';
import { errorsEn } from '@/lib/content/contact-en';
import { followRedirect, postForm, setUpStore } from './post-contact';

jest.mock('@/lib/server/http/rate-limit');

const store = setUpStore();

test('redirects a stored request to the page with the success message', async () => {
  const response = await postForm(buildForm());
  expect(store.listRows()).toMatchObject([buildRequest()]);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await followRedirect(response)).toEqual({
    status: 303,
    location: '/contact?outcome=sent',
    outcome: { state: 'sent', service: 'other' },
  });
});

test('sets an encrypted cookie that lasts five minutes, for /contact only', async () => {
  const [cookie, ...others] = (await postForm(buildForm({ email: 'eva' }))).headers.getSetCookie();
  expect(others).toEqual([]);
  const attributes = 'Path=/contact; Max-Age=300; HttpOnly; SameSite=Lax; Secure';
  expect(cookie).toMatch(new RegExp(`^contact-outcome\\.0=[\\w.-]+; ${attributes}$`));
  const parts = cookie?.split(/[=;]/)[1]?.split('.') ?? [];
  expect(parts).toHaveLength(5);
  const text = parts.map((part) => Buffer.from(part, 'base64url').toString('latin1')).join();
  expect(text).not.toMatch(/eva|Hello|other/);
});

test('returns the errors with the values exactly as typed', async () => {
  const typed = buildForm({ service_type: 'nonsense', email: ' Eva <x', message: 'a\r\n<b> 😀' });
  expect(await followRedirect(await postForm(typed))).toMatchObject({
    status: 303,
    outcome: {
      state: 'failed',
      message: errorsEn.invalid,
      fields: REFUSED_FIELDS,
      values: typed,
    },
  });
});

test.each([
  ['duplicate', '23505', errorsEn.duplicate_insert],
  ['internal', '42501', errorsEn.internal],
] as const)(
  'keeps the typed values if the request is not stored: %s',
  async (error, code, message) => {
    store.refuse = createRefusal(code, 'strategy_sessions_email_recent', 400);
    const { status, outcome } = await followRedirect(await postForm(buildForm()));
    expect(status).toBe(303);
    expect(outcome).toMatchObject({
      state: 'failed',
      error,
      message,
      values: buildForm(),
      fields: {},
    });
  },
);

test('redirects a cross-site post to an error, and keeps nothing of it', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  expect(await followRedirect(await postForm(buildForm(), headers))).toEqual({
    status: 303,
    location: '/contact?outcome=not-sent&error=forbidden',
    outcome: null,
  });
  expect(store.sentQueries).toEqual([]);
});

test('stores the source, and keeps it in a form that is shown again', async () => {
  const { outcome } = await followRedirect(
    await postForm({ ...buildForm({ email: 'eva' }), source: 'Partner.example' }),
  );
  expect(outcome).toMatchObject({ state: 'failed', source: 'referral:partner.example' });
  await postForm({ ...buildForm(), source: 'referral:partner.example' });
  expect(store.listRows()).toMatchObject([
    { ...buildRequest(), source: 'referral:partner.example' },
  ]);
});

describe('the key', () => {
  const MINUTE_MS = 60_000;
  const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
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

  test('of a form sent twice is the same, and stays in the form that is shown again', async () => {
    const form = { ...buildForm(), idempotency_key: FORM_KEY };
    const first = await readKeys(form);
    expect(first).toEqual({ stored: expect.stringMatching(UUID), shown: FORM_KEY });
    jest.advanceTimersByTime(10 * MINUTE_MS);
    expect(await readKeys(form)).toEqual(first);
    expect(await readKeys({ ...form, message: ' Hello\r\n' })).toEqual(first);
    expect(await readKeys({ ...form, form_key: 'x' })).toEqual(first);
  });

  test('of a changed form, and of another form with the same contents, is another', async () => {
    const form = { ...buildForm(), idempotency_key: FORM_KEY };
    const sent = [form, ...changes.map((change) => ({ ...form, ...change }))];
    const keys = [];
    for (const each of sent) keys.push((await readKeys(each)).stored);
    const elsewhere = FORM_KEY.replace('0b', '1c');
    keys.push((await readKeys({ ...form, idempotency_key: elsewhere })).stored);
    expect(new Set([...keys, FORM_KEY]).size).toBe(sent.length + 2);
  });

  test('of a form without its own is the same for equal contents within the minute', async () => {
    const first = await readKeys(buildForm());
    expect(first.stored).toMatch(UUID);
    expect(await readKeys(buildForm())).toEqual(first);
    for (const change of changes)
      expect((await readKeys({ ...buildForm(), ...change })).stored).not.toBe(first.stored);
    jest.advanceTimersByTime(MINUTE_MS);
    expect((await readKeys(buildForm())).stored).not.toBe(first.stored);
    // The page that is shown after the error sends its key, and finds the stored request.
    const shownAgain = { ...buildForm(), idempotency_key: first.shown ?? '' };
    expect(await readKeys(shownAgain)).toEqual(first);
  });

  test('of another minute is known for a form without its own, and for no other', async () => {
    store.recent = [{ ...buildRequest(), idempotency_key: FORM_KEY }];
    const keys = [{}, { idempotency_key: FORM_KEY.replace('0b', '1c') }];
    const outcomes = keys.map(async (key) =>
      followRedirect(await postForm({ ...buildForm(), ...key })),
    );
    expect(await Promise.all(outcomes)).toMatchObject([
      { outcome: { state: 'sent' } },
      { outcome: { state: 'failed', error: 'duplicate' } },
    ]);
  });

  test('stays in the form after an error in a field', async () => {
    const form = { ...buildForm({ email: 'eva' }), idempotency_key: FORM_KEY };
    const { outcome } = await followRedirect(await postForm(form));
    expect(outcome).toMatchObject({ formKey: FORM_KEY, values: { email: 'eva' } });
  });
});
