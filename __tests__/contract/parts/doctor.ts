import { readdirSync } from 'node:fs';
import { type TestDatabaseProxy, createRequest } from '../database-proxy';
import { openOutbox } from '../outbox';

/** Tests the functions of the database that the doctor calls; its planted faults test the rest. */
export function describeDoctor(proxy: TestDatabaseProxy) {
  describe('the doctor’s functions', () => {
    const { connect } = proxy;

    test('check_write succeeds, also concurrently, and stores and deletes nothing', async () => {
      await proxy.openTable().insert(createRequest('eva@example.com'));
      const trials = Array.from({ length: 8 }, () => connect().rpc('check_write'));
      const answers = await Promise.all(trials);
      expect(answers.map(({ data, error }) => data ?? error)).toEqual(Array(8).fill(true));
      expect((await proxy.openTable().select('email')).data).toEqual([
        { email: 'eva@example.com' },
      ]);
      expect(await openOutbox(proxy).listWritten('suspected')).toEqual([]);
    });

    test('the report names a migration', async () => {
      const { data } = await connect().rpc('database_report');
      const file = `${(data as { migration: string }).migration}.sql`;
      expect(readdirSync('supabase/migrations')).toContain(file);
    });
  });
}
