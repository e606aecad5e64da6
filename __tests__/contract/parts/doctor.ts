import { createHash } from 'node:crypto';
import { askReport } from '@/scripts/ops/doctor/database/database-answers';
import { findMissing } from '@/scripts/ops/doctor/database/migrations';
import { createDatabaseClient } from '@/lib/server/database/supabase';
import type { Expected } from '../expected';
import { type TestDatabaseProxy, createRequest } from '../database-proxy';

/** Tests the functions of the database that the doctor calls. */
export function describeDoctor(proxy: TestDatabaseProxy, expected: Expected) {
  describe('the doctor’s functions', () => {
    const { connect, connectPublicly } = proxy;

    test('check_write succeeds, also concurrently, and stores nothing', async () => {
      await proxy.openTable().insert(createRequest('eva@example.com'));
      const trials = Array.from({ length: 8 }, () => connect().rpc('check_write'));
      const answers = await Promise.all(trials);
      expect(answers.map(({ data, error }) => data ?? error)).toEqual(Array(8).fill(true));
      expect((await proxy.openTable().select('email')).data).toEqual([
        { email: 'eva@example.com' },
      ]);
    });

    test('the report names every table, as secured, and who else may use it', async () => {
      const { data } = await connect().rpc('database_report');
      const { tables } = data as { tables: { name: string }[] };
      const names = ['strategy_sessions', 'decisionMakers', 'rate_limits', 'calls', 'call_days'];
      for (const name of names)
        expect(tables.find((table) => table.name === name)).toEqual({
          name,
          is_view: false,
          secured: true,
          open_to: expected.publicRoles,
          columns: expect.any(Array),
        });
      expect(data).toMatchObject({
        tables: expect.arrayContaining([
          expect.objectContaining({ columns: ['key', 'hits', 'expires_at'] }),
        ]),
        triggers: expect.arrayContaining(['strategy_sessions_refuse_duplicate']),
        constraints: expect.arrayContaining([
          {
            table: 'calls',
            name: 'calls_pkey',
            body: createHash('md5').update('PRIMARY KEY (ticket)').digest('hex'),
          },
        ]),
      });
    });

    test('the report contains everything that the migrations make', async () => {
      const { url, secretKey } = proxy.getDatabase();
      const report = await askReport(url, secretKey);
      expect('refusal' in report ? report : findMissing(report)).toEqual([]);
    });

    test('the report knows each function by its arguments and its text', async () => {
      const { data } = await connect().rpc('database_report');
      const { functions } = data as { functions: { name: string }[] };
      expect(functions).toContainEqual({
        name: 'settle_call',
        arguments: ['ticket', 'seconds', 'cost'],
        is_trigger: false,
        open_to: [],
        body: expect.stringMatching(/^[0-9a-f]{32}$/),
      });
      expect(functions).toContainEqual(
        expect.objectContaining({ name: 'strategy_sessions_refuse_duplicate', is_trigger: true }),
      );
    });

    test("the report tells the database's time", async () => {
      const before = Date.now();
      const { data } = await connect().rpc('database_report');
      const { now } = data as { now: string };
      expect(Date.parse(now)).toBeGreaterThanOrEqual(before - 1);
      expect(Date.parse(now)).toBeLessThanOrEqual(Date.now() + 1);
    });

    test('the public key can call neither', async () => {
      const answers = [
        await connectPublicly().rpc('check_write'),
        await connectPublicly().rpc('database_report'),
      ];
      expect(answers.map(({ error }) => error?.code)).toEqual(['42501', '42501']);
    });
  });
}

type Sql = (text: string) => Promise<Record<string, unknown>[]>;

/** Tests the same with planted faults, which needs real PostgreSQL. */
export function describeDoctorFaults(proxy: Pick<TestDatabaseProxy, 'getDatabase'>, runSql: Sql) {
  describe('the doctor’s functions on a database with faults', () => {
    const openDatabase = () =>
      createDatabaseClient(proxy.getDatabase().url, proxy.getDatabase().secretKey);
    const tryWrite = async () => {
      const { data, error } = await openDatabase().rpc('check_write');
      return error?.code ?? data;
    };
    const readReport = async () => {
      const { data } = await openDatabase().rpc('database_report');
      type Item = { name: string; secured?: boolean; open_to: string[] };
      return data as { tables: Item[]; functions: Item[]; triggers: string[] };
    };
    const createTrigger = (body: string) => `
      create function public.planted() returns trigger language plpgsql as $$ begin ${body} end; $$;
      create trigger a_planted before insert on public.strategy_sessions
        for each row execute function public.planted()`;

    beforeEach(() => runSql('create table public.planted_log (n integer)'));
    afterEach(() =>
      runSql('drop function if exists public.planted cascade; drop table planted_log'),
    );

    test('check_write rolls back the effects of triggers', async () => {
      await runSql(createTrigger('insert into public.planted_log values (1); return new;'));
      await runSql('grant insert on public.planted_log to service_role');
      expect(await tryWrite()).toBe(true);
      expect(await runSql('select * from public.planted_log')).toEqual([]);
    });

    test('check_write returns false if a trigger drops the row', async () => {
      await runSql(createTrigger('return null;'));
      expect(await tryWrite()).toBe(false);
    });

    test('check_write fails with the error code of a refused insert', async () => {
      await runSql(
        createTrigger(
          "raise exception 'no' using errcode = 'read_only_sql_transaction'; return new;",
        ),
      );
      expect(await tryWrite()).toBe('25006');
      await runSql('revoke insert on public.strategy_sessions from service_role');
      expect(await tryWrite()).toBe('42501');
      await runSql('grant insert on public.strategy_sessions to service_role');
    });

    test('the report lists a table even if only one column is open', async () => {
      await runSql(`revoke all on public.planted_log from anon, authenticated;
        grant select (n) on public.planted_log to anon`);
      const found = (await readReport()).tables.find(({ name }) => name === 'planted_log');
      expect(found).toMatchObject({ secured: false, open_to: ['anon'] });
    });

    test('a table is secured only if row level security is forced', async () => {
      await runSql('alter table public.planted_log enable row level security');
      const isSecured = async () =>
        (await readReport()).tables.find(({ name }) => name === 'planted_log')?.secured;
      expect(await isSecured()).toBe(false);
      await runSql('alter table public.planted_log force row level security');
      expect(await isSecured()).toBe(true);
    });

    test('the report lists the roles that may call a function', async () => {
      await runSql('grant execute on function public.check_write() to authenticated');
      const found = (await readReport()).functions.find(({ name }) => name === 'check_write');
      expect(found?.open_to).toEqual(['authenticated']);
      await runSql('revoke execute on function public.check_write() from authenticated');
    });

    test('does not report a disabled trigger as present', async () => {
      await runSql(
        'alter table strategy_sessions disable trigger strategy_sessions_refuse_duplicate',
      );
      expect((await readReport()).triggers).not.toContain('strategy_sessions_refuse_duplicate');
      await runSql(
        'alter table strategy_sessions enable trigger strategy_sessions_refuse_duplicate',
      );
    });
  });
}
