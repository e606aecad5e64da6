/** @jest-environment node */
import { getClientAddress } from '@/lib/server/http/client-address';
import { provideSettings } from '../settings';

const readAddressFrom = (value: string, name = 'x-real-ip') =>
  getClientAddress(new Request('http://localhost/', { headers: { [name]: value } }));

provideSettings({ TRUSTED_IP_HEADER: 'X-Real-IP' });

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['192.168.200.111:4711', '192.168.200.111'],
  ['203.0.113.9, 192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::ffff', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:4711', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['fe80::1%br-lan.2', 'fe80:0:0:0::/64'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
  ['::ffff:255.254.1.0', '255.254.1.0'],
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

test('reads no address without the trusted header, or when no header is trusted', async () => {
  expect(getClientAddress(new Request('http://localhost/'))).toBeNull();
  expect(readAddressFrom('192.0.2.7', 'x-forwarded-for')).toBeNull();
  delete process.env['TRUSTED_IP_HEADER'];
  jest.resetModules();
  const fresh = await import('@/lib/server/http/client-address');
  const headers = { 'x-real-ip': '192.0.2.7', undefined: '192.0.2.7' };
  expect(fresh.getClientAddress(new Request('http://localhost/', { headers }))).toBeNull();
});

test('reads the address from the header of Vercel there', async () => {
  delete process.env['TRUSTED_IP_HEADER'];
  process.env['VERCEL'] = '1';
  jest.resetModules();
  const fresh = await import('@/lib/server/http/client-address');
  const headers = { 'x-vercel-forwarded-for': '192.0.2.7', 'x-forwarded-for': '203.0.113.9' };
  expect(fresh.getClientAddress(new Request('http://localhost/', { headers }))).toBe('192.0.2.7');
  delete process.env['VERCEL'];
});
