/** @jest-environment node */
import { database } from '@/lib/server/supabase';
import { guard, guardShared, takeFor } from '@/lib/server/rate-limit';

jest.mock('@/lib/server/supabase');

const request = (address: string) =>
  new Request('http://localhost/', { headers: { 'x-real-ip': address } });
const contact = (address: string) => [takeFor('contact', request(address))];
const sumOf = async (count: number, take: () => Promise<number>) => {
  let passed = 0;
  for (let n = 0; n < count; n += 1) passed += Number((await take()) === 0);
  return passed;
};

beforeAll(() => {
  process.env['SITE_URL'] = 'https://callwright.example';
  process.env['SUPABASE_URL'] = 'https://project.supabase.example';
  process.env['SUPABASE_SECRET_KEY'] = 'sb_secret_abcdef';
  process.env['TRUSTED_IP_HEADER'] = 'x-real-ip';
});

test('20 requests of an address pass in ten minutes, the next ones wait', async () => {
  expect(await sumOf(30, () => guard(contact('192.0.2.1'), null))).toBe(20);
  const seconds = await guard(contact('192.0.2.1'), null);
  expect(seconds).toBeGreaterThan(590);
  expect(seconds).toBeLessThanOrEqual(600);
  expect(await guard(contact('192.0.2.2'), null)).toBe(0);
});

test('10 requests of an e-mail address pass in an hour', async () => {
  const take = [{ rule: 'contact per email', who: 'eva@example.com' }] as const;
  expect(await sumOf(30, () => guard(take, null))).toBe(10);
  expect(await guard(take, null)).toBeGreaterThan(3590);
});

test('60 visits of an address pass in a minute', async () => {
  const visit = [takeFor('visit', request('192.0.2.1'))];
  expect(await sumOf(80, () => guard(visit, null))).toBe(60);
});

test('five tries of one form count as one request', async () => {
  const forms = ['a', 'b', 'c', 'd'];
  for (const form of forms) {
    expect(await sumOf(5, () => guard(contact('192.0.2.3'), form))).toBe(5);
  }
  expect(await sumOf(30, () => guard(contact('192.0.2.3'), null))).toBe(16);
});

test('one form sent without end is stopped, and so are ever new forms', async () => {
  expect(await sumOf(500, () => guard(contact('192.0.2.4'), 'same'))).toBeLessThanOrEqual(100);
  let form = 0;
  expect(await sumOf(500, () => guard(contact('192.0.2.5'), `form ${form++}`))).toBe(20);
});

test('without an address all requests share 600 a minute', async () => {
  const unknown = takeFor('contact', new Request('http://localhost/'));
  expect(unknown.rule).toBe('contact overall');
  expect(await sumOf(700, () => guard([unknown], null))).toBe(600);
});

test('a database that cannot tell refuses nobody', async () => {
  const lines = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const abortSignal = async () => ({ data: null, error: { code: '' }, status: 0 });
  jest.mocked(database).mockReturnValue({ rpc: () => ({ abortSignal }) } as never);
  expect(await guardShared(contact('192.0.2.6'), null, AbortSignal.timeout(1000))).toBe(0);
  expect(lines).toHaveBeenCalledTimes(1);
  expect(String(lines.mock.calls)).not.toContain('192');
});
