import {
  consumeInMemory,
  createAddressLimit,
  FREE_TRIES,
  limitAddress,
  type Limit,
  RULES,
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
  const { points, seconds } = RULES['contact per address'];
  beforeEach(installFakeClock);

  test('counts the wait down to one second, then passes again', async () => {
    expect(await countPassed(2 * points, () => countContact('192.0.2.7'))).toBe(points);
    expect(await countContact('192.0.2.7')).toBe(seconds);
    jest.advanceTimersByTime(1000 * seconds - 1);
    expect(await countContact('192.0.2.7')).toBe(1);
    jest.advanceTimersByTime(1);
    expect(await countContact('192.0.2.7')).toBe(0);
  });

  test.each([
    ['contact', 'overall'],
    ['call', 'overall'],
    ['count', 'count overall'],
  ] as const)('posts to %s without an address share the limit “%s”', async (route, rule) => {
    const take = () => limitAddress(route, createRequest());
    expect(await countPassed(RULES[rule].points + 100, take)).toBe(RULES[rule].points);
    expect(await take()).toBe(RULES[rule].seconds);
  });

  test('counts the free tries of one form as one request', async () => {
    const tries = FREE_TRIES.points;
    for (const form of ['a', 'b', 'c', 'd'])
      expect(await countPassed(tries, () => countContact('192.0.2.3', form))).toBe(tries);
    expect(await countPassed(2 * points, () => countContact('192.0.2.3'))).toBe(points - 4);
  });

  test('gives a refused form no free tries, and stops forms without end', async () => {
    const tries = FREE_TRIES.points * points;
    expect(await countPassed(5 * tries, () => countContact('192.0.2.4', 'same'))).toBe(tries);
    expect(await countPassed(tries, (n) => countContact('192.0.2.5', `form ${n}`))).toBe(points);
    expect(await countPassed(1, () => countContact('192.0.2.5', 'late'))).toBe(0);
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
