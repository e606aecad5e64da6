/** @jest-environment node */
import { type Check, NoResultError, ok, runChecks } from '@/scripts/ops/doctor/check';

const createCheck = (
  name: string,
  needs: string[],
  run: Check<unknown>['run'] = () => ok('fine'),
) => ({ name, needs, run });

/** Formats each result as one line. */
const run = async (...checks: Check<unknown>[]) =>
  (await runChecks(checks, undefined, 50)).map(({ name, seen }) => `${name}: ${seen}`);

test('a check that never ends fails in time, and what needs it is skipped', async () => {
  const never = createCheck('never', [], () => new Promise(() => undefined));
  const results = await run(never, createCheck('a', ['never']), createCheck('b', []));
  expect(results).toEqual([
    'never: no result in time',
    'a: not examined, because “never” has failed',
    'b: fine',
  ]);
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
    'told: no answer from example.com (ECONNREFUSED)',
    'odd: stopped unexpectedly (TypeError)',
    'odder: stopped unexpectedly (string)',
  ]);
});

test('throws if a check needs one that is not listed before it', () => {
  expect(() => run(createCheck('a', ['b']), createCheck('b', []))).rejects.toThrow('a needs b');
});
