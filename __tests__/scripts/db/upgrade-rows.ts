// Compares the rows of a database of version 0.1.0 before and after the later migrations, and those
// that it got in 0.2.0; then the database with supabase/schemas.
// A program, because PGlite does not run in Jest.
import assert from 'node:assert/strict';
import { findChanges } from '../../../scripts/db/changes';
import {
  applySchemas,
  createDatabase,
  listMigrations,
  runFile,
} from '../../../scripts/db/database';

const LAST_OF_0_1_0 = '20261121090000_rate_limit_wait.sql';
const TWICE = 'EA0C2D9E-7A51-4C3B-9A0E-2F6D1B8E5C77';
const ROWS = `
  insert into strategy_sessions (service_type, email, message, created_at, handled_at) values
    ('other', 'eva@example.com', 'Hello', '2023-11-01 10:00Z', '2023-11-02 10:00Z'),
    ('other', 'jan@example.com', null, '2023-11-01 11:00Z', null),
    ('crm-integrations', 'eva;jan@example..com', null, '2026-11-21 10:00Z', null);
  insert into "decisionMakers" (vapi_assistant_id, contact_name, created_at, visited_at) values
    ('never-visited', 'Eva', '2026-11-01 10:00Z', null),
    ('3D0C2D9E-7A51-4C3B-9A0E-2F6D1B8E5C77', 'Ota', '2026-11-01 10:00Z', null),
    ('${TWICE.toLowerCase()}', ' Iva ', '2026-11-01 10:00Z', null),
    ('${TWICE}', 'Iva', '2026-11-01 10:00Z', null),
    ('visited', 'Jan', '2026-11-01 10:00Z', '2026-11-20 10:00Z');
  insert into rate_limits values ('abc', 3, '2026-11-21 11:00Z');`;

const LAST_OF_0_2_0 = '20261127100000_since_0_1_0.sql';
const ROWS_OF_0_2_0 = `
  insert into calls (ticket, personal, ends_by, counted, ended_at) values
    ('goes on', true, now(), true, null), ('was refused', false, now(), false, now()),
    ('was made', true, now(), true, now());
  insert into alerts (kind, dedupe) values ('content-blocked', 'x'), ('request', 'request y');`;

type Row = Record<string, unknown>;
const database = await createDatabase();
const query = async <Found = Row>(sql: string, parameters: unknown[] = []) =>
  (await database.query<Found>(sql, parameters)).rows;

/** Reads what a new row has in the columns of a table, apart from these. */
async function readDefaults(table: string, columns: string[]): Promise<Row> {
  const added = await query<{ name: string; value: string | null }>(
    `select column_name as name, column_default as value from information_schema.columns
      where table_schema = 'public' and table_name = $1 and column_name <> all ($2)`,
    [table, columns],
  );
  const values = added.map(({ name, value }) => `${value ?? 'null'} as "${name}"`);
  return values.length > 0 ? ((await query(`select ${values.join()}`))[0] ?? {}) : {};
}

const files = await listMigrations();
const released = files.findIndex((file) => file.endsWith(LAST_OF_0_1_0)) + 1;
for (const file of files.slice(0, released)) await runFile(database, file);
await database.exec(ROWS);
const tables = ['strategy_sessions', '"decisionMakers"', 'rate_limits'];
const readTables = () =>
  Promise.all(tables.map((table) => query(`select * from ${table} order by 1`)));
const before = await readTables();
for (const file of files.slice(released)) {
  await runFile(database, file);
  if (file.endsWith(LAST_OF_0_2_0)) await database.exec(ROWS_OF_0_2_0);
}

for (const [index, rows] of (await readTables()).entries()) {
  const old = before[index] ?? [];
  const table = tables[index]?.replaceAll('"', '') ?? '';
  const defaults = await readDefaults(table, Object.keys(old[0] ?? {}));
  assert.deepEqual(
    rows,
    old
      .filter(({ vapi_assistant_id: id }) => id !== TWICE)
      .map((row, n) => ({
        ...defaults,
        ...row,
        ...(table === 'decisionMakers' && {
          period_start: row['visited_at'] ?? row['created_at'],
          vapi_assistant_id: String(row['vapi_assistant_id']).toLowerCase(),
          contact_name: String(row['contact_name']).trim(),
          code: rows[n]?.['code'],
        }),
      })),
  );
  const codes = rows.map(({ code }) => code);
  if (table === 'decisionMakers') assert.match(codes.join(), /^([2-9a-z]{10},?){4}$/);
}
assert.deepEqual(await query('select id, state from calls order by id'), [
  { id: 'goes on', state: 'created' },
  { id: 'was made', state: 'over' },
  { id: 'was refused', state: 'refused' },
]);
assert.deepEqual(await query('select dedupe from alerts'), [{ dedupe: 'request y' }]);
const [retention] = await query('select months, purged_at from retention');
assert.deepEqual(retention, { months: 12, purged_at: null });
assert.deepEqual(await query('select calls_on from call_switch'), [{ calls_on: true }]);
const missing = await findChanges(database, await applySchemas());
assert.deepEqual(
  missing.map(({ sql }) => sql),
  [],
  'npm run db:migration -- <name> writes what is missing',
);
// PGlite sets another code.
process.exit(0);
