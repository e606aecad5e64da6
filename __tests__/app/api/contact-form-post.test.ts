/** @jest-environment node */
import { giveSettings } from '@/__tests__/lib/server/settings';
import { storeStrategySession } from '@/lib/server/contact/strategy-sessions';
import { filled, follow, postForm } from './post-contact';

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
