/** @jest-environment node */
import { setTimeout as sleep } from 'node:timers/promises';
import { storeStrategySession } from '@/lib/server/strategy-sessions';
import { describeContract, HOSTED } from './contract';
import { startPostgres, whyNoPostgres } from './databases';

const skipped = process.env['CI'] === 'true' ? null : whyNoPostgres();

if (skipped) {
  process.stdout.write(`Contract tests on real PostgreSQL skipped: ${skipped}\n`);
  test.skip('on PostgreSQL and PostgREST', () => undefined);
} else {
  describe('on PostgreSQL and PostgREST', () => {
    describeContract(startPostgres, HOSTED, (database) => {
      const sql = (text: string) => database().sql?.(text) ?? Promise.reject(new Error('no SQL'));
      const tables = ['strategy_sessions', '"decisionMakers"', 'rate_limits'];

      test.each(tables)('row level security of %s is forced and has no policy', async (name) => {
        const [found] = await sql(`select relrowsecurity, relforcerowsecurity,
          (select count(*)::int from pg_policy where polrelid = c.oid) as policies
          from pg_class c where c.oid = 'public.${name}'::regclass`);
        expect(found).toEqual({ relrowsecurity: true, relforcerowsecurity: true, policies: 0 });
      });

      test.each(tables)('anon and authenticated hold no privilege on %s', async (name) => {
        const privileges = 'select, insert, update, delete, truncate, references, trigger';
        const held = await sql(`select role from unnest(array['anon', 'authenticated']) as role
          where has_table_privilege(role, 'public.${name}', '${privileges}')
             or has_any_column_privilege(role, 'public.${name}', 'select, insert, update, references')`);
        expect(held).toEqual([]);
      });

      test.each(tables)('%s and each of its columns are explained', async (name) => {
        const silent = await sql(`select attname from pg_attribute
          where attrelid = 'public.${name}'::regclass and attnum > 0
            and col_description(attrelid, attnum) is null
          union all select 'table' where obj_description('public.${name}'::regclass) is null`);
        expect(silent).toEqual([]);
      });

      test('the duplicate check is served by its index', async () => {
        // Triggers off: each row would hold a lock of its own until the end.
        await sql(`set session_replication_role = replica;
          insert into public.strategy_sessions (service_type, email, created_at)
            select 'other', 'p' || n || '@example.com', now() - n * interval '1 minute'
            from generate_series(1, 20000) as n;
          set session_replication_role = origin;
          analyze public.strategy_sessions`);
        const [plan] = await sql(`explain (format json)
          select id from public.strategy_sessions where email = 'p3@example.com'
          and service_type = 'other' and created_at >= now() - interval '5 minutes' limit 1`);
        expect(JSON.stringify(plan)).toContain('"Index Name":"strategy_sessions_duplicate_check"');
        expect(JSON.stringify(plan)).not.toContain('Filter');
      });

      const lock = 'begin; lock table public.strategy_sessions in access exclusive mode';
      const request = { service_type: 'other', email: 'slow@example.com', message: null } as const;

      test('a look-up that times out does not stop the request', async () => {
        await sql(lock);
        const storing = storeStrategySession(request);
        await sleep(4500);
        await sql('commit');
        expect(await storing).toEqual({ ok: true, service_type: 'other' });
      }, 20_000);

      test('a database that stays busy is unreachable after four seconds a call', async () => {
        await sql(lock);
        const started = Date.now();
        expect(await storeStrategySession(request)).toEqual({ ok: false, reason: 'unreachable' });
        expect(Date.now() - started).toBeGreaterThan(7900);
        await sql('commit');
      }, 20_000);
    });
  });
}
