import {
  createDatabaseClient,
  getCounterDatabase,
  getDatabase,
} from '@/lib/server/database/supabase';
import { collectLogLines } from '../log/log-lines';
import { changeSettings, provideSettings } from '../settings';
import { connectDatabase, createAnswer, createRefusal } from './database-answers';

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

test('an outage is told when the circuit of requests opens, and over when it closes', async () => {
  changeSettings({ ALERT_WEBHOOK_URL: 'https://hooks.example/secret' });
  let isDown = true;
  const sent = connectDatabase(({ table }) =>
    isDown && table !== '/secret' ? createRefusal('PGRST000', 'x', 503)() : createAnswer([]),
  );
  const listAlerts = () => sent.filter(({ table }) => table === '/secret').map(({ body }) => body);
  const ask = () => getDatabase().rpc('read_funnel', { since: '2026-01-01' });
  const breakDown = async () => {
    isDown = true;
    for (let failures = 0; failures < 20; failures += 1) await ask();
  };
  await breakDown();
  const text = expect.stringContaining('(503 PGRST000)') as string;
  expect(listAlerts()).toMatchObject([{ text }]);
  isDown = false;
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 40 * 60_000);
  expect((await ask()).error).toBeNull();
  await breakDown();
  expect(listAlerts()).toHaveLength(2);
});

test('creates a client where there is no global WebSocket, as in Node 20', () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket');
  Object.defineProperty(globalThis, 'WebSocket', { value: undefined, configurable: true });
  expect(() => createDatabaseClient('https://other.example', 'key')).not.toThrow();
  if (own) Object.defineProperty(globalThis, 'WebSocket', own);
});
