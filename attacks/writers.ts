import { createDatabaseClient } from '@/lib/server/database/supabase';
import { createEmail } from './client';
import { printFigure, type World } from './world';

const WRITER_COUNT = 64;
const WINDOW_MS = 5 * 60_000;

export function testWriters(getWorld: () => World, { rounds }: { rounds: number }): void {
  test(`${rounds} times 64 writers at the five-minute limit store no duplicate`, async () => {
    const pairs = await raceAtWindowEnd(getWorld(), rounds);
    printFigure(`${rounds} rounds of ${WRITER_COUNT} writers`, `${pairs} duplicates`);
    expect(pairs).toBe(0);
  });
}

/**
 * Runs rounds of 64 writers of one request, just as the previous row leaves the 5-minute window.
 * Returns how many pairs of rows are closer together than the rule allows.
 */
export async function raceAtWindowEnd(world: World, rounds: number): Promise<number> {
  const openTable = () =>
    createDatabaseClient(world.database.url, world.database.secretKey).from('strategy_sessions');
  const clients = Array.from({ length: 16 }, openTable);
  const emails = Array.from({ length: rounds }, () => createEmail());
  for (const email of emails) {
    // Some writers still see it within the window, some no longer do.
    const windowEdge = new Date(Date.now() - WINDOW_MS + Math.random() * 40).toISOString();
    const first = await openTable().insert({
      service_type: 'other',
      email,
      created_at: windowEdge,
    });
    if (first.error) throw new Error(`The race could not start: ${first.error.code}`);
    await Promise.all(
      Array.from({ length: WRITER_COUNT }, (_, n) =>
        (clients[n % clients.length] ?? openTable()).insert({ service_type: 'other', email }),
      ),
    );
  }
  const [found] = await world.database.runSql(`
    select count(*)::int as pairs
    from public.strategy_sessions a join public.strategy_sessions b
      on a.email = b.email and a.service_type = b.service_type and a.id < b.id
    where a.service_type = 'other' and a.email in (${emails.map((email) => `'${email}'`).join()})
      and abs(extract(epoch from a.created_at - b.created_at)) <= 300`);
  return Number(found?.['pairs']);
}
