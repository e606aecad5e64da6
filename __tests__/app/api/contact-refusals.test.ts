/** @jest-environment node */
import { giveSettings, SITE } from '@/__tests__/lib/server/settings';
import * as route from '@/app/api/contact/route';
import { storeStrategySession } from '@/lib/server/contact/strategy-sessions';
import { filled, post } from './post-contact';

jest.mock('@/lib/server/contact/strategy-sessions');
jest.mock('@/lib/server/http/rate-limit');

giveSettings();
const store = jest.mocked(storeStrategySession);

beforeEach(() => {
  store.mockReset();
  store.mockImplementation(async ({ service_type }) => ({ ok: true, service_type }));
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
});

describe('the size', () => {
  test('16 KB are read, one byte more is 413', async () => {
    const pad = (size: number) => {
      const empty = JSON.stringify({ ...filled, pad: '' });
      return JSON.stringify({ ...filled, pad: 'x'.repeat(size - empty.length) });
    };
    expect((await post({ body: pad(16 * 1024) })).status).toBe(201);
    const response = await post({ body: pad(16 * 1024 + 1) });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ ok: false, error: 'too_large' });
  });

  test('an endless body is read no further, whatever Content-Length says', async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 4096;
        controller.enqueue(new Uint8Array(4096).fill(32));
      },
    });
    const response = await post({ body, headers: { origin: SITE, 'content-length': '10' } });
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(64 * 1024);
  });

  test('a body that breaks off is 400', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('gone')) });
    expect((await post({ body })).status).toBe(400);
  });
});

describe('the origin', () => {
  test.each<[string, Record<string, string>]>([
    ['no sign of where it comes from', {}],
    ['another origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['the site on another scheme', { origin: 'http://callwright.example' }],
    ['a longer name', { origin: `${SITE}.evil.example` }],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site', origin: SITE }],
    ['a neighbouring subdomain', { 'sec-fetch-site': 'same-site', origin: SITE }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    [
      'the origin of the inner address',
      { origin: 'http://localhost:3000', host: 'callwright.example' },
    ],
    ['another port of loopback', { origin: 'http://localhost:4000', host: 'localhost:3000' }],
    ['a rebound name', { origin: 'http://evil.example:3000', host: 'evil.example:3000' }],
  ])('%s is forbidden: 403', async (_case, headers) => {
    const response = await post({ headers });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ ok: false, error: 'forbidden' });
    expect(store).not.toHaveBeenCalled();
  });

  test.each<[string, Record<string, string>]>([
    ['the site', { origin: SITE }],
    ['a same-origin fetch', { 'sec-fetch-site': 'same-origin' }],
    ['a same-origin form without referrer', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['a form sent once more by reloading', { 'sec-fetch-site': 'none', origin: SITE }],
    ['loopback', { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
    ['loopback by name', { origin: 'http://localhost:3000', host: 'localhost:3000' }],
    ['loopback in IPv6', { origin: 'http://[::1]:3000', host: '[::1]:3000' }],
  ])('%s is our own', async (_case, headers) => {
    expect((await post({ headers })).status).toBe(201);
  });
});

test('a body that does not end in ten seconds is given up: 408', async () => {
  jest.useFakeTimers();
  const slow = new ReadableStream({ start: (body) => body.enqueue(Buffer.from('{"email":')) });
  const answer = post({ body: slow });
  await jest.advanceTimersByTimeAsync(10_000);
  jest.useRealTimers();
  const response = await answer;
  expect(response.status).toBe(408);
  expect(response.headers.get('connection')).toBe('close');
  expect(await response.json()).toMatchObject({ ok: false, error: 'unavailable' });
  expect(store).not.toHaveBeenCalled();
});

test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const)(
  '%s is answered with 405 in JSON',
  async (method) => {
    const response = await route[method](
      new Request('http://localhost:3000/api/contact', { method }),
    );
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ ok: false, error: 'method' });
  },
);
