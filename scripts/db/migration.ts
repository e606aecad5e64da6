import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';
import { isDestructiveAction } from '@supabase/pg-delta';
import { createDatabase, listSchemaFiles, PRIVILEGES_FILE, runFile } from './database';
import { type Change, findChanges } from './changes';
import { applyMigrations, findOutdated, writeGenerated } from './generated-files';

const HELP = `Writes the migration for what was changed in supabase/schemas, and the files that are
generated from the migrations.

Usage:
  npm run db:migration -- <name>

Options:
  --check  write nothing, and fail if something has to be written
  --help   this text

Example:
  npm run db:migration -- longer_messages`;

/** Its file in supabase/schemas has the same name. */
const CREATED = /^CREATE (?:(?:UNLOGGED )?TABLE|OR REPLACE FUNCTION) "?public"?\."?(\w+)/;

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  allowPositionals: true,
});

let hasFailed = false;
if (values.help) console.log(HELP);
else if (values.check) await check();
else await write(positionals[0]);
// A database would keep the process running, and sets another code.
process.exit(hasFailed ? 1 : 0);

async function check(): Promise<void> {
  const { database, generated } = await applyMigrations();
  const changes = await findChanges(database, await applySchemas());
  const missing = [...changes.map(describeChange), ...(await findOutdated(generated))];
  if (missing.length === 0) return;
  fail(`Run \`npm run db:migration -- <name>\`, which writes:\n${missing.join('\n')}`);
}

async function write(name = ''): Promise<void> {
  const { database, generated } = await applyMigrations();
  const wanted = await applySchemas();
  const changes = await findChanges(database, wanted);
  if (changes.length === 0) {
    console.log('No migration is needed: the migrations make what supabase/schemas says.');
    return writeGenerated(generated);
  }
  if (!/^\w+$/.test(name))
    return fail('Name the migration, in letters, digits and underscores: --help says how.');
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const file = `supabase/migrations/${time}_${name}.sql`;
  await writeFile(file, await writeSql(changes, database, wanted));
  console.log(`${file}:\n${changes.map(describeChange).join('\n')}`);
  for (const change of changes.filter(isDestructiveAction))
    console.warn(`The running version must not need this any more: ${describeChange(change)}`);
  await writeGenerated((await applyMigrations()).generated);
}

async function applySchemas(): Promise<PGlite> {
  const database = await createDatabase();
  for (const file of await listSchemaFiles()) await runFile(database, file);
  return database;
}

/**
 * Copies the files of new tables and changed functions; other changes become statements between
 * them. Privileges come last: what changed is not enough where a project grants nothing by default.
 */
async function writeSql(changes: Change[], database: PGlite, wanted: PGlite): Promise<string> {
  const made = changes.map(({ sql }) => CREATED.exec(sql)?.[1]);
  const files = (await listSchemaFiles()).filter((file) => made.includes(basename(file, '.sql')));
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
  const parts = [...copyFiles('tables'), ...statements, ...copyFiles('functions')];
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

function fail(message: string): void {
  console.error(message);
  hasFailed = true;
}
