/** @jest-environment node */
import { SITE } from '@/__tests__/lib/server/settings';
import { post, setUpStore } from './post-contact';

jest.mock('@/lib/server/contact/strategy-sessions');
jest.mock('@/lib/server/http/rate-limit');

const mockStore = setUpStore();

describe('the origin', () => {
  test.each<[string, Record<string, string>]>([
    ['no sign of where it comes from', {}],
    ['another origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['the site on another scheme', { origin: 'http://callwright.example' }],
    ['a longer name', { origin: `${SITE}.evil.example` }],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site', origin: SITE }],
    ['a neighboring subdomain', { 'sec-fetch-site': 'same-site', origin: SITE }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['the inner address', { origin: 'http://localhost:3000', host: 'callwright.example' }],
    ['another port of loopback', { origin: 'http://localhost:4000', host: 'localhost:3000' }],
    ['a rebound name', { origin: 'http://evil.example:3000', host: 'evil.example:3000' }],
  ])('answers 403 to %s', async (_case, headers) => {
    const response = await post({ headers });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ ok: false, error: 'forbidden' });
    expect(mockStore).not.toHaveBeenCalled();
  });

  test.each<[string, Record<string, string>]>([
    ['the site', { origin: SITE }],
    ['a same-origin fetch', { 'sec-fetch-site': 'same-origin' }],
    ['a same-origin form without referrer', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['a form sent once more by reloading', { 'sec-fetch-site': 'none', origin: SITE }],
    ['loopback', { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
    ['loopback by name', { origin: 'http://localhost:3000', host: 'localhost:3000' }],
    ['loopback in IPv6', { origin: 'http://[::1]:3000', host: '[::1]:3000' }],
  ])('accepts %s', async (_case, headers) => {
    expect((await post({ headers })).status).toBe(201);
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
  expect(response.headers.get('connection')).toBe('close');
  expect(await response.json()).toMatchObject({ ok: false, error: 'unavailable' });
  expect(mockStore).not.toHaveBeenCalled();
});
