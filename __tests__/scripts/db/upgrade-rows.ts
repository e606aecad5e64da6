// Prints the rows of a database of version 0.1.0 before and after the later migrations, and the
// defaults of the columns that these added, as JSON.
// A program, because PGlite does not run in Jest.
import { createDatabase, listMigrations, runFile } from '../../../scripts/db/database';

const LAST_OF_0_1_0 = '20261121090000_rate_limit_wait.sql';

const ROWS = `
  insert into strategy_sessions (service_type, email, message, created_at, handled_at) values
    ('other', 'eva@example.com', 'Hello', '2023-11-01 10:00Z', '2023-11-02 10:00Z'),
    ('other', 'jan@example.com', null, '2023-11-01 11:00Z', null),
    ('crm-integrations', 'eva;jan@example..com', null, '2026-11-21 10:00Z', null);
  insert into "decisionMakers" (vapi_assistant_id, contact_name, created_at, visited_at) values
    ('never-visited', 'Eva', '2026-11-01 10:00Z', null),
    ('visited', 'Jan', '2026-11-01 10:00Z', '2026-11-20 10:00Z');
  insert into rate_limits values ('abc', 3, '2026-11-21 11:00Z');`;

const database = await createDatabase();

async function readRows(): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables)
    found[name] = (await database.query(`select * from public."${name}" order by 1`)).rows;
  return found;
}

/** Reads what a new row has in the columns of a table, apart from these. */
async function readDefaults(table: string, columns: string[]): Promise<Record<string, unknown>> {
  const { rows } = await database.query<{ name: string; value: string | null }>(
    `select column_name as name, column_default as value from information_schema.columns
      where table_schema = 'public' and table_name = $1 and column_name <> all ($2)`,
    [table, columns],
  );
  const values = rows.map(({ name, value }) => `${value ?? 'null'} as "${name}"`);
  if (values.length === 0) return {};
  const [found] = (await database.query(`select ${values.join(', ')}`)).rows;
  return found as Record<string, unknown>;
}

const files = await listMigrations();
const released = files.findIndex((file) => file.endsWith(LAST_OF_0_1_0)) + 1;
for (const file of files.slice(0, released)) await runFile(database, file);
await database.exec(ROWS);
const before = await readRows();
for (const file of files.slice(released)) await runFile(database, file);
const added: Record<string, Record<string, unknown>> = {};
for (const [table, rows] of Object.entries(before))
  added[table] = await readDefaults(table, Object.keys(rows[0] as object));
console.log(JSON.stringify({ before, after: await readRows(), added }));
process.exit();
