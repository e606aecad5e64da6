/** @jest-environment node */
import { readOutcome } from '@/lib/server/contact-draft';
import { storeStrategySession } from '@/lib/server/strategy-sessions';
import { filled, follow, giveSettings, post, postForm } from './post-contact';

jest.mock('@/lib/server/strategy-sessions');
jest.mock('@/lib/server/rate-limit');

const store = jest.mocked(storeStrategySession);

beforeEach(() => {
  giveSettings();
  store.mockReset();
  store.mockImplementation(async ({ service_type }) => ({ ok: true, service_type }));
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
});

test('success leads to the page that says so', async () => {
  const response = await postForm(filled);
  expect(store).toHaveBeenCalledWith(filled, expect.anything());
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(follow(response)).toEqual({
    status: 303,
    location: '/contact',
    outcome: { state: 'sent', service: 'other' },
  });
});

test('the cookie is short-lived, for the server and its page only, and says nothing', async () => {
  const [cookie, ...rest] = (await postForm({ ...filled, email: 'eva' })).headers.getSetCookie();
  expect(rest).toEqual([]);
  expect(cookie).toMatch(
    /^contact-outcome\.0=1\.[\w-]+; Path=\/contact; Max-Age=300; HttpOnly; SameSite=Lax; Secure$/,
  );
  const value = cookie?.split(/[.;]/)[2] ?? '';
  expect(Buffer.from(value, 'base64url').toString('latin1')).not.toMatch(/eva|Hello|other/);
});

test('errors come back with what was typed, as it was typed', async () => {
  const typed = { service_type: 'nonsense', email: ' Eva <x', message: 'a\r\n<b> 😀' };
  expect(follow(await postForm(typed))).toMatchObject({
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
    const { status, outcome } = follow(await postForm(filled));
    expect(status).toBe(303);
    expect(outcome).toMatchObject({ state: 'failed', values: filled, fields: {}, cut: false });
  },
);

test('nor when something is thrown', async () => {
  store.mockRejectedValue(new Error('surprise'));
  expect(follow(await postForm(filled)).outcome).toMatchObject({
    message: 'An unexpected error occurred. Please try again.',
    values: filled,
  });
});

test('an over-long message comes back in whole', async () => {
  const message = 'We copy every order by hand from mail to ledger. '.repeat(100);
  expect(follow(await postForm({ ...filled, message })).outcome).toMatchObject({
    fields: { message: 'Message must be at most 1000 characters' },
    values: { ...filled, message },
    cut: false,
  });
});

test('of a form over 16 KB the fields before the cut are kept', async () => {
  const message = 'ž'.repeat(4000);
  const { outcome } = follow(await postForm({ ...filled, message }));
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
  expect(follow(await postForm(filled, headers))).toEqual({
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
  expect(follow(response)).toMatchObject({ status: 303, outcome: { state: 'failed' } });
});

test('a changed, foreign or old cookie is nothing', async () => {
  const [cookie = ''] = (await postForm(filled)).headers.getSetCookie();
  const value = cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'));
  const read = (text: string) => readOutcome((name) => (name.endsWith('.0') ? text : undefined));
  expect(read(value)).not.toBeNull();
  const middle = value.length >> 1;
  const other = value[middle] === 'A' ? 'B' : 'A';
  expect(read(value.slice(0, middle) + other + value.slice(middle + 1))).toBeNull();
  for (const text of ['', '1', '1.', '2.abc', '9.abc', '-1.abc', 'x.abc', '1.AAAA']) {
    expect(read(text)).toBeNull();
  }
  jest.useFakeTimers({ now: Date.now() + 301_000 });
  expect(read(value)).toBeNull();
  jest.useRealTimers();
});
