import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { createDatabase, listMigrations, runFile } from './database';
import { describeTypes } from './describe-types';

const REPORT_FILE = 'supabase/schemas/functions/doctor/database_report.sql';
const REPORT_NAME = 'pg_temp.database_report';

/** The files that describe the database, with their texts. */
type GeneratedFiles = Record<string, string>;

/** Creates a database from the migrations, and the files that describe it. */
export async function applyMigrations(): Promise<{ database: PGlite; generated: GeneratedFiles }> {
  const database = await createDatabase();
  // Of pg_temp, because the first migrations have none, and the report lists public.
  const reportFunction = await readFile(REPORT_FILE, 'utf8');
  await database.exec(reportFunction.replaceAll('public.database_report', REPORT_NAME));
  /** Which migration made each object. */
  let origins = new Map<string, string>();
  const files = await listMigrations();
  for (const file of files) {
    await runFile(database, file);
    const objects = await readObjects(database);
    origins = new Map(objects.map((each) => [each, origins.get(each) ?? basename(file)]));
  }
  const listMadeBy = (file: string) =>
    [...origins].flatMap(([object, origin]) => (origin === basename(file) ? [object] : []));
  const runSql = async (sql: string) => (await database.query<Record<string, unknown>>(sql)).rows;
  const generated = {
    'lib/server/database/schema.generated.ts': await describeTypes(runSql),
    'scripts/ops/doctor/objects.generated.json':
      JSON.stringify(
        Object.fromEntries(files.map((file) => [basename(file), listMadeBy(file)])),
        null,
        2,
      ) + '\n',
  };
  return { database, generated };
}

async function readObjects(database: PGlite): Promise<string[]> {
  const { rows } = await database.query<{ objects: string[] }>(
    `select ${REPORT_NAME}() -> 'objects' as objects`,
  );
  return rows[0]?.objects ?? [];
}

/** Lists the files that have another text. */
export async function findOutdated(generated: GeneratedFiles): Promise<string[]> {
  const outdated = [];
  for (const [file, text] of Object.entries(generated))
    if ((await readFile(file, 'utf8')) !== text) outdated.push(file);
  return outdated;
}

export async function writeGenerated(generated: GeneratedFiles): Promise<void> {
  for (const [file, text] of Object.entries(generated)) await writeFile(file, text);
}
