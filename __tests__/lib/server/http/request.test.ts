import { getClientAddress, isFromOwnPage } from '@/lib/server/http/request';
import { changeSettings, provideSettings, SITE } from '../settings';

provideSettings({ TRUSTED_IP_HEADER: 'X-Real-IP' });

const createRequest = (headers: Record<string, string>) =>
  new Request('http://localhost/api/x', { headers });

const sendings: [headers: Record<string, string>, isOwn: boolean][] = [
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://other.example' }, true],
  [{ 'sec-fetch-site': 'same-site', origin: SITE }, false],
  [{ 'sec-fetch-site': 'cross-site', origin: SITE }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ 'sec-fetch-site': 'none', origin: SITE }, true],
  [{ origin: SITE }, true],
  [{ origin: 'https://other.example', host: 'other.example' }, false],
  [{ origin: 'http://callwright.example' }, false],
  [{ origin: `${SITE}.evil.example` }, false],
  [{ origin: 'null' }, false],
  [{ origin: 'http://localhost:3000', host: 'callwright.example' }, false],
  [{ origin: 'http://evil.example:3000', host: 'evil.example:3000' }, false],
  [{ origin: 'http://localhost:3000', host: 'localhost:3000' }, true],
  [{ origin: 'http://localhost:3000', host: 'localhost:3001' }, false],
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

const readAddressFrom = (value: string, name = 'x-real-ip') =>
  getClientAddress(new Request('http://localhost/', { headers: { [name]: value } }));

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['203.0.113.9, 192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::ffff', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:4711', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['::fffe:192.0.2.7', '0:0:0:0::/64'],
  ['1::ffff:192.0.2.7', '1:0:0:0::/64'],
])('counts %s as %s', (value, expected) => {
  expect(readAddressFrom(value)).toBe(expected);
});

test.each([
  ...['', 'unknown', '192.0.2', '999.1.1.1', '2001:db8', '<script>'],
  ...['192.0.2.7:x', '192.0.2.7:47x', 'x192.0.2.7:1'],
  ...['[2001:db8::1', '[2001:db8::1]:x', 'x[2001:db8::1]', '[]'],
])('reads no address from %p', (value) => expect(readAddressFrom(value)).toBeNull());

test('reads no address without the trusted header, or when no header is trusted', () => {
  expect(getClientAddress(new Request('http://localhost/'))).toBeNull();
  expect(readAddressFrom('192.0.2.7', 'x-forwarded-for')).toBeNull();
  changeSettings({ TRUSTED_IP_HEADER: undefined });
  expect(readAddressFrom('192.0.2.7')).toBeNull();
  expect(readAddressFrom('192.0.2.7', 'undefined')).toBeNull();
});
