import { buildForm, buildRequest } from '@/__tests__/support/contact-form';
import { createPost } from '@/__tests__/lib/server/create-post';
import { createServer, request as forward, type Server } from 'node:http';
import { POST } from '@/app/api/contact/route';
import { createDatabaseClient } from '@/lib/server/database/supabase';
import { listen } from '../../local/ports';
import type { TestDatabase } from '../support/databases/databases';

export const SITE = 'https://callwright.example';

/** A proxy between the application and the database, which records requests and can drop some. */
export type TestDatabaseProxy = ReturnType<typeof createDatabaseProxy>;

export const createRequest = (email: string, message: string | null = null) =>
  buildRequest({ service_type: 'crm-integrations', email, message });

/**
 * Starts the proxy before the tests of this block, and empties the table of requests before each of
 * them.
 */
export function createDatabaseProxy(start: () => Promise<TestDatabase>) {
  let database: TestDatabase;
  let server: Server;
  const proxy = {
    getDatabase: () => database,
    /** The method whose calls get no answer. */
    droppedMethod: '',
    /** How many more answers to a POST are dropped. */
    answersToDrop: 0,
    calls: [] as string[],
    logged: [] as string[],
    // Without the product's timeouts, because these tests are about the database's rules, even on a
    // busy machine.
    connect: (key = database.secretKey) => createDatabaseClient(database.url, key),
    connectPublicly: () => proxy.connect(database.publicKey),
    openTable: (key = database.secretKey) =>
      createDatabaseClient(database.url, key, fetch).from('strategy_sessions'),
    countRows: async () => (await proxy.openTable().select('id').throwOnError()).data.length,
    submit,
  };

  beforeAll(async () => {
    database = await start();
    server = createServer((incoming, outgoing) => {
      proxy.calls.push(incoming.method ?? '');
      if (incoming.method === proxy.droppedMethod) return void incoming.socket.destroy();
      const { method, headers } = incoming;
      const options = { method, headers, agent: false } as const;
      const onward = forward(database.url + incoming.url, options, (answer) => {
        if (incoming.method === 'POST' && proxy.answersToDrop-- > 0)
          return void incoming.socket.destroy();
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    });
    // A connection that is closed just when a busy machine uses it again would lose a request.
    server.keepAliveTimeout = 600_000;
    process.env['SUPABASE_URL'] = `http://127.0.0.1:${await listen(server)}`;
    process.env['SUPABASE_SECRET_KEY'] = database.secretKey;
    process.env['SITE_URL'] = SITE;
    // The embedded database takes seconds, and minutes on a busy machine.
  }, 240_000);

  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await database.stop();
  });

  beforeEach(async () => {
    proxy.droppedMethod = '';
    proxy.answersToDrop = 0;
    proxy.logged.length = 0;
    jest.spyOn(console, 'log').mockImplementation((text: string) => void proxy.logged.push(text));
    await proxy.openTable().delete().neq('email', '');
    proxy.calls = [];
  });

  return proxy;
}

/** Sends what the form sends, and returns what the form receives. */
async function submit(email: string, message = '', facts: object = {}) {
  const response = await POST(
    createPost('/api/contact', {
      ...buildForm({ service_type: 'crm-integrations', email, message }),
      ...facts,
    }),
  );
  return { status: response.status, body: (await response.json()) as unknown };
}

/** Lets requests take as long as a busy machine needs, in tests of what the database answers. */
export const disableTimeouts = () =>
  void jest.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
