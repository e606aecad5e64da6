import {
  createDatabaseClient,
  getCounterDatabase,
  getDatabase,
} from '@/lib/server/database/supabase';
import { collectLogLines } from '../log/log-lines';
import { changeSettings, provideSettings } from '../settings';
import { connectDatabase, createRefusal } from './database-answers';

provideSettings();
const logged = collectLogLines();

test('stores requests while the counters fail', async () => {
  const sent = connectDatabase(({ table }) =>
    table === 'strategy_sessions' ? undefined : Promise.reject(new TypeError('fetch failed')),
  );
  const count = () => getCounterDatabase().rpc('read_funnel', { since: '2026-01-01' });
  for (let failures = 0; failures < 20; failures += 1) await count();
  expect((await getDatabase().from('strategy_sessions').select('id')).error).toBeNull();
  expect(sent).toHaveLength(21);
  // It must not alert as if requests were refused (docs/ops.md).
  expect(logged).not.toContainEqual(expect.objectContaining({ circuit: 'Open' }));
});

// `outages.test.ts` has the rest.
test('an outage is told when the circuit of requests opens, and over when it closes', async () => {
  changeSettings({ ALERT_WEBHOOK_URL: 'https://hooks.example/secret' });
  let isDown = true;
  const refuse = createRefusal('PGRST000', 'x', 503);
  const sent = connectDatabase(({ table }) =>
    isDown && table !== '/secret' ? refuse() : undefined,
  );
  const countAlertsAfter = async (calls: number) => {
    for (let n = 0; n < calls; n += 1)
      await getDatabase().rpc('read_funnel', { since: '2026-01-01' });
    return sent.filter(({ table }) => table === '/secret').length;
  };
  expect(await countAlertsAfter(20)).toBe(1);
  isDown = false;
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 40 * 60_000);
  await countAlertsAfter(1);
  isDown = true;
  expect(await countAlertsAfter(20)).toBe(2);
});

test('creates a client where there is no global WebSocket, as in Node 20', () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket');
  Object.defineProperty(globalThis, 'WebSocket', { value: undefined, configurable: true });
  expect(() => createDatabaseClient('https://other.example', 'key')).not.toThrow();
  if (own) Object.defineProperty(globalThis, 'WebSocket', own);
});
