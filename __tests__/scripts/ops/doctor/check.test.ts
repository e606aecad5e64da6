/** @jest-environment node */
import {
  type Check,
  failed,
  NoResultError,
  ok,
  runChecks,
  skipped,
  warning,
} from '@/scripts/ops/doctor/check';

const DEADLINES = { eachMs: 5000, allMs: 12_000 };

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const createCheck = (name: string, needs: string[], run: Check<unknown>['run']) => ({
  name,
  needs,
  run,
});
const createPassingCheck = (name: string, ...needs: string[]) =>
  createCheck(name, needs, () => ok('fine'));
const createFailingCheck = (name: string, ...needs: string[]) =>
  createCheck(name, needs, () => failed('no', 'Do it.'));
const createDelayedRun = (ms: number) => () =>
  new Promise<ReturnType<typeof ok>>((resolve) => setTimeout(() => resolve(ok('late')), ms));

/** How long the last run took, in ms. */
let durationMs = 0;

/** Runs checks and the clock to the end, and formats each result as one line. */
async function run(...checks: Check<unknown>[]) {
  const startedAt = Date.now();
  const running = runChecks(checks, undefined, DEADLINES).finally(() => {
    durationMs = Date.now() - startedAt;
  });
  await jest.runAllTimersAsync();
  return (await running).map(({ name, state, seen }) => `${name}: ${state}, ${seen}`);
}

test('returns the results in the order of the list', async () => {
  expect(
    await run(
      createCheck('slow', [], createDelayedRun(3000)),
      createPassingCheck('a'),
      createFailingCheck('b'),
      createPassingCheck('c', 'a'),
    ),
  ).toEqual(['slow: ok, late', 'a: ok, fine', 'b: failed, no', 'c: ok, fine']);
});

test('skips direct and indirect dependants of a failed check', async () => {
  const results = await runChecks(
    [
      createFailingCheck('a'),
      createPassingCheck('b', 'a'),
      createPassingCheck('c', 'b'),
      createPassingCheck('d'),
    ],
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
  const warned = createCheck('a', [], () => warning('hm', 'Look.'));
  const nothing = createCheck('b', [], () => skipped('not here'));
  expect(await run(warned, nothing, createPassingCheck('c', 'a', 'b'))).toEqual([
    'a: warning, hm',
    'b: skipped, not here',
    'c: ok, fine',
  ]);
});

test('runs independent checks in parallel', async () => {
  await run(
    createCheck('a', [], createDelayedRun(3000)),
    createCheck('b', [], createDelayedRun(3000)),
    createCheck('c', [], createDelayedRun(3000)),
  );
  expect(durationMs).toBe(3000);
});

test('limits the time of each check', async () => {
  const never = createCheck('never', [], () => new Promise(() => undefined));
  expect(await run(never, createPassingCheck('a', 'never'), createPassingCheck('b'))).toEqual([
    'never: failed, no result within 5 s',
    'a: skipped, not examined, because “never” has failed',
    'b: ok, fine',
  ]);
});

test('limits the time of all checks together', async () => {
  const lines = await run(
    createCheck('a', [], createDelayedRun(4900)),
    createCheck('b', ['a'], createDelayedRun(4900)),
    createCheck('c', ['b'], createDelayedRun(4900)),
    createCheck('d', ['c'], createDelayedRun(4900)),
  );
  expect(lines[2]).toBe('c: failed, no result within 2 s');
  expect(lines[3]).toContain('d: skipped');
  expect(durationMs).toBe(DEADLINES.allMs);
});

test('a check that throws fails, and only a NoResult message is shown', async () => {
  const told = createCheck('told', [], () => {
    throw new NoResultError('no answer from example.com (ECONNREFUSED)');
  });
  const odd = createCheck('odd', [], async () => {
    throw new TypeError('"sb_secret_x" is no header');
  });
  const odder = createCheck('odder', [], () => Promise.reject('sb_secret_x'));
  expect(await run(told, odd, odder)).toEqual([
    'told: failed, no answer from example.com (ECONNREFUSED)',
    'odd: failed, stopped unexpectedly (TypeError)',
    'odder: failed, stopped unexpectedly (string)',
  ]);
});

test('throws if a check needs one that is not listed before it', async () => {
  await expect(
    runChecks([createPassingCheck('a', 'b'), createPassingCheck('b')], undefined, DEADLINES),
  ).rejects.toThrow('a needs b');
});

test('passes the probes to each check', async () => {
  const facts = { site: 'https://example.com' };
  const seeing: Check<typeof facts> = { name: 'a', needs: [], run: ({ site }) => ok(site) };
  const [result] = await runChecks([seeing], facts, DEADLINES);
  expect(result?.seen).toBe('https://example.com');
});
