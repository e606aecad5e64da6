/** @jest-environment node */
import { headers } from 'next/headers';
import { LANGUAGE_CODES } from '@/lib/language';
import { PAGE_LANGUAGE_HEADER, readNonce, readPageLanguage } from '@/lib/server/http/page-headers';

jest.mock('next/headers', () => ({ headers: jest.fn() }));

test.each<[string | undefined, string]>([
  ...LANGUAGE_CODES.map((code): [string, string] => [code, code]),
  ['fr', 'cs'],
  [undefined, 'cs'],
])('after the header %j, the page is in %s', async (sent, language) => {
  const received = new Headers(sent === undefined ? {} : { [PAGE_LANGUAGE_HEADER]: sent });
  jest.mocked(headers).mockResolvedValue(received as Awaited<ReturnType<typeof headers>>);
  expect(await readPageLanguage()).toBe(language);
});

test.each([
  [{ 'Content-Security-Policy': "script-src 'self' 'nonce-bm9uY2U='; x" }, 'bm9uY2U='],
  [{ 'Content-Security-Policy': "script-src 'self'" }, undefined],
  [{}, undefined],
])('reads from %j the nonce %p', async (sent: Record<string, string>, expected) => {
  jest.mocked(headers).mockResolvedValue(new Headers(sent) as never);
  expect(await readNonce()).toBe(expected);
});
