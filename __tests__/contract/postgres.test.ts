/** @jest-environment node */
import { readFileSync } from 'node:fs';
// First, because it mocks modules of the others.
import { describeContract } from './contract';
import { findBrokenRule } from '@/lib/server/contact/strategy-sessions';
import { createDatabaseClient } from '@/lib/server/database/supabase';
import { HOSTED } from './expected';
import { describePrivileges } from './parts/privileges';
import { describePurgeFaults } from './parts/purge-faults';
import { waitForCondition } from '../support/until';
import { startPostgres } from '../support/databases/databases';
import { describeTypes } from '@/scripts/db/describe-types';
import { findPostgresProblem } from '../../scripts/test/find-postgres-problem';

const skipped = process.env['CI'] === 'true' ? null : findPostgresProblem();

if (skipped) {
  process.stdout.write(`Contract tests on real PostgreSQL skipped: ${skipped}\n`);
  test.skip('on PostgreSQL and PostgREST', () => undefined);
} else {
  describe('on PostgreSQL and PostgREST', () => {
    describeContract(startPostgres, HOSTED, (getDatabase) => {
      const runSql = (text: string) =>
        getDatabase().runSql?.(text) ?? Promise.reject(new Error('no SQL'));
      describePrivileges(runSql);
      describePurgeFaults(getDatabase, runSql);

      test('a new table is closed to all roles of the API', async () => {
        await runSql('create table public.planted (n integer)');
        const open = await runSql(`select role
          from unnest(array['anon', 'authenticated', 'service_role']) as role
          where has_table_privilege(role, 'public.planted', 'select')`);
        await runSql('drop table public.planted');
        expect(open).toEqual([]);
      });

      test('the types in schema.generated.ts are those of the migrations', async () => {
        const types = readFileSync('lib/server/database/schema.generated.ts', 'utf8');
        expect(types).toBe(await describeTypes(runSql));
      });

      test('errors of every rule of a request are known to be about the row', async () => {
        const rules = await runSql(`select conname from pg_constraint
          where conrelid = 'public.strategy_sessions'::regclass and contype in ('c', 'u')`);
        const names = rules.map(({ conname }) => String(conname));
        expect(names).toContain('strategy_sessions_email_pattern');
        expect(names.filter((name) => !findBrokenRule(`constraint "${name}"`))).toEqual([]);
      });

      test('row level security is forced on every table, without a policy', async () => {
        const open = await runSql(`select relname from pg_class c
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
            and not (relrowsecurity and relforcerowsecurity
              and not exists (select from pg_policy where polrelid = c.oid))`);
        expect(open).toEqual([]);
      });

      test('tables and views are explained', async () => {
        const unexplained = await runSql(`select relname from pg_class c
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
            and obj_description(c.oid) is null`);
        expect(unexplained).toEqual([]);
      });

      test.each([
        ['strategy_sessions', 'created_at, handled_at, suspected_spam, idempotency_key, source'],
        ['"decisionMakers"', 'visited_at, renewed_at, period_start, called_at, call_rating'],
        ['call_switch', 'calls_on'],
        ['funnel', 'day, entry, call_near, request_stored, requests, handled'],
      ])(
        'what ops read in %s without guessing it from the name is explained',
        async (name, list) => {
          const explained = await runSql(`select attname from pg_attribute
          where attrelid = 'public.${name}'::regclass and attnum > 0
            and col_description(attrelid, attnum) is not null`);
          expect(explained.map(({ attname }) => attname)).toEqual(
            expect.arrayContaining(list.split(', ')),
          );
        },
      );

      test('a request from before the rule for addresses can be marked as handled', async () => {
        await runSql(`set session_replication_role = replica;
          insert into public.strategy_sessions (service_type, email)
            values ('other', 'eva@example.com,');
          set session_replication_role = origin`);
        const rows = createDatabaseClient(getDatabase().url, getDatabase().secretKey).from(
          'strategy_sessions',
        );
        const handled_at = new Date().toISOString();
        const handled = await rows.update({ handled_at }).eq('email', 'eva@example.com,').select();
        expect(handled.data).toHaveLength(1);
      });

      test('the duplicate check uses its index', async () => {
        // Without triggers, because each row would hold its own lock until the end.
        await runSql(`set session_replication_role = replica;
          insert into public.strategy_sessions (service_type, email, created_at)
            select 'other', 'p' || n || '@example.com', now() - n * interval '1 minute'
            from generate_series(1, 20000) as n;
          set session_replication_role = origin;
          analyze public.strategy_sessions`);
        const [plan] = await runSql(`explain (format json)
          select id from public.strategy_sessions where email = 'p3@example.com'
          and service_type = 'other' and created_at >= now() - interval '5 minutes' limit 1`);
        expect(JSON.stringify(plan)).toContain('"Index Name":"strategy_sessions_duplicate_check"');
        expect(JSON.stringify(plan)).not.toContain('Filter');
      });

      test('the purge knows every table that holds data', async () => {
        const all = await runSql(`select relname as name from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`);
        const [run] = await runSql('select public.purge_expired() as deleted');
        const {
          expiring: _,
          unannounced: __,
          failed: ___,
          ...deleted
        } = run?.['deleted'] as Record<string, unknown>;
        const known = [...Object.keys(deleted), 'call_switch', 'retention'].sort();
        expect(all.map(({ name }) => name).sort()).toEqual(known);
      });

      test.each([
        ['strategy_sessions', "created_at < now() - interval '12 months'"],
        ['"decisionMakers"', "period_start < now() - interval '12 months'"],
        ['calls', "created_at < now() - interval '2 days'"],
        ['alerts', "created_at < now() - interval '30 days'"],
        ['rate_limits', 'expires_at <= now()'],
        ['funnel_counts', "day < now() - interval '25 months'"],
        ['call_days', "day < now() - interval '25 months'"],
      ])('the search for expired rows of %s uses an index', async (name, isExpired) => {
        await runSql('set enable_seqscan = off');
        const [plan] = await runSql(`explain (format json)
          select ctid from public.${name} where ${isExpired} limit 5000`);
        await runSql('set enable_seqscan = on');
        expect(JSON.stringify(plan)).toMatch(/"Index Name":"\w+"/);
        expect(JSON.stringify(plan)).toContain('"Index Cond"');
      });

      /** Resolves when `count` connections wait for a lock that ours or the other one holds. */
      const waitForLockWaiters = (count: number) =>
        waitForCondition(
          async () =>
            (await runSql('select distinct pid from pg_locks where not granted')).length === count,
          `the wait of ${count} connections for a lock`,
        );

      test('one of two simultaneous reports of a call counts', async () => {
        await runSql(`delete from public.calls; delete from public.call_days;
          insert into public.calls (id, assistant_id, personal, ends_by)
            values ('x', 'demo', false, now());
          insert into public.call_days (day, personal) values ((now() at time zone 'UTC')::date, false)`);
        await runSql('begin; update public.calls set ends_by = now()');
        const { url, secretKey } = getDatabase();
        const report = { id: 'x', state: 'over', seconds: 60, cost: 1 };
        const reports = [1, 2].map(() =>
          createDatabaseClient(url, secretKey).rpc('settle_call', report).then(),
        );
        await waitForLockWaiters(2);
        await runSql('commit');
        expect((await Promise.all(reports)).map(({ data }) => data)).toEqual([false, false]);
        const noted = await runSql('select seconds, cost::float from public.call_days');
        expect(noted).toEqual([{ seconds: 60, cost: 1 }]);
      });

      test('the view applies its reader’s privileges', async () => {
        const [found] = await runSql(
          "select reloptions from pg_class where oid = 'public.funnel'::regclass",
        );
        expect(found).toEqual({ reloptions: ['security_invoker=true'] });
      });

      test.each([
        ['in order', ['page_seen', 'form_sent']],
        ['in the other order', ['form_sent', 'page_seen']],
      ])('events that are sent %s are counted from the first name on', async (_order, names) => {
        // So two posts never wait for each other's locks.
        await runSql(`delete from public.funnel_counts;
          insert into public.funnel_counts (day, event, page, language, device, entry, count)
          select (now() at time zone 'UTC')::date, name, '/', 'en', 'phone', 'direct', 1
          from unnest(array['form_sent', 'page_seen']) as name`);
        await runSql("begin; update public.funnel_counts set count = 2 where event = 'page_seen'");
        const view = { page: '/', language: 'en', device: 'phone', entry: 'direct' };
        const events = names.map((event) => ({ event, detail: '' }));
        const { url, secretKey } = getDatabase();
        const counting = createDatabaseClient(url, secretKey)
          .rpc('count_events', { ...view, events })
          .then();
        await waitForLockWaiters(1);
        const free = await runSql('select event from public.funnel_counts for update skip locked');
        await runSql('commit');
        expect(free).toEqual([{ event: 'page_seen' }]);
        expect((await counting).error).toBeNull();
      });

      test.each([
        ['in order', ['a', 'b']],
        ['in the other order', ['b', 'a']],
      ])('limits asked for %s are counted from the first key on', async (_order, keys) => {
        // So two requests never wait for each other's locks.
        await runSql(`delete from public.rate_limits;
          insert into public.rate_limits values ('a', 1, 'infinity'), ('b', 1, 'infinity')`);
        await runSql("begin; update public.rate_limits set hits = 2 where key = 'b'");
        const takes = keys.map((key) => ({ key, points: 9, seconds: 60, retry: null }));
        const { url, secretKey } = getDatabase();
        const counting = createDatabaseClient(url, secretKey)
          .rpc('take_rate_limits', { takes })
          .then();
        await waitForLockWaiters(1);
        const free = await runSql('select key from public.rate_limits for update skip locked');
        await runSql('commit');
        expect(free).toEqual([{ key: 'b' }]);
        expect((await counting).data).toBe(0);
      });
    });
  });
}
