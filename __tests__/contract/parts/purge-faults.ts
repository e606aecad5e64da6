import type { TestDatabaseProxy } from '../database-proxy';

const DROP_TRIGGER = 'drop function public.hold cascade';
const reference = (more = '') => `create table public.deals (
    request uuid references public.strategy_sessions ${more}
  );
  insert into public.deals select id from public.strategy_sessions where email = 'held@b.cz'`;

/** What an owner may add to the database: how to make and undo it, and the code of its refusal. */
const FAULTS: [what: string, code: string, make: string, undo: string][] = [
  ['a foreign key', '23503', reference(), 'drop table public.deals'],
  [
    'a foreign key that is checked at the end',
    '23503',
    reference('deferrable initially deferred'),
    'drop table public.deals',
  ],
  ['a trigger that fails', 'P0001', createTrigger("raise exception 'no'"), DROP_TRIGGER],
  ['a trigger that asserts', 'P0004', createTrigger('assert false'), DROP_TRIGGER],
  [
    'the limit of time',
    '57014',
    createTrigger("raise exception 'timeout' using errcode = 'query_canceled'"),
    DROP_TRIGGER,
  ],
];

/** One of two requests is held, the other one is not. */
function createTrigger(action: string) {
  return `create function public.hold() returns trigger language plpgsql as $f$
      begin if old.email = 'held@b.cz' then ${action}; end if; return old; end $f$;
    create trigger hold before delete on public.strategy_sessions
      for each row execute function public.hold()`;
}

/** Tests that what keeps one table keeps no other, and is told. Needs real PostgreSQL. */
export function describePurgeFaults({ connect, runSql }: TestDatabaseProxy) {
  describe('a purge that cannot delete everything', () => {
    const purge = async () =>
      (await connect().rpc('purge_expired', { months: 12 }).throwOnError()).data;
    const expectTold = async (failed: object) => {
      const told = await runSql("select facts from public.alerts where kind = 'purge-failed'");
      expect(told).toEqual([{ facts: failed }]);
    };

    beforeEach(async () => {
      await runSql(`
        insert into public.strategy_sessions (service_type, email, created_at, handled_at)
          select 'other', name || '@b.cz', now() - interval '2 years', now()
          from unnest(array['free', 'held']) as name;
        insert into public."decisionMakers" (vapi_assistant_id, created_at)
          values ('old', now() - interval '2 years');
        insert into public.calls (id, personal, created_at, ends_by)
          values ('old', false, now() - interval '3 days', now())`);
    });

    test.each(FAULTS)(
      'because of %s deletes all else, and tells (%s)',
      async (_what, code, make, undo) => {
        await runSql(make);
        const purged = [await purge(), await purge()];
        await runSql(undo);
        const failed = { strategy_sessions: code };
        expect(purged).toMatchObject([
          { strategy_sessions: 0, decisionMakers: 1, calls: 1, failed },
          { strategy_sessions: 0, decisionMakers: 0, calls: 0, failed },
        ]);
        await expectTold(failed);
        expect(await purge()).toMatchObject({ strategy_sessions: 2, failed: {} });
      },
    );

    test.each([
      [
        'locked',
        '55P03',
        'begin; lock table public."decisionMakers" in access exclusive mode',
        'commit',
      ],
      [
        'closed',
        '42501',
        'revoke delete on public."decisionMakers" from service_role',
        'grant delete on public."decisionMakers" to service_role',
      ],
    ])(
      'because a table is %s deletes from all others, and tells',
      async (_what, code, make, undo) => {
        await runSql(make);
        const purged = await purge();
        await runSql(undo);
        const failed = { decisionMakers: code };
        expect(purged).toMatchObject({ strategy_sessions: 2, decisionMakers: 0, calls: 1, failed });
        await expectTold(failed);
        expect(await purge()).toMatchObject({ decisionMakers: 1, failed: {} });
      },
    );
  });
}
