import { readFileSync } from 'node:fs';
// First, because it mocks modules of the others.
import { describeContract } from './contract';
import { IDENTITY_COLUMNS } from '@/lib/outreach/prospect';
import { findBrokenRule } from '@/lib/server/contact/strategy-sessions';
import { formatTimeAgo } from './outbox';
import { describePrivileges } from './parts/privileges';
import { describePurgeFaults } from './parts/purge-faults';
import { describeUnless } from '../support/describe-unless';
import { waitForCondition } from '../support/until';
import { startPostgres } from '../support/databases/databases';
import { describeTypes } from '@/scripts/db/describe-types';
import { findPostgresProblem } from '../../scripts/test/find-postgres-problem';

const TABLES = `pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;

describeUnless(findPostgresProblem(), 'on PostgreSQL and PostgREST', () => {
  describeContract(startPostgres, test, (proxy) => {
    const { connect, runSql } = proxy;
    const listNames = async (column: string, query: string) =>
      (await runSql(query)).map((row) => String(row[column]));
    describePrivileges(runSql);
    describePurgeFaults(proxy);

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

    test('prospects are told apart by the columns of their unique constraint', async () => {
      const columns = await listNames(
        'attname',
        `select attname from pg_attribute join pg_constraint on attrelid = conrelid
             and attnum = any (conkey) where conname = 'decisionMakers_prospect_unique'`,
      );
      expect(columns.sort()).toEqual([...IDENTITY_COLUMNS].sort());
    });

    test('errors of every rule of a request are known to be about the row', async () => {
      const names = await listNames(
        'conname',
        `select conname from pg_constraint
            where conrelid = 'public.strategy_sessions'::regclass and contype in ('c', 'u')`,
      );
      expect(names).toContain('strategy_sessions_email_pattern');
      expect(names.filter((name) => !findBrokenRule(`constraint "${name}"`))).toEqual([]);
    });

    test('row level security is forced on every table, without a policy', async () => {
      const open = await runSql(`select relname from ${TABLES}
          and not (relrowsecurity and relforcerowsecurity
            and not exists (select from pg_policy where polrelid = c.oid))`);
      expect(open).toEqual([]);
    });

    test('the view applies its reader’s privileges', async () => {
      const [found] = await runSql(
        "select reloptions from pg_class where oid = 'public.funnel'::regclass",
      );
      expect(found).toEqual({ reloptions: ['security_invoker=true'] });
    });

    test('a request from before the rule for addresses can be marked as handled', async () => {
      await runSql(`set session_replication_role = replica;
          insert into public.strategy_sessions (service_type, email)
            values ('other', 'eva@example.com,');
          set session_replication_role = origin`);
      const handled_at = formatTimeAgo(0);
      const rows = proxy.openTable().update({ handled_at }).eq('email', 'eva@example.com,');
      expect((await rows.select()).data).toHaveLength(1);
    });

    test('duplicate check and search for expired requests use their indexes', async () => {
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
      const [search] = await runSql(`explain (format json) select ctid
          from public.strategy_sessions where created_at < now() - interval '12 months'`);
      expect(JSON.stringify(search)).toContain('"Index Name":"strategy_sessions_created_at"');
    });

    test('the purge knows every table that holds data', async () => {
      const { data } = await connect().rpc('purge_expired', {}).throwOnError();
      const purged = Object.keys(data ?? {}).filter((key) => key !== 'failed');
      const known = [...purged, 'call_switch', 'retention'].sort();
      expect((await listNames('relname', `select relname from ${TABLES}`)).sort()).toEqual(known);
    });

    test.each([
      ['decisionMakers', "period_start < now() - interval '12 months'", 'period_start'],
      ['calls', "created_at < now() - interval '2 days'", 'created_at'],
      ['alerts', "created_at < now() - interval '30 days'", 'created_at'],
      ['rate_limits', 'expires_at <= now()', 'expires_at'],
      ['funnel_counts', "day < now() - interval '25 months'", 'pkey'],
      ['call_days', "day < now() - interval '25 months'", 'pkey'],
    ])('the search for expired rows of %s uses its index', async (name, isExpired, index) => {
      await runSql('set enable_seqscan = off');
      const [plan] = await runSql(`explain (format json)
          select ctid from public."${name}" where ${isExpired} limit 5000`);
      await runSql('set enable_seqscan = on');
      expect(JSON.stringify(plan)).toContain(`"Index Name":"${name}_${index}"`);
      expect(JSON.stringify(plan)).toContain('"Index Cond"');
    });

    const countWaiting = async () =>
      (await runSql('select distinct pid from pg_locks where not granted')).length;

    /** Asks while other rows are locked, until `count` connections wait; then frees them. */
    async function askBehindLock<Answer>(
      lock: string,
      count: number,
      ask: () => PromiseLike<Answer>,
      lookAround = async () => [] as object[],
    ) {
      await runSql(`begin; ${lock}`);
      const answers = Array.from({ length: count }, () => Promise.resolve(ask()));
      await waitForCondition(async () => (await countWaiting()) === count, 'the wait for a lock');
      const seen = await lookAround();
      await runSql('commit');
      return { answers: await Promise.all(answers), seen };
    }

    /** Asks during a transaction, which ends early if it holds up the answer. */
    async function askDuring<Answer>(begun: string, ask: () => PromiseLike<Answer>) {
      await runSql(`begin; ${begun}`);
      let isAnswered = false;
      const answer = Promise.resolve(ask()).finally(() => (isAnswered = true));
      await waitForCondition(
        async () => (await countWaiting()) > 0 || isAnswered,
        'an answer, or the wait for a lock',
      );
      await runSql('commit');
      return answer;
    }

    test('an alert that is being claimed holds up no other', async () => {
      await runSql(`insert into public.alerts (kind, dedupe)
          values ('calls-failing', 'held'), ('site-failing', 'free')`);
      const { data } = await askDuring(
        "select from public.alerts where dedupe = 'held' for update",
        () => connect().rpc('claim_alert', { channels: ['mail'] }),
      );
      expect(data).toMatchObject([{ kind: 'site-failing' }]);
    });

    test('a purge beside another one deletes nothing, and does not wait', async () => {
      const running = "select pg_advisory_xact_lock(hashtextextended('purge_expired', 0))";
      const purge = () => connect().rpc('purge_expired', {}).throwOnError();
      expect((await askDuring(running, purge)).data).toBeNull();
    });

    test('of two simultaneous requests from a mailbox one is thanked', async () => {
      await askDuring(
        `insert into public.strategy_sessions (service_type, email)
            values ('other', 'eva+1@example.com')`,
        () => proxy.submit('eva+2@example.com'),
      );
      const [thanked] = await runSql(
        "select count(*)::integer from public.alerts where kind = 'acknowledgement'",
      );
      expect(thanked).toEqual({ count: 1 });
    });

    test('one of two simultaneous reports of a call counts', async () => {
      await runSql(`insert into public.calls (id, assistant_id, personal, ends_by)
            values ('x', 'demo', false, now());
          insert into public.call_days (day, personal) values ((now() at time zone 'UTC')::date, false)`);
      const report = { id: 'x', fate: 'over', seconds: 60, cost: 1 };
      const { answers } = await askBehindLock('update public.calls set ends_by = now()', 2, () =>
        connect().rpc('settle_call', report),
      );
      expect(answers.map(({ data }) => data)).toEqual([false, false]);
      const noted = await runSql('select seconds, cost::float from public.call_days');
      expect(noted).toEqual([{ seconds: 60, cost: 1 }]);
    });

    // So two requests never wait for each other's locks.
    test('limits are counted in one order', async () => {
      const take = (...keys: string[]) =>
        connect().rpc('take_rate_limits', {
          takes: keys.map((key) => ({ key, points: 9, seconds: 60, retry: null })),
        });
      await take('a', 'b');
      const { answers, seen } = await askBehindLock(
        "update public.rate_limits set hits = 2 where key = 'b'",
        1,
        () => take('b', 'a'),
        () => runSql('select key from public.rate_limits for update skip locked'),
      );
      expect(seen).toEqual([{ key: 'b' }]);
      expect(answers[0]?.error).toBeNull();
    });
  });
});
