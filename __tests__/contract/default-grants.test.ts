import { describePrivileges } from './parts/privileges';
import { describeUnless } from '../support/describe-unless';
import { startPostgres, type TestDatabase } from '../support/databases/databases';
import { findPostgresProblem } from '../../scripts/test/find-postgres-problem';

// postgres.test.ts runs without them, as every project since 30 October 2026.
describeUnless(findPostgresProblem(), 'on PostgreSQL with the former default grants', () => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await startPostgres({ hasDefaultGrants: true })));
  afterAll(() => database.stop());
  const runSql = (text: string) => database.runSql?.(text) ?? Promise.reject(new Error('no SQL'));

  test('its new tables are open to everyone', async () => {
    await runSql('create table public.planted (n integer)');
    const [found] = await runSql(
      "select has_table_privilege('anon', 'public.planted', 'select') as open",
    );
    await runSql('drop table public.planted');
    expect(found).toEqual({ open: true });
  });

  describePrivileges(runSql);
});
