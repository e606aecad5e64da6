/** @jest-environment node */
import {
  type Check,
  failed,
  NoResult,
  ok,
  runChecks,
  skipped,
  warning,
} from '@/scripts/ops/doctor/check';

const DEADLINES = { eachMs: 5000, allMs: 12_000 };

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const check = (name: string, needs: string[], run: Check<unknown>['run']): Check<unknown> => ({
  name,
  needs,
  run,
});
const good = (name: string, ...needs: string[]) => check(name, needs, () => ok('fine'));
const bad = (name: string, ...needs: string[]) => check(name, needs, () => failed('no', 'Do it.'));
const after = (ms: number) => () =>
  new Promise<ReturnType<typeof ok>>((done) => setTimeout(() => done(ok('late')), ms));

/** How long the last run took, in ms. */
let took = 0;

/** Runs checks and the clock to the end; each result as one line. */
async function run(...checks: Check<unknown>[]) {
  const began = Date.now();
  const running = runChecks(checks, undefined, DEADLINES).finally(() => {
    took = Date.now() - began;
  });
  await jest.runAllTimersAsync();
  return (await running).map(({ name, state, seen }) => `${name}: ${state}, ${seen}`);
}

test('each check is told of in the order of the list', async () => {
  expect(await run(check('slow', [], after(3000)), good('a'), bad('b'), good('c', 'a'))).toEqual([
    'slow: ok, late',
    'a: ok, fine',
    'b: failed, no',
    'c: ok, fine',
  ]);
});

test('what depends on a failure is skipped, and so is what depends on that', async () => {
  const results = await runChecks(
    [bad('a'), good('b', 'a'), good('c', 'b'), good('d')],
    undefined,
    DEADLINES,
  );
  expect(results).toEqual([
    { name: 'a', state: 'failed', seen: 'no', todo: 'Do it.' },
    expect.objectContaining({ name: 'b', state: 'skipped', because: 'a' }),
    expect.objectContaining({ name: 'c', state: 'skipped', because: 'a' }),
    { name: 'd', state: 'ok', seen: 'fine' },
  ]);
});

test('warnings and skipped checks don’t block dependants', async () => {
  const warned = check('a', [], () => warning('hm', 'Look.'));
  const nothing = check('b', [], () => skipped('not here'));
  expect(await run(warned, nothing, good('c', 'a', 'b'))).toEqual([
    'a: warning, hm',
    'b: skipped, not here',
    'c: ok, fine',
  ]);
});

test('what does not depend on each other runs side by side', async () => {
  await run(check('a', [], after(3000)), check('b', [], after(3000)), check('c', [], after(3000)));
  expect(took).toBe(3000);
});

test('each check has its time', async () => {
  const never = check('never', [], () => new Promise(() => undefined));
  expect(await run(never, good('a', 'never'), good('b'))).toEqual([
    'never: failed, no result within 5 s',
    'a: skipped, not examined, because “never” has failed',
    'b: ok, fine',
  ]);
});

test('all checks together have their time', async () => {
  const lines = await run(
    check('a', [], after(4900)),
    check('b', ['a'], after(4900)),
    check('c', ['b'], after(4900)),
    check('d', ['c'], after(4900)),
  );
  expect(lines[2]).toBe('c: failed, no result within 2 s');
  expect(lines[3]).toContain('d: skipped');
  expect(took).toBe(DEADLINES.allMs);
});

test('a check that throws has failed; only a sentence of ours is passed on', async () => {
  const told = check('told', [], () => {
    throw new NoResult('no answer from example.com (ECONNREFUSED)');
  });
  const odd = check('odd', [], async () => {
    throw new TypeError('"sb_secret_x" is no header');
  });
  const odder = check('odder', [], () => Promise.reject('sb_secret_x'));
  expect(await run(told, odd, odder)).toEqual([
    'told: failed, no answer from example.com (ECONNREFUSED)',
    'odd: failed, stopped unexpectedly (TypeError)',
    'odder: failed, stopped unexpectedly (string)',
  ]);
});

test('a check that needs a later one, or an unknown one, is a mistake', async () => {
  await expect(runChecks([good('a', 'b'), good('b')], undefined, DEADLINES)).rejects.toThrow(
    'a needs b',
  );
});

test('checks get the facts', async () => {
  const facts = { site: 'https://example.com' };
  const seeing: Check<typeof facts> = { name: 'a', needs: [], run: ({ site }) => ok(site) };
  const [result] = await runChecks([seeing], facts, DEADLINES);
  expect(result?.seen).toBe('https://example.com');
});
