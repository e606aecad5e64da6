import { randomUUID } from 'node:crypto';
import { listEmailKeys } from '@/lib/server/http/rate-limit';
import { DUPLICATE_WINDOW_MS, storeStrategySession } from '@/lib/server/contact/strategy-sessions';
import { errorsEn } from '@/lib/content/contact-en';
import { type TestDatabaseProxy, createRequest } from '../database-proxy';
import { formatTimeAgo, MINUTE } from '../outbox';

/** Tests how requests are stored, with failures and simultaneous requests. */
export function describeRequests(proxy: TestDatabaseProxy) {
  const EMAIL = 'eva@example.com';
  const makeOlder = (ms: number) =>
    proxy
      .openTable()
      .update({ created_at: formatTimeAgo(ms) })
      .eq('email', EMAIL);

  proxy.testEverywhere('a request becomes one row that can be read back', async () => {
    const answer = await proxy.submit(' Eva@Example.COM ', ' First\r\nsecond <b> ');
    expect(answer).toEqual({ status: 201, body: { ok: true, service_type: 'crm-integrations' } });
    expect(proxy.calls).toEqual(['GET', 'POST']);
    const { data } = await proxy.openTable().select();
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        ...createRequest(EMAIL, 'First\nsecond b'),
        created_at: expect.any(String),
        handled_at: null,
        suspected_spam: false,
        idempotency_key: expect.stringMatching(/^[\da-f-]{36}$/),
        source: 'direct',
      },
    ]);
    expect(Math.abs(Date.parse(data?.[0]?.created_at ?? '') - Date.now())).toBeLessThan(MINUTE);
  });

  test.each([
    ['the check finds the same request, without an insert', '', 'duplicate', ['GET']],
    ['the database refuses what the check has not seen', 'GET', 'duplicate_insert', null],
  ] as const)('%s, for five minutes', async (_who, droppedMethod, sentence, calls) => {
    await proxy.submit(EMAIL);
    await makeOlder(DUPLICATE_WINDOW_MS - 30_000);
    Object.assign(proxy, { droppedMethod, calls: [] });
    expect(await proxy.submit(EMAIL)).toEqual({
      status: 409,
      body: { ok: false, error: 'duplicate', message: errorsEn[sentence] },
    });
    if (calls) expect(proxy.calls).toEqual(calls);
    expect(await proxy.countRows()).toBe(1);
    proxy.droppedMethod = '';
    await makeOlder(DUPLICATE_WINDOW_MS + 30_000);
    proxy.droppedMethod = droppedMethod;
    expect((await proxy.submit(EMAIL)).status).toBe(201);
  });

  test('for another service or address it is a new request', async () => {
    for (const change of [{}, { service_type: 'other' as const }, { email: 'jan@example.com' }])
      expect(await storeStrategySession({ ...createRequest(EMAIL), ...change })).toEqual({
        ok: true,
      });
    expect(await proxy.countRows()).toBe(3);
  });

  proxy.testEverywhere(
    'an insert whose response gets lost is retried and stored once',
    async () => {
      proxy.answersToDrop = 1;
      expect((await proxy.submit(EMAIL)).status).toBe(201);
      expect(proxy.calls).toEqual(['GET', 'POST', 'POST', 'GET']);
      expect(await proxy.countRows()).toBe(1);
    },
  );

  test('a repeated form gets the same answer and no second row, whatever the limits', async () => {
    const form = { idempotency_key: randomUUID(), source: 'www.google.com' };
    const first = await proxy.submit(EMAIL, 'Hello', form);
    expect(first.status).toBe(201);
    const counters = proxy.connect().from('rate_limits');
    await counters.delete().neq('key', '');
    const [key = ''] = listEmailKeys(EMAIL, []);
    await counters.insert({ key, hits: 1e8, expires_at: formatTimeAgo(-MINUTE) });
    expect(await proxy.submit(EMAIL, ' Hello ', { ...form, source: '' })).toEqual(first);
    expect((await proxy.submit(EMAIL, 'Hello')).status).toBe(429);
    expect((await proxy.openTable().select('source')).data).toEqual([{ source: 'search' }]);
  });

  test('a repeated form is recognized after five minutes, or gets 503', async () => {
    const form = { idempotency_key: randomUUID() };
    await proxy.submit(EMAIL, '', form);
    await makeOlder(6 * MINUTE);
    expect((await proxy.submit(EMAIL, '', form)).status).toBe(201);
    proxy.droppedMethod = 'GET';
    // The key is unknown: "try again" is better than a false "you already did".
    expect((await proxy.submit(EMAIL, '', form)).status).toBe(503);
    expect(await proxy.countRows()).toBe(1);
  });

  test('the same key with another text is a different request', async () => {
    const form = { idempotency_key: randomUUID() };
    await proxy.submit(EMAIL, 'Hello', form);
    expect((await proxy.submit(EMAIL, 'Goodbye', form)).status).toBe(409);
    expect((await proxy.submit('jan@example.com', 'Hello', form)).status).toBe(409);
    const { data } = await proxy.openTable().select('email, message');
    expect(data).toEqual([{ email: EMAIL, message: 'Hello' }]);
  });

  test('16 tries of one form at once all succeed', async () => {
    const form = { idempotency_key: randomUUID() };
    const submissions = Array.from({ length: 16 }, () => proxy.submit(EMAIL, 'Hi', form));
    const statuses = (await Promise.all(submissions)).map(({ status }) => status);
    expect(statuses).toEqual(Array<number>(16).fill(201));
    expect(await proxy.countRows()).toBe(1);
  });

  test('a violated rule of the table (23514) asks the visitor to check the input', async () => {
    expect(await proxy.submit('check@fault.example')).toMatchObject({
      status: 422,
      body: { error: 'invalid', message: errorsEn.invalid },
    });
  });
}
