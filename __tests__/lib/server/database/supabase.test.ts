/** @jest-environment node */
import { alertOutage, endOutage } from '@/lib/server/database/outages';
import {
  createDatabaseClient,
  getCounterDatabase,
  getDatabase,
} from '@/lib/server/database/supabase';
import { provideSettings } from '../settings';

jest.mock('@/lib/server/database/outages');

const mockFetch = jest.fn<Promise<Response>, Parameters<typeof fetch>>();

beforeEach(() => {
  provideSettings();
  mockFetch.mockReset();
  mockFetch.mockImplementation(async () => Response.json([]));
  jest.spyOn(globalThis, 'fetch').mockImplementation(mockFetch);
});

test('creates one client with the configured project and secret key', async () => {
  expect(getDatabase()).toBe(getDatabase());
  await getDatabase().from('strategy_sessions').select('id');
  // Supabase's authentication, which the site doesn't use, asks for nothing.
  expect(mockFetch).toHaveBeenCalledTimes(1);
  const [url, init] = mockFetch.mock.calls[0] ?? [];
  expect(String(url)).toBe('https://project.supabase.example/rest/v1/strategy_sessions?select=id');
  expect(new Headers(init?.headers).get('apikey')).toBe('sb_secret_abcdef');
});

test('stores requests while the circuit of the counters is open', async () => {
  const lines = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  mockFetch.mockRejectedValue(new TypeError('fetch failed'));
  for (let failures = 0; failures < 20; failures += 1)
    await getCounterDatabase().rpc('read_funnel', { since: '2026-01-01' });
  mockFetch.mockReset();
  mockFetch.mockImplementation(async () => Response.json([]));
  const counted = await getCounterDatabase().rpc('read_funnel', { since: '2026-01-01' });
  expect(counted.error?.message).toContain('circuit open');
  expect(mockFetch).not.toHaveBeenCalled();
  expect((await getDatabase().from('strategy_sessions').select('id')).error).toBeNull();
  expect(getCounterDatabase()).toBe(getCounterDatabase());
  // It must not alert as if requests were refused (docs/ops.md).
  expect(String(lines.mock.calls)).toContain('"counter_circuit":"Open"');
  expect(String(lines.mock.calls)).not.toContain('"circuit":"Open"');
});

test('an outage lasts while the circuit of requests is open', async () => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const ask = () => getDatabase().rpc('read_funnel', { since: '2026-01-01' });
  mockFetch.mockImplementation(async () => new Response('', { status: 540 }));
  for (let failures = 0; failures < 20; failures += 1) await ask();
  expect(jest.mocked(alertOutage).mock.calls).toEqual([[{ status: 540 }]]);
  expect(endOutage).not.toHaveBeenCalled();
  mockFetch.mockImplementation(async () => Response.json([]));
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  expect((await ask()).error).toBeNull();
  expect(endOutage).toHaveBeenCalledTimes(1);
});

test('retries when the connection breaks', async () => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  mockFetch.mockRejectedValueOnce(new TypeError('fetch failed'));
  const { data } = await createDatabaseClient('https://other.example', 'key')
    .from('rate_limits')
    .select();
  expect(data).toEqual([]);
  expect(mockFetch).toHaveBeenCalledTimes(2);
});

test.each([
  ['none', undefined],
  ['one', class {}],
])('creates a client with a global WebSocket: %s', (_what, value) => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket');
  Object.defineProperty(globalThis, 'WebSocket', { value, configurable: true });
  expect(() => createDatabaseClient('https://other.example', 'key')).not.toThrow();
  if (own) Object.defineProperty(globalThis, 'WebSocket', own);
  else Reflect.deleteProperty(globalThis, 'WebSocket');
});
