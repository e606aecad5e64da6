/** @jest-environment node */
import { headers } from 'next/headers';
import { nonce } from '@/lib/server/nonce';
import { siteUrl } from '@/lib/server/site-url';

jest.mock('next/headers', () => ({ headers: jest.fn() }));

const before = process.env['SITE_URL'];
afterEach(() => {
  process.env['SITE_URL'] = before;
});

test.each([
  ['https://callwright.example', 'https://callwright.example/'],
  [' https://callwright.example\n', 'https://callwright.example/'],
  ['', null],
  [' ', null],
  ['callwright', null],
])('a build for %p has the address %p', (setting, address) => {
  process.env['SITE_URL'] = setting;
  expect(siteUrl()?.href ?? null).toBe(address);
});

test('a build that names no site has no address', () => {
  delete process.env['SITE_URL'];
  expect(siteUrl()).toBeNull();
});

test.each([
  [{ 'Content-Security-Policy': "script-src 'self' 'nonce-bm9uY2U='; x" }, 'bm9uY2U='],
  [{ 'Content-Security-Policy': "script-src 'self'" }, undefined],
  [{}, undefined],
])('of a request with %j the nonce is %p', async (sent: Record<string, string>, expected) => {
  jest.mocked(headers).mockResolvedValue(new Headers(sent) as never);
  expect(await nonce()).toBe(expected);
});
