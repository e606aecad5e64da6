/** @jest-environment node */
import { isFromOwnPage, isGetFromOwnPage } from '@/lib/server/http/own-origin';
import { provideSettings, SITE } from '../settings';

provideSettings();

const createRequest = (headers: Record<string, string>) =>
  new Request('http://localhost/api/x', { headers });

const sendings: [headers: Record<string, string>, isOwn: boolean][] = [
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://other.example' }, true],
  [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, true],
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{ 'sec-fetch-site': 'same-site', origin: SITE }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ 'sec-fetch-site': 'cross-site', origin: SITE }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ 'sec-fetch-site': 'none', origin: SITE }, true],
  [{ origin: SITE }, true],
  [{ origin: 'https://other.example', host: 'other.example' }, false],
  [{ origin: 'https://other.example' }, false],
  [{ origin: 'http://callwright.example' }, false],
  [{ origin: `${SITE}.evil.example` }, false],
  [{ origin: 'null' }, false],
  [{ origin: 'http://localhost:3000', host: 'callwright.example' }, false],
  [{ origin: 'http://evil.example:3000', host: 'evil.example:3000' }, false],
  [{ origin: 'http://localhost:3000', host: 'localhost:3000' }, true],
  [{ origin: 'http://localhost:3000', host: 'localhost:3001' }, false],
  [{ origin: 'http://127.0.0.1', host: '127.0.0.1' }, true],
  [{ origin: 'http://127.12.34.56', host: '127.12.34.56' }, true],
  [{ origin: 'http://[::1]', host: '[::1]' }, true],
  [{ origin: 'http://localhost.example', host: 'localhost.example' }, false],
  [{ origin: 'http://my-localhost', host: 'my-localhost' }, false],
  [{ origin: 'http://128.0.0.1', host: '128.0.0.1' }, false],
];

test.each([...sendings, [{}, false] as const])(
  'a request with %j is ours: %s',
  (headers, isOwn) => {
    expect(isFromOwnPage(createRequest(headers))).toBe(isOwn);
  },
);

test.each([
  ...sendings,
  [{}, false] as const,
  [{ 'x-requested-with': 'call-widget' }, true] as const,
  [{ 'x-requested-with': 'XMLHttpRequest' }, false] as const,
  [{ 'x-requested-with': 'call-widget', 'sec-fetch-site': 'cross-site' }, false] as const,
  [{ 'x-requested-with': 'call-widget', origin: 'https://other.example' }, false] as const,
])('a GET with %j is ours: %s', (headers, isOwn) => {
  expect(isGetFromOwnPage(createRequest(headers))).toBe(isOwn);
});
