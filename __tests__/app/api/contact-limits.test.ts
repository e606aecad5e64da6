/** @jest-environment node */
import { buildForm, REFUSED_FIELDS } from '@/__tests__/support/contact-form';
import { createPost } from '@/__tests__/lib/server/create-post';
import {
  createAnswer,
  connectDatabase,
  neverAnswer,
} from '@/__tests__/lib/server/database/database-answers';
import { installFakeClock, expectSettledAfter } from '@/__tests__/lib/server/fake-clock';
import { provideSettings, SITE } from '@/__tests__/lib/server/settings';
import { POST } from '@/app/api/contact/route';

async function send(input: object, address: string) {
  const headers = { origin: SITE, 'x-real-ip': address };
  const response = await POST(createPost('/api/contact', input, headers));
  const { message: _, ...answer } = (await response.json()) as Record<string, unknown>;
  const wait = response.headers.get('retry-after');
  return { ...answer, ...(wait && { retryAfter: Number(wait) }) };
}
const createForm = (email: string, more: object = {}) => ({ ...buildForm({ email }), ...more });
const createKey = (n: number) => `0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c${String(n).padStart(4, '0')}`;
const limited = (retryAfter: unknown) => ({ ok: false, error: 'rate_limited', retryAfter });

provideSettings({ TRUSTED_IP_HEADER: 'x-real-ip' });
beforeEach(() => {
  installFakeClock();
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
});

/** Connects a database whose shared limit asks to wait this many seconds. */
const connectWithWait = (seconds = 0) =>
  connectDatabase(({ table }) =>
    table === 'rpc/take_rate_limits' ? createAnswer(seconds) : undefined,
  );

test('accepts ten requests from an e-mail address, in whichever form it is sent', async () => {
  const sentQueries = connectWithWait();
  const forms = ['jan@müller.de', 'jan@xn--mller-kva.de'];
  for (let n = 0; n < 10; n += 1)
    expect(await send(createForm(forms[n % 2] ?? ''), `192.0.2.${50 + n}`)).toMatchObject({
      ok: true,
    });
  sentQueries.length = 0;
  for (const email of [...forms, 'JAN@müller.de'])
    expect(await send(createForm(email), '192.0.2.60')).toEqual(limited(3600));
  expect(sentQueries).toEqual([]);
});

test('refuses invalid fields by name, without asking the database', async () => {
  const sentQueries = connectWithWait();
  for (let n = 0; n < 11; n += 1) {
    expect(await send({ email: 'Eva' }, '192.0.2.4')).toEqual({
      ok: false,
      error: 'invalid',
      fields: REFUSED_FIELDS,
    });
  }
  expect(sentQueries).toEqual([]);
});

test('counts a request by address and by email across instances, once per form', async () => {
  const sentQueries = connectWithWait();
  const typed = createForm(' Eva@Example.com', { idempotency_key: createKey(2), fill_ms: 100 });
  expect(await send(typed, '192.0.2.5')).toEqual({ ok: true, service_type: 'other' });
  const counted = sentQueries.filter(({ table }) => table === 'rpc/take_rate_limits');
  const retry = expect.any(String) as string;
  expect(counted).toMatchObject([
    {
      body: {
        takes: [
          { points: 20, seconds: 600, retry },
          { points: 10, seconds: 3600, retry },
        ],
      },
    },
  ]);
  const insert = sentQueries.find(
    ({ method, table }) => method === 'POST' && table !== counted[0]?.table,
  );
  expect(insert?.body).toMatchObject({
    email: 'eva@example.com',
    idempotency_key: createKey(2),
    suspected_spam: true,
  });
});

test('stores nothing while the shared limit refuses, and returns its wait', async () => {
  const sentQueries = connectWithWait(77);
  expect(await send(createForm('eva@wait.example'), '192.0.2.41')).toEqual(limited(77));
  expect(sentQueries.map(({ method, table }) => `${method} ${table}`).sort()).toEqual([
    'GET strategy_sessions',
    'POST rpc/take_rate_limits',
  ]);
});

test('gives up on a silent database after eight seconds, rate limits included', async () => {
  const sentQueries = connectDatabase(neverAnswer);
  const sending = send(createForm('eva@silent.example'), '192.0.2.45');
  expect(await expectSettledAfter(8000, sending)).toEqual({ ok: false, error: 'unavailable' });
  const tables = new Set(sentQueries.map(({ table }) => table));
  expect([...tables].sort()).toEqual(['rpc/take_rate_limits', 'strategy_sessions']);
  expect(sentQueries.every(({ signal }) => signal.aborted)).toBe(true);
});
