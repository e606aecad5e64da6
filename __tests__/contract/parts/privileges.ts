type Sql = (text: string) => Promise<Record<string, unknown>[]>;

/** The tables and views, and the functions that a client or another function can call. */
const RELATIONS = `(select oid, relname as name, relkind from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')) as r`;
const FUNCTIONS = `(select oid, proname as name from pg_proc
  where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype) as f`;
const STRANGERS = `unnest(array['anon', 'authenticated']) as role`;

/** Tests the rights of the API's roles, which needs real PostgreSQL. */
export function describePrivileges(runSql: Sql) {
  /** Expects that a query finds nothing, and what is planted. */
  const expectNone = async (query: string, plant: string) => {
    expect(await runSql(query)).toEqual([]);
    await runSql(`begin; ${plant}`);
    const found = await runSql(query);
    await runSql('rollback');
    expect(found).toHaveLength(1);
  };

  describe('privileges', () => {
    test('anon and authenticated hold none on tables, views and columns', async () => {
      const all = 'select, insert, update, delete, truncate, references, trigger';
      await expectNone(
        `select role, name from ${RELATIONS}, ${STRANGERS}
        where has_table_privilege(role, oid, '${all}')
           or has_any_column_privilege(role, oid, 'select, insert, update, references')`,
        'grant select (email) on public.strategy_sessions to anon',
      );
    });

    test('anon and authenticated may call none of the functions', async () => {
      await expectNone(
        `select role, name from ${FUNCTIONS}, ${STRANGERS}
        where has_function_privilege(role, oid, 'execute')`,
        'grant execute on function public.take_call to anon',
      );
    });

    test('the server may read views, use tables and call functions', async () => {
      await expectNone(
        `select name, privilege
        from ${RELATIONS}, unnest(array['select', 'insert', 'update', 'delete']) as privilege
        where not has_table_privilege('service_role', oid, privilege)
          and (relkind in ('r', 'p') or privilege = 'select')
        union all select name, 'execute' from ${FUNCTIONS}
        where not has_function_privilege('service_role', oid, 'execute')`,
        'revoke update on public.strategy_sessions from service_role',
      );
    });
  });
}
