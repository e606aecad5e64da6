import {
  consumeInMemory,
  createAddressLimit,
  limitAddress,
  type Limit,
} from '@/lib/server/http/rate-limit';
import { connectDatabase, createAnswer, neverAnswer } from '../database/database-answers';
import { collectLogLines } from '../log/log-lines';
import { installFakeClock, expectSettledAfter } from '../fake-clock';
import { provideSettings } from '../settings';

provideSettings({ TRUSTED_IP_HEADER: 'x-real-ip' });
collectLogLines();
const createRequest = (address?: string) =>
  new Request('http://localhost/', { headers: address ? { 'x-real-ip': address } : {} });
const count = (limits: readonly Limit[], form: string | null = null) =>
  consumeInMemory(limits, form);
const countContact = (address: string, form?: string) =>
  count([createAddressLimit('contact', createRequest(address))], form);
const countPassed = async (tries: number, take: (n: number) => Promise<number>) => {
  let passed = 0;
  for (let n = 0; n < tries; n += 1) passed += Number((await take(n)) === 0);
  return passed;
};

// `__tests__/app/api/handlers.test.ts` has the limit of each route.
describe('in the memory of this process', () => {
  beforeEach(installFakeClock);

  test('counts the wait down to one second, then passes again', async () => {
    expect(await countPassed(30, () => countContact('192.0.2.7'))).toBe(20);
    expect(await countContact('192.0.2.7')).toBe(600);
    jest.advanceTimersByTime(599_999);
    expect(await countContact('192.0.2.7')).toBe(1);
    jest.advanceTimersByTime(1);
    expect(await countContact('192.0.2.7')).toBe(0);
  });

  test.each([
    ['contact', 600],
    ['call', 600],
    ['count', 6000],
  ] as const)('posts to %s without an address share %i a minute', async (route, points) => {
    const take = () => limitAddress(route, createRequest());
    expect(await countPassed(points + 100, take)).toBe(points);
    expect(await take()).toBe(60);
  });

  test('counts five tries of one form as one request', async () => {
    for (const form of ['a', 'b', 'c', 'd'])
      expect(await countPassed(5, () => countContact('192.0.2.3', form))).toBe(5);
    expect(await countPassed(30, () => countContact('192.0.2.3'))).toBe(16);
  });

  test('gives a refused form no free tries, and stops forms without end', async () => {
    expect(await countPassed(500, () => countContact('192.0.2.4', 'same'))).toBe(100);
    expect(await countPassed(500, (n) => countContact('192.0.2.5', `form ${n}`))).toBe(20);
    expect(await countPassed(5, () => countContact('192.0.2.5', 'late'))).toBe(0);
  });
});

test('two versions of the site, which may run at once, count in one row', async () => {
  // A process derives the key of its hashes only once.
  jest.resetModules();
  const fresh = await import('@/lib/server/http/rate-limit');
  const database = await import('../database/database-answers');
  const sent = database.connectDatabase(() => createAnswer(0));
  const limits = [createAddressLimit('contact', createRequest('192.0.2.6'))];
  await fresh.consumeShared(limits, 'form', AbortSignal.timeout(1000));
  const keys = { key: 'CCEBrJQ4mlt9ZLQPgCO3oOc_dgj', retry: 'MBoEjpd91AkCjnwFEJY7od2KPzS' };
  expect(sent[0]?.body).toMatchObject({ takes: [keys] });
});

test('a visit passes after two seconds without an answer from the database', async () => {
  installFakeClock();
  connectDatabase(neverAnswer);
  const counting = limitAddress('visit', createRequest('192.0.2.23'));
  expect(await expectSettledAfter(2000, counting)).toBe(0);
});
