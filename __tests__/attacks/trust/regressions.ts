import { floodFromNetwork } from './limits';
import { getTarget, printFigure } from '../target';
import { raceAtWindowEnd } from './writers';

/**
 * Removes protections to prove that the other tests can fail. Runs last: nothing works afterwards.
 */
export function testRegressions(): void {
  test('without the trigger there are duplicates', async () => {
    const { database } = getTarget();
    await database.runSql('alter table public.strategy_sessions disable trigger user');
    const pairs = await raceAtWindowEnd(2);
    await database.runSql('alter table public.strategy_sessions enable trigger user');
    printFigure('without the trigger', `${pairs} duplicates`);
    expect(pairs).toBeGreaterThan(0);
  });

  test('without the shared limit more of a flood passes', async () => {
    await getTarget().database
      .runSql(`create or replace function public.take_rate_limits(takes jsonb)
      returns integer language sql as 'select 0'`);
    const statuses = await floodFromNetwork('f100:2', 400);
    const passed = statuses.filter((status) => status !== 429).length;
    printFigure('flood without the shared limit', `${passed} of 400 passed`);
    expect(passed).toBeGreaterThan(20);
  });
}
