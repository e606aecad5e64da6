/** @jest-environment node */
import type { IncomingMessage } from 'node:http';
import { accepts } from '@/lib/server/whole-response';

test.each([
  ['gzip, deflate, br, zstd', true],
  ['BR', true],
  ['br;q=0.5, gzip', true],
  ['gzip, br ; q=0', false],
  ['br;q=0.000', false],
  ['br;q=x', false],
  ['brotli, xbr', false],
  ['*', false],
  ['', false],
  [undefined, false],
])('Accept-Encoding %s takes Brotli: %s', (header, taken) => {
  const request = { headers: { 'accept-encoding': header } } as IncomingMessage;
  expect(accepts(request, 'br')).toBe(taken);
});
