/** @jest-environment node */
import {
  consumeInMemory,
  consumeShared,
  createAddressLimit,
  createEmailLimit,
  limitInMemory,
  limitVisit,
  type Limit,
} from '@/lib/server/http/rate-limit';
import {
  createAnswer,
  connectDatabase,
  createRefusal,
  neverAnswer,
} from '../database/database-answers';
import { collectLogLines } from '../log/log-lines';
import { installFakeClock, expectSettledAfter } from '../fake-clock';
import { provideSettings } from '../settings';

const createRequest = (address: string) =>
  new Request('http://localhost/', { headers: { 'x-real-ip': address } });
const requestWithoutAddress = new Request('http://localhost/');
const contactLimits = (address: string) => [createAddressLimit('contact', createRequest(address))];
const count = (limits: readonly Limit[], form: string | null = null) =>
  consumeInMemory(limits, form);
const countShared = (limits: readonly Limit[], form: string | null = null) =>
  consumeShared(limits, form, AbortSignal.timeout(1000));
const countPassed = async (count: number, take: () => Promise<number>) => {
  let passed = 0;
  for (let n = 0; n < count; n += 1) passed += Number((await take()) === 0);
  return passed;
};

const logged = collectLogLines();
provideSettings({ TRUSTED_IP_HEADER: 'x-real-ip' });

describe('in the memory of this process', () => {
  beforeEach(installFakeClock);

  test('passes 20 requests of an address in ten minutes, then asks to wait', async () => {
    expect(await countPassed(30, () => count(contactLimits('192.0.2.1')))).toBe(20);
    expect(await count(contactLimits('192.0.2.1'))).toBe(600);
    expect(await count(contactLimits('192.0.2.2'))).toBe(0);
  });

  test('counts the wait down to one second, then passes again', async () => {
    await countPassed(20, () => count(contactLimits('192.0.2.7')));
    jest.advanceTimersByTime(599_001);
    expect(await count(contactLimits('192.0.2.7'))).toBe(1);
    jest.advanceTimersByTime(998);
    expect(await count(contactLimits('192.0.2.7'))).toBe(1);
    jest.advanceTimersByTime(1);
    expect(await count(contactLimits('192.0.2.7'))).toBe(0);
  });

  test('passes 10 requests of an email address in an hour', async () => {
    const take = [createEmailLimit('eva@example.com')];
    expect(await countPassed(30, () => count(take))).toBe(10);
    expect(await count(take)).toBe(3600);
    expect(await count([createEmailLimit('jan@example.com')])).toBe(0);
  });

  test('allows 60 visits and 60 calls of an address in a minute, counted apart', async () => {
    const visit = [createAddressLimit('visit', createRequest('192.0.2.1'))];
    expect(await countPassed(80, () => count(visit))).toBe(60);
    expect(await countPassed(80, () => limitInMemory('call', createRequest('192.0.2.1')))).toBe(60);
    expect(await limitInMemory('call', createRequest('192.0.2.1'))).toBe(60);
  });

  test.each(['contact', 'visit', 'call'] as const)(
    'requests of a %s without an address share 600 a minute',
    async (what) => {
      const take = () => limitInMemory(what, requestWithoutAddress);
      expect(await countPassed(700, take)).toBe(600);
      expect(await take()).toBe(60);
    },
  );

  test('passes 240 counts of an address in a minute, and 6000 without one', async () => {
    expect(await countPassed(300, () => limitInMemory('count', createRequest('192.0.2.1')))).toBe(
      240,
    );
    expect(await limitInMemory('count', createRequest('192.0.2.1'))).toBe(60);
    expect(await limitInMemory('count', createRequest('192.0.2.2'))).toBe(0);
    expect(await countPassed(6100, () => limitInMemory('count', requestWithoutAddress))).toBe(6000);
  });

  test('counts no further limit once one refuses', async () => {
    const address = createAddressLimit('contact', createRequest('192.0.2.8'));
    const email = createEmailLimit('ivo@example.com');
    expect(await countPassed(15, () => count([address, email]))).toBe(10);
    expect(await count([email])).toBe(3600);
    // The address was counted first, 15 times.
    expect(await countPassed(15, () => count([address]))).toBe(5);
  });

  test('counts five tries of one form as one request', async () => {
    const forms = ['a', 'b', 'c', 'd'];
    for (const form of forms) {
      expect(await countPassed(5, () => count(contactLimits('192.0.2.3'), form))).toBe(5);
    }
    expect(await countPassed(30, () => count(contactLimits('192.0.2.3')))).toBe(16);
  });

  test('counts retries of a form again after ten minutes', async () => {
    await count(contactLimits('192.0.2.9'), 'form');
    jest.advanceTimersByTime(599_999);
    await count(contactLimits('192.0.2.9'), 'form');
    expect(await countPassed(30, () => count(contactLimits('192.0.2.9')))).toBe(19);
    jest.advanceTimersByTime(600_000);
    await count(contactLimits('192.0.2.9'), 'form');
    expect(await countPassed(30, () => count(contactLimits('192.0.2.9')))).toBe(19);
  });

  test('gives a refused form no free retries', async () => {
    await countPassed(20, () => count(contactLimits('192.0.2.10')));
    expect(await countPassed(5, () => count(contactLimits('192.0.2.10'), 'late'))).toBe(0);
  });

  test('stops one form that is resent endlessly, and endless new forms', async () => {
    expect(await countPassed(500, () => count(contactLimits('192.0.2.4'), 'same'))).toBe(100);
    let form = 0;
    expect(await countPassed(500, () => count(contactLimits('192.0.2.5'), `form ${form++}`))).toBe(
      20,
    );
  });
});

describe('in the database, for all instances together', () => {
  const readTakes = (body: unknown) => (body as { takes: Record<string, unknown>[] }).takes;

  test('keeps the key across versions of the site, of which two may run', async () => {
    // A process derives the key of its hashes only once.
    jest.resetModules();
    const fresh = await import('@/lib/server/http/rate-limit');
    const sentQueries = (await import('../database/database-answers')).connectDatabase(() =>
      createAnswer(0),
    );
    const limits = contactLimits('192.0.2.6');
    await fresh.consumeShared(limits, null, AbortSignal.timeout(1000));
    await fresh.consumeShared(limits, 'form', AbortSignal.timeout(1000));
    expect(sentQueries.map(({ body }) => readTakes(body)[0])).toMatchObject([
      { key: 'CCEBrJQ4mlt9ZLQPgCO3oOc_dgj', retry: null },
      { key: 'CCEBrJQ4mlt9ZLQPgCO3oOc_dgj', retry: 'MBoEjpd91AkCjnwFEJY7od2KPzS' },
    ]);
  });

  test('passes when the database refuses to count, with a warning', async () => {
    connectDatabase(createRefusal('42883', '192.0.2.6', 404));
    expect(await countShared(contactLimits('192.0.2.6'))).toBe(0);
    const facts = { level: 'warn', code: '42883', status: 404, msg: 'shared rate limit unknown' };
    expect(logged).toEqual([expect.objectContaining(facts)]);
    expect(JSON.stringify(logged)).not.toContain('192.0.');
  });
});

test('a visit passes after two seconds without an answer from the database', async () => {
  installFakeClock();
  connectDatabase(neverAnswer);
  const counting = limitVisit(createRequest('192.0.2.23'));
  expect(await expectSettledAfter(2000, counting)).toBe(0);
});
