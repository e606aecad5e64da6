import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';
import { isDestructiveAction } from '@supabase/pg-delta';
import {
  applyMigrations,
  applySchemas,
  listSchemaFiles,
  PRIVILEGES_FILE,
  runFile,
} from './database';
import { type Change, findChanges } from './changes';
import { describeTypes } from './describe-types';

const HELP = `Writes the migration for what was changed in supabase/schemas, and the types of tables and
functions.

Usage:
  npm run db:migration -- <name>

Options:
  --help  this text

Example:
  npm run db:migration -- longer_messages`;

const TYPES_FILE = 'lib/server/database/schema.generated.ts';
const REPORT_FILE = 'supabase/schemas/functions/doctor/database_report.sql';
/** Its file in supabase/schemas has the same name. */
const CREATED = /^CREATE (?:(?:UNLOGGED )?TABLE|OR REPLACE FUNCTION) "?public"?\."?(\w+)/;

const DROPPED = /^DROP FUNCTION "public"\."(\w+)"/;

const { values, positionals } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' } },
  allowPositionals: true,
});

if (values.help) console.log(HELP);
else await write(positionals[0]);
// A database would keep the process running, and sets another code.
process.exit(0);

async function write(name = ''): Promise<void> {
  const database = await applyMigrations();
  let wanted = await applySchemas();
  if ((await findChanges(database, wanted)).length === 0) {
    console.log('No migration is needed: the migrations make what supabase/schemas says.');
    return writeFile(TYPES_FILE, await readTypes(database));
  }
  if (!/^\w+$/.test(name)) {
    console.error('Name the migration, in letters, digits and underscores: --help says how.');
    process.exit(1);
  }
  const id = `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}_${name}`;
  // By the comment the doctor knows which migration was the last.
  const report = readFileSync(REPORT_FILE, 'utf8');
  await writeFile(REPORT_FILE, report.replace(/(?<=^comment on .* is ')\w+/m, id));
  wanted = await applySchemas();
  const changes = await findChanges(database, wanted);
  const file = `supabase/migrations/${id}.sql`;
  await writeFile(file, await writeSql(changes, database, wanted));
  console.log(`${file}:\n${changes.map(describeChange).join('\n')}`);
  for (const change of changes.filter(isDestructiveAction))
    console.warn(`The running version must not need this any more: ${describeChange(change)}`);
  await writeFile(TYPES_FILE, await readTypes(await applyMigrations()));
}

function readTypes(database: PGlite): Promise<string> {
  return describeTypes(async (sql) => (await database.query<Record<string, unknown>>(sql)).rows);
}

/**
 * Copies the files of new tables and changed functions; other changes become statements between
 * them. Privileges come last: what changed is not enough where a project grants nothing by default.
 */
async function writeSql(changes: Change[], database: PGlite, wanted: PGlite): Promise<string> {
  const made = changes.flatMap(({ sql }) => CREATED.exec(sql)?.[1] ?? []);
  const files = (await listSchemaFiles()).filter((file) => made.includes(basename(file, '.sql')));
  // A function can't be replaced by one that returns something else.
  const dropped = changes
    .filter(({ sql }) => made.includes(DROPPED.exec(sql)?.[1] ?? ''))
    .map(({ sql }) => `${sql};`);
  for (const sql of dropped) await database.exec(sql);
  // A function may need a column that one of the statements adds.
  await database.exec('set check_function_bodies = off');
  for (const file of files) await runFile(database, file);
  const statements = (await findChanges(database, wanted))
    .filter((change) => !isPrivilege(change))
    .map(({ sql }) => `${sql};`);
  const copyFiles = (folder: string) =>
    files
      .filter((file) => file.startsWith(join('supabase/schemas', folder)))
      .map((file) => readFileSync(file, 'utf8'));
  const parts = [...copyFiles('tables'), ...dropped, ...statements, ...copyFiles('functions')];
  if (changes.some(isPrivilege)) parts.push(readFileSync(PRIVILEGES_FILE, 'utf8'));
  return parts.map((text) => text.trim()).join('\n\n') + '\n';
}

function isPrivilege({ sql }: Change): boolean {
  return /^(GRANT|REVOKE)/.test(sql);
}

/** Returns the first line, which names the object. */
function describeChange({ sql }: Change): string {
  return sql.split('\n')[0] ?? '';
}
