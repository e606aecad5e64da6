import { createDatabaseClient } from '@/lib/server/database/supabase';
import { createEmail, postForm } from '../client';
import { createRandom } from '../../support/random';
import { getTarget, printFigure } from '../target';

const WRITER_COUNT = 64;
const WINDOW_MS = 5 * 60_000;

export function testWriters({ rounds }: { rounds: number }): void {
  test(`${rounds} times 64 writers at the five-minute limit store no duplicate`, async () => {
    const pairs = await raceAtWindowEnd(rounds);
    printFigure(`${rounds} rounds of ${WRITER_COUNT} writers`, `${pairs} duplicates`);
    expect(pairs).toBe(0);
  });
}

/** Tests that the running version works with the next schema: migrations only add. */
export function testNewerSchema(): void {
  test('the running version stores requests in the schema of the next one', async () => {
    const { database, sites } = getTarget();
    await database.runSql(
      `create table public.next_version (id uuid primary key);
      alter table public.strategy_sessions add column next_version text,
        add column next_flag boolean not null default false;
      notify pgrst, 'reload schema'`,
    );
    expect((await postForm(sites[0].url)).status).toBe(201);
    await database.runSql(
      `alter table public.strategy_sessions drop column next_version, drop column next_flag;
      drop table public.next_version;
      notify pgrst, 'reload schema'`,
    );
  });
}

/**
 * Runs rounds of 64 writers of one request, just as the previous row leaves the 5-minute window.
 * Returns how many pairs of rows are closer together than the rule allows.
 */
export async function raceAtWindowEnd(rounds: number): Promise<number> {
  const { database } = getTarget();
  const openTable = () =>
    createDatabaseClient(database.url, database.secretKey).from('strategy_sessions');
  const clients = Array.from({ length: 16 }, openTable);
  const random = createRandom();
  const emails = Array.from({ length: rounds }, () => createEmail());
  for (const email of emails) {
    // Some writers still see it within the window, some no longer do.
    const edge = new Date(Date.now() - WINDOW_MS + random() * 40).toISOString();
    const first = await openTable().insert({ service_type: 'other', email, created_at: edge });
    if (first.error) throw new Error(`The race could not start: ${first.error.code}`);
    await Promise.all(
      Array.from({ length: WRITER_COUNT }, (_, n) =>
        (clients[n % clients.length] ?? openTable()).insert({ service_type: 'other', email }),
      ),
    );
  }
  const [found] = await database.runSql(`
    select count(*)::int as pairs
    from public.strategy_sessions a join public.strategy_sessions b
      on a.email = b.email and a.service_type = b.service_type and a.id < b.id
    where a.service_type = 'other' and a.email in (${emails.map((email) => `'${email}'`).join()})
      and abs(extract(epoch from a.created_at - b.created_at)) <= 300`);
  return Number(found?.['pairs']);
}
