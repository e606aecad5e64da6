/** @jest-environment node */
import { cookieJar } from '@/__tests__/lib/server/contact/cookie-jar';
import { giveSettings } from '@/__tests__/lib/server/settings';
import { readOutcome } from '@/lib/server/contact/contact-outcome';
import { storeStrategySession } from '@/lib/server/contact/strategy-sessions';
import { filled, follow, post, postForm } from './post-contact';

jest.mock('@/lib/server/contact/strategy-sessions');
jest.mock('@/lib/server/http/rate-limit');

giveSettings();
const store = jest.mocked(storeStrategySession);

beforeEach(() => {
  store.mockReset();
  store.mockImplementation(async ({ service_type }) => ({ ok: true, service_type }));
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
});

test('success leads to the page that says so', async () => {
  const response = await postForm(filled);
  expect(store).toHaveBeenCalledWith(filled, expect.anything());
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await follow(response)).toEqual({
    status: 303,
    location: '/contact',
    outcome: { state: 'sent', service: 'other' },
  });
});

test('the cookies are short-lived, for the server and its page only, and say nothing', async () => {
  const [cookie, second] = (await postForm({ ...filled, email: 'eva' })).headers.getSetCookie();
  const attributes = 'Path=/contact; Max-Age=300; HttpOnly; SameSite=Lax; Secure';
  expect(cookie).toMatch(new RegExp(`^contact-outcome\\.0=[\\w.-]+; ${attributes}$`));
  expect(second).toBe(`contact-outcome.1=; ${attributes}`);
  const parts = cookie?.split(/[=;]/)[1]?.split('.') ?? [];
  expect(parts).toHaveLength(5);
  const text = parts.map((part) => Buffer.from(part, 'base64url').toString('latin1')).join();
  expect(text).not.toMatch(/eva|Hello|other/);
});

test('errors come back with what was typed, as it was typed', async () => {
  const typed = { service_type: 'nonsense', email: ' Eva <x', message: 'a\r\n<b> 😀' };
  expect(await follow(await postForm(typed))).toMatchObject({
    status: 303,
    outcome: {
      state: 'failed',
      message: 'Please check your input and try again.',
      fields: {
        service_type: 'Please select a service type',
        email: 'Please enter a valid email address',
      },
      values: typed,
      cut: false,
    },
  });
});

test.each(['duplicate', 'unreachable', 'unexpected'] as const)(
  'when the store says %s nothing typed is lost',
  async (reason) => {
    store.mockResolvedValue({ ok: false, reason });
    const { status, outcome } = await follow(await postForm(filled));
    expect(status).toBe(303);
    expect(outcome).toMatchObject({ state: 'failed', values: filled, fields: {}, cut: false });
  },
);

test('nor when something is thrown', async () => {
  store.mockRejectedValue(new Error('surprise'));
  expect((await follow(await postForm(filled))).outcome).toMatchObject({
    message: 'An unexpected error occurred. Please try again.',
    values: filled,
  });
});

test('an over-long message comes back in whole', async () => {
  const message = 'We copy every order by hand from mail to ledger. '.repeat(100);
  expect((await follow(await postForm({ ...filled, message }))).outcome).toMatchObject({
    fields: { message: 'Message must be at most 1000 characters' },
    values: { ...filled, message },
    cut: false,
  });
});

test('of a form over 16 KB the fields before the cut are kept', async () => {
  const message = 'ž'.repeat(4000);
  const { outcome } = await follow(await postForm({ ...filled, message }));
  expect(outcome).toMatchObject({
    message: 'This request is too large. Please shorten your message and try again.',
    values: { service_type: 'other', email: 'eva@example.com' },
    cut: true,
  });
  const kept = outcome?.state === 'failed' ? outcome.values.message : '';
  expect(kept).toMatch(/^ž{2000,}$/);
  expect(store).not.toHaveBeenCalled();
});

test('a post from elsewhere leads to a page that says so, with nothing of the post', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  expect(await follow(await postForm(filled, headers))).toEqual({
    status: 303,
    location: '/contact',
    outcome: {
      state: 'failed',
      message:
        'This request did not come from our own page. Please reload the page and send it again.',
      fields: {},
      values: { service_type: '', email: '', message: '' },
      cut: false,
      offerMail: false,
    },
  });
  expect(store).not.toHaveBeenCalled();
});

test('a form of another encoding still leads to a page', async () => {
  const response = await post({
    type: 'multipart/form-data; boundary=x',
    headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
  });
  expect(await follow(response)).toMatchObject({ status: 303, outcome: { state: 'failed' } });
});

test('a changed or foreign cookie is nothing', async () => {
  const value = cookieJar((await postForm(filled)).headers.getSetCookie()).get('contact-outcome.0');
  const read = (text = '') => readOutcome((name) => (name.endsWith('.0') ? text : undefined));
  expect(await read(value)).not.toBeNull();
  const changed = Array.from(value ?? '');
  const middle = changed.length >> 1;
  changed[middle] = changed[middle] === 'A' ? 'B' : 'A';
  expect(await read(changed.join(''))).toBeNull();
  for (const text of ['', '1', '1.', '2.abc', '1.AAAA', '....', 'e30....', 'null.a.b.c.d']) {
    expect(await read(text)).toBeNull();
  }
});
