import { REFUSED_FIELDS } from '@/__tests__/support/contact-form';
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

test('returns the errors with the values exactly as typed, and the source', async () => {
  const typed = createForm({ service_type: 'nonsense', email: ' Eva <x', message: 'a\r\n<b> 😀' });
  const outcome = {
    state: 'failed',
    error: 'invalid',
    message: errorsEn.invalid,
    fields: REFUSED_FIELDS,
    values: typed,
    source: 'referral:partner.example',
  };
  expect(await followRedirect(await postForm({ ...typed, source: 'Partner.example' }))).toEqual({
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

describe('a request with this address and service of the last five minutes', () => {
  const readState = async () => (await followRedirect(await postForm(createForm()))).outcome;

  test('is the same if its contents are, and a duplicate if not', async () => {
    store.recent = [createRow()];
    expect(await readState()).toMatchObject({ state: 'sent' });
    store.recent = [{ ...createRow(), message: 'Another' }];
    expect(await readState()).toMatchObject({ state: 'failed', error: 'duplicate' });
    expect(store.listRows()).toEqual([]);
  });

  test('that another press of Send has just stored is the same', async () => {
    store.refuse = () => {
      store.recent = [createRow()];
      return createRefusal('23505', 'strategy_sessions_email_recent', 409)();
    };
    expect(await readState()).toMatchObject({ state: 'sent' });
  });
});
