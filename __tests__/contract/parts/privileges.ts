type Sql = (text: string) => Promise<Record<string, unknown>[]>;

export const TABLES = [
  ...['strategy_sessions', '"decisionMakers"', 'rate_limits', 'calls', 'call_days'],
  ...['funnel_counts', 'alerts', 'retention', 'call_switch'],
];
export const TABLES_AND_VIEWS = [...TABLES, 'funnel'];

/** Tests the rights of strangers, which needs real PostgreSQL. */
export function describePrivileges(runSql: Sql) {
  describe('the privileges of strangers', () => {
    test.each(TABLES_AND_VIEWS)('anon and authenticated hold none on %s', async (name) => {
      const privileges = 'select, insert, update, delete, truncate, references, trigger';
      const held = await runSql(`select role from unnest(array['anon', 'authenticated']) as role
        where has_table_privilege(role, 'public.${name}', '${privileges}')
           or has_any_column_privilege(role, 'public.${name}', 'select, insert, update, references')`);
      expect(held).toEqual([]);
    });

    test('anon and authenticated may call none of the functions', async () => {
      const open = await runSql(`select role, proname
        from pg_proc, unnest(array['anon', 'authenticated']) as role
        where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
          and has_function_privilege(role, oid, 'execute')`);
      expect(open).toEqual([]);
    });
  });
}
