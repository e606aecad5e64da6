import { randomUUID } from 'node:crypto';
import * as limits from '@/lib/server/http/rate-limit';
import { DUPLICATE_WINDOW_MS, storeStrategySession } from '@/lib/server/contact/strategy-sessions';
import { errorsEn } from '@/lib/content/contact-en';
import type { Expected } from '../expected';
import { disableTimeouts, type TestDatabaseProxy, createRequest } from '../database-proxy';

/** Tests how requests are stored, with failures and simultaneous requests. */
export function describeRequests(proxy: TestDatabaseProxy, expected: Expected) {
  test('a request becomes one row that can be read back', async () => {
    const answer = await proxy.submit(' Eva@Example.COM ', ' First\r\nsecond <b> ');
    expect(answer).toEqual({ status: 201, body: { ok: true, service_type: 'crm-integrations' } });
    const { data } = await proxy.openTable().select();
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        ...createRequest('eva@example.com', 'First\nsecond b'),
        created_at: expect.any(String),
        handled_at: null,
        suspected_spam: false,
        idempotency_key: expect.stringMatching(/^[\da-f-]{36}$/),
        source: 'direct',
      },
    ]);
    expect(Math.abs(Date.parse(data?.[0]?.created_at ?? '') - Date.now())).toBeLessThan(60_000);
    expect(proxy.calls).toEqual(['GET', 'POST']);
  });

  test('an empty message is stored as null', async () => {
    await proxy.submit('eva@example.com', ' \n ');
    expect((await proxy.openTable().select('message')).data).toEqual([{ message: null }]);
  });

  test('the same request within five minutes is found by the check and not inserted', async () => {
    await proxy.submit('eva@example.com');
    proxy.calls = [];
    expect(await proxy.submit('eva@example.com')).toEqual({
      status: 409,
      body: {
        ok: false,
        error: 'duplicate',
        message: errorsEn.duplicate,
      },
    });
    expect(proxy.calls).toEqual(['GET']);
    expect(await proxy.countRows()).toBe(1);
  });

  test('after five minutes, or for another service or address, it is a new request', async () => {
    const old = new Date(Date.now() - DUPLICATE_WINDOW_MS - 5000).toISOString();
    await proxy.openTable().insert({ ...createRequest('eva@example.com'), created_at: old });
    expect(await storeStrategySession(createRequest('eva@example.com'))).toMatchObject({
      ok: true,
    });
    const other = { ...createRequest('eva@example.com'), service_type: 'other' } as const;
    expect(await storeStrategySession(other)).toEqual({ ok: true });
    expect(await storeStrategySession(createRequest('jan@example.com'))).toMatchObject({
      ok: true,
    });
    expect(await proxy.countRows()).toBe(4);
  });

  test('the database itself refuses a duplicate that the check did not see (23505)', async () => {
    await proxy.submit('eva@example.com');
    proxy.droppedMethod = 'GET';
    expect(await proxy.submit('eva@example.com')).toEqual({
      status: 409,
      body: {
        ok: false,
        error: 'duplicate',
        message: errorsEn.duplicate_insert,
      },
    });
    expect(await proxy.countRows()).toBe(1);
  });

  test('the database refuses duplicates for as long as the check', async () => {
    const created_at = new Date(Date.now() - DUPLICATE_WINDOW_MS + 5000).toISOString();
    await proxy.openTable().insert({ ...createRequest('eva@example.com'), created_at });
    proxy.droppedMethod = 'GET';
    expect((await proxy.submit('eva@example.com')).status).toBe(409);
    expect(await proxy.countRows()).toBe(1);
  });

  test('an insert whose response gets lost is retried and stored once', async () => {
    proxy.answersToDrop = 1;
    expect((await proxy.submit('eva@example.com')).status).toBe(201);
    expect(proxy.calls).toEqual(['GET', 'POST', 'POST', 'GET']);
    expect(await proxy.countRows()).toBe(1);
  });

  test('a repeated form gets the same answer and no second row, whatever the limits', async () => {
    const facts = { idempotency_key: randomUUID() };
    const first = await proxy.submit('eva@example.com', 'Hello', facts);
    expect(first.status).toBe(201);
    jest.mocked(limits.consumeShared).mockResolvedValue(60);
    expect(await proxy.submit('eva@example.com', ' Hello ', facts)).toEqual(first);
    expect(await proxy.countRows()).toBe(1);
    const others = [proxy.submit('eva@example.com', 'Hello'), proxy.submit('jan@example.com')];
    for (const { status } of await Promise.all(others)) expect(status).toBe(429);
  });

  test('a repeated form keeps its first source', async () => {
    const form = { idempotency_key: randomUUID(), source: 'www.google.com' };
    expect((await proxy.submit('eva@example.com', '', form)).status).toBe(201);
    expect((await proxy.submit('eva@example.com', '', { ...form, source: '' })).status).toBe(201);
    expect((await proxy.openTable().select('source')).data).toEqual([{ source: 'search' }]);
  });

  test('a repeated form is recognized after five minutes, or gets 503', async () => {
    const facts = { idempotency_key: randomUUID() };
    await proxy.submit('eva@example.com', '', facts);
    const old = new Date(Date.now() - 6 * 60_000).toISOString();
    await proxy.openTable().update({ created_at: old }).eq('email', 'eva@example.com');
    expect((await proxy.submit('eva@example.com', '', facts)).status).toBe(201);
    proxy.droppedMethod = 'GET';
    // The key is unknown: "try again" is better than a false "you already did".
    expect((await proxy.submit('eva@example.com', '', facts)).status).toBe(503);
    expect(await proxy.countRows()).toBe(1);
  });

  test('the same key with another text is a different request', async () => {
    const facts = { idempotency_key: randomUUID() };
    await proxy.submit('eva@example.com', 'Hello', facts);
    expect((await proxy.submit('eva@example.com', 'Goodbye', facts)).status).toBe(409);
    expect((await proxy.submit('jan@example.com', 'Hello', facts)).status).toBe(409);
    expect((await proxy.openTable().select('email, message')).data).toEqual([
      { email: 'eva@example.com', message: 'Hello' },
    ]);
  });

  test('16 simultaneous tries of one form all succeed with one row', async () => {
    disableTimeouts();
    const facts = { idempotency_key: randomUUID() };
    const tries = Array.from({ length: 16 }, () => proxy.submit('race@fault.example', 'Hi', facts));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses).toEqual(Array.from({ length: 16 }, () => 201));
    expect(await proxy.countRows()).toBe(1);
  });

  test('64 simultaneous equal submissions are stored once, the rest are duplicates', async () => {
    disableTimeouts();
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => proxy.submit('race@fault.example')),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 63 }, () => 409)]);
    expect(await proxy.countRows()).toBe(1);
  });

  test('a violated rule of the table (23514) asks the visitor to check the input', async () => {
    const { http: status, message, error } = expected.checkViolation;
    expect(await proxy.submit('check@fault.example')).toMatchObject({ status, body: { message } });
    expect(await storeStrategySession(createRequest('check@fault.example'))).toMatchObject({
      ok: false,
      error,
    });
  });

  test.each([
    ['jan@müller.de', 'jan@xn--mller-kva.de'],
    ['jan@xn--mller-kva.de', 'jan@müller.de'],
    ['jan@mu\u0308ller.de', 'jan@müller.de'],
    ['jiří@example.cz'.normalize('NFD'), 'jiří@example.cz'],
    ['jiří@háček.example', 'jiří@xn--hek-ela4t.example'],
    ['"j(i)\\ří"@háček.example', '"j(i)\\ří"@xn--hek-ela4t.example'],
  ])('%s and %s are one address, whichever was stored', async (first, second) => {
    expect((await proxy.submit(first)).status).toBe(201);
    expect(await proxy.submit(second)).toMatchObject({
      status: 409,
      body: { error: 'duplicate' },
    });
    expect((await proxy.openTable().select('email')).data).toEqual([{ email: first }]);
    expect((await proxy.submit('jan@muller.de')).status).toBe(201);
  });
}
