import { buildForm, buildRequest } from '@/__tests__/support/contact-form';
import { createPost } from '@/__tests__/lib/server/create-post';
import { provideSettings } from '@/__tests__/lib/server/settings';
import { POST } from '@/app/api/contact/route';
import { createDatabaseClient, type Db } from '@/lib/server/database/supabase';
import type { TestDatabase } from '../support/databases/databases';
import { dropAnswer, type NetworkProxy, startProxy } from '../support/network';
import { avoidMidnight } from '../support/until';

/** A proxy between the application and the database, which records requests and can drop some. */
export type TestDatabaseProxy = ReturnType<typeof createDatabaseProxy>;

export const createRequest = (email: string, message: string | null = null) =>
  buildRequest({ service_type: 'crm-integrations', email, message });

const KEYS = {
  alerts: 'id',
  calls: 'id',
  call_days: 'day',
  decisionMakers: 'id',
  funnel_counts: 'day',
  rate_limits: 'key',
  strategy_sessions: 'id',
};

/** Empties every table in which rows are added. */
export const emptyTables = (db: Db) =>
  Promise.all(
    Object.entries(KEYS).map(([table, key]) =>
      db
        .from(table as 'alerts')
        .delete()
        .not(key, 'is', null)
        .throwOnError(),
    ),
  );

/**
 * Starts the proxy before the tests of this block. Before each of them, tables are emptied.
 *
 * @param testEverywhere defines a case that every database has to pass
 */
export function createDatabaseProxy(
  start: () => Promise<TestDatabase>,
  testEverywhere: jest.It = test,
) {
  let database: TestDatabase;
  let network: NetworkProxy;
  const proxy = {
    getDatabase: () => database,
    /** Runs SQL as the owner; only real PostgreSQL can. */
    runSql: (text: string) => database.runSql?.(text) ?? Promise.reject(new Error('no SQL')),
    /** The method whose calls get no answer. */
    droppedMethod: '',
    /** How many more answers to a POST are dropped. */
    answersToDrop: 0,
    /** The methods of all calls, but those of the rate limits. */
    calls: [] as string[],
    logged: [] as string[],
    connect: (key = database.secretKey) => createDatabaseClient(database.url, key),
    openTable: (key?: string) => proxy.connect(key).from('strategy_sessions'),
    countRows: async () => (await proxy.openTable().select('id').throwOnError()).data.length,
    submit,
    testEverywhere,
  };

  beforeAll(async () => {
    database = await start();
    network = await startProxy(() => database.url);
    network.handle = (exchange) => {
      const { method = '', url = '', socket } = exchange.incoming;
      const isCounted = !url.endsWith('/take_rate_limits');
      if (isCounted) proxy.calls.push(method);
      if (method === proxy.droppedMethod) return socket.destroy();
      if (isCounted && method === 'POST' && proxy.answersToDrop-- > 0) return dropAnswer(exchange);
      return exchange.forward();
    };
    provideSettings({ SUPABASE_URL: network.url, SUPABASE_SECRET_KEY: database.secretKey });
    // The embedded database takes seconds, and minutes on a busy machine.
  }, 240_000);

  afterAll(async () => {
    network.close();
    await database.stop();
  });

  beforeEach(avoidMidnight);
  beforeEach(async () => {
    // These tests are about the database's rules, even on a busy machine.
    jest.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
    jest.spyOn(console, 'log').mockImplementation((text: string) => void proxy.logged.push(text));
    await emptyTables(proxy.connect());
    Object.assign(proxy, { droppedMethod: '', answersToDrop: 0, calls: [], logged: [] });
  });

  return proxy;
}

/** Sends what the form sends, and returns what the form receives. */
async function submit(email: string, message = '', facts: object = {}) {
  const form = buildForm({ service_type: 'crm-integrations', email, message });
  const response = await POST(createPost('/api/contact', { ...form, ...facts }));
  return { status: response.status, body: (await response.json()) as unknown };
}
