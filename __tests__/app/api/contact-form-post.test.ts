/** @jest-environment node */
import { provideSettings } from '@/__tests__/lib/server/settings';
import { storeStrategySession } from '@/lib/server/contact/strategy-sessions';
import { COMPLETE_FORM, followRedirect, postForm } from './post-contact';

jest.mock('@/lib/server/contact/strategy-sessions');
jest.mock('@/lib/server/http/rate-limit');

provideSettings();
const mockStore = jest.mocked(storeStrategySession);

beforeEach(() => {
  mockStore.mockReset();
  mockStore.mockImplementation(async ({ service_type }) => ({ ok: true, service_type }));
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
});

test('redirects a stored request to the page with the success message', async () => {
  const response = await postForm(COMPLETE_FORM);
  expect(mockStore).toHaveBeenCalledWith(COMPLETE_FORM, expect.anything());
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await followRedirect(response)).toEqual({
    status: 303,
    location: '/contact',
    outcome: { state: 'sent', service: 'other' },
  });
});

test('sets encrypted cookies that last five minutes, for /contact only', async () => {
  const [cookie, second] = (
    await postForm({ ...COMPLETE_FORM, email: 'eva' })
  ).headers.getSetCookie();
  const attributes = 'Path=/contact; Max-Age=300; HttpOnly; SameSite=Lax; Secure';
  expect(cookie).toMatch(new RegExp(`^contact-outcome\\.0=[\\w.-]+; ${attributes}$`));
  expect(second).toBe(`contact-outcome.1=; ${attributes}`);
  const parts = cookie?.split(/[=;]/)[1]?.split('.') ?? [];
  expect(parts).toHaveLength(5);
  const text = parts.map((part) => Buffer.from(part, 'base64url').toString('latin1')).join();
  expect(text).not.toMatch(/eva|Hello|other/);
});

test('returns the errors with the values exactly as typed', async () => {
  const typed = { service_type: 'nonsense', email: ' Eva <x', message: 'a\r\n<b> 😀' };
  expect(await followRedirect(await postForm(typed))).toMatchObject({
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
  'keeps the typed values if the request is not stored: %s',
  async (reason) => {
    mockStore.mockResolvedValue({ ok: false, reason });
    const { status, outcome } = await followRedirect(await postForm(COMPLETE_FORM));
    expect(status).toBe(303);
    expect(outcome).toMatchObject({
      state: 'failed',
      values: COMPLETE_FORM,
      fields: {},
      cut: false,
    });
  },
);

test('keeps the typed values when an exception is thrown', async () => {
  mockStore.mockRejectedValue(new Error('surprise'));
  expect((await followRedirect(await postForm(COMPLETE_FORM))).outcome).toMatchObject({
    message: 'An unexpected error occurred. Please try again.',
    values: COMPLETE_FORM,
  });
});

test('redirects a cross-site post to an error without its values', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  expect(await followRedirect(await postForm(COMPLETE_FORM, headers))).toEqual({
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
  expect(mockStore).not.toHaveBeenCalled();
});
