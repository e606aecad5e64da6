import { execFileSync } from 'node:child_process';
import { programs } from '@/scripts/tools/programs';

type RunSql = (sql: string) => Promise<Record<string, unknown>[]>;

const COLUMNS_QUERY = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
    not a.attnotnull as nullable
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attname`;

const ARGUMENTS_QUERY = `
  select p.proname as function, arg.name, format_type(arg.type, null) as type, arg.mode,
    arg.mode = 'i' and arg.place > p.pronargs - p.pronargdefaults as optional,
    p.proretset as set, format_type(p.prorettype, null) as returns
  from pg_proc p left join lateral unnest(
      coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames,
      coalesce(p.proargmodes, array_fill('i'::"char", array[p.pronargs::int]))
    ) with ordinality as arg (type, name, mode, place) on true
  where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
  order by p.proname, arg.place`;

const TYPES: Record<string, string> = {
  boolean: 'boolean',
  integer: 'number',
  bigint: 'number',
  numeric: 'number',
  jsonb: 'NonNullable<unknown>',
  'text[]': 'string[]',
};
const findType = (type: unknown) => TYPES[String(type)] ?? 'string';
const formatNullable = (type: unknown) =>
  type === 'jsonb' ? 'unknown' : type === 'void' ? 'undefined' : `${findType(type)} | null`;
const formatObject = (fields: string[]) =>
  fields.length > 0 ? `{ ${fields.join('; ')} }` : 'Record<never, never>';

/**
 * Describes the tables and functions of a database as TypeScript.
 *
 * @param runSql runs SQL as the owner
 */
export async function describeTypes(runSql: RunSql): Promise<string> {
  const columns = groupRows(await runSql(COLUMNS_QUERY), 'table');
  const functions = groupRows(await runSql(ARGUMENTS_QUERY), 'function');
  const tables = columns.map(([table, rows]) => {
    const fields = rows.map(
      ({ name, type, nullable }) => `${name}: ${findType(type)}${nullable ? ' | null' : ''}`,
    );
    return `${table}: ${formatObject(fields)}`;
  });
  const signatures = functions.map(([name, rows]) => {
    const formatArguments = (mode: string) =>
      rows
        .filter((row) => row.mode === mode)
        // PostgreSQL does not say which arguments and results may be null.
        .map((row) => `${row.name}${row.optional ? '?' : ''}: ${formatNullable(row.type)}`);
    const [first] = rows;
    const table = formatArguments('t');
    const made = String(first?.returns).replaceAll('"', '');
    const row = columns.some(([name]) => name === made)
      ? `Tables['${made}']`
      : table.length > 0
        ? formatObject(table)
        : formatNullable(first?.returns);
    const returns = `Returns: ${row}${first?.set ? '[]' : ''}`;
    return `${name}: ${formatObject([`Args: ${formatObject(formatArguments('i'))}`, returns])}`;
  });
  return formatCode(`
    // Written from the migrations by \`npm run db:migration\`.
    export type Tables = ${formatObject(tables)};
    export type Functions = ${formatObject(signatures)};`);
}

/** Runs Prettier as a program, because Jest cannot import it. */
const formatCode = (text: string) => {
  const options = ['--no-config', '--single-quote', '--print-width=100', '--parser=typescript'];
  return execFileSync(process.execPath, [programs.prettier, ...options], {
    input: text,
    encoding: 'utf8',
  });
};

function groupRows(rows: Record<string, unknown>[], by: string): [string, typeof rows][] {
  const groups = new Map<string, typeof rows>();
  for (const row of rows) {
    const key = String(row[by]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups];
}
