import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import * as z from 'zod';
import { describeFailure, readFailure } from '@/lib/server/database/database-fault';
import type { FailedQuery } from '@/lib/server/database/queries';
import { type Check, failed, ok, type Outcome, skipped, warning, type World } from './check';

/** A valid key gets these from a project without our functions or with other rights. */
const VALID_KEY_CODES = new Set(['PGRST202', '42883', '42501']);
const APPLY =
  'Apply them: npx supabase db push, or run the files in order in the SQL Editor (README).';

function describeDatabaseError(before: string, { error, status }: FailedQuery): Outcome {
  const { seen, todo } = describeFailure(readFailure(error, status));
  return failed(before + seen, todo);
}

async function checkDatabase({ settings, db }: World): Promise<Outcome> {
  const { host } = new URL(settings.SUPABASE_URL);
  const report = await db.rpc('database_report');
  if (report.error && !VALID_KEY_CODES.has(report.error.code))
    return describeDatabaseError(`${host}: `, report);
  return ok(`${host} takes the key`);
}

const reportSchema = z.object({
  version: z.string(),
  migration: z.string(),
  objects: z.array(z.string()),
  open: z.array(z.string()),
});

const listSqlFiles = async (folder: string) =>
  (await readdir(`supabase/schemas/${folder}`, { recursive: true }))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => basename(file, '.sql'));

async function checkMigrations({ db }: World): Promise<Outcome> {
  const { data, error, status } = await db.rpc('database_report');
  const report = reportSchema.safeParse(data).data;
  if (!report)
    return failed(`no database_report of this version (${error?.code ?? status})`, APPLY);
  // Not that of the newest file, which may be the owner's own.
  const file = await readFile('supabase/schemas/functions/doctor/database_report.sql', 'utf8');
  const [, latest] = /^comment on .* is '(\w+)'/m.exec(file) ?? [];
  if (report.migration !== latest)
    return failed(`the last migration is ${report.migration}, and not ${latest}`, APPLY);
  const folders = await Promise.all(['tables', 'views', 'functions'].map(listSqlFiles));
  const missing = folders.flat().filter((name) => !report.objects.includes(name));
  if (missing.length > 0) return failed(`missing: ${missing.join(', ')}`, APPLY);
  return ok(`the last is ${latest}, and all tables and functions are there`);
}

async function checkPrivileges({ db }: World): Promise<Outcome> {
  const { version, open } = reportSchema.parse((await db.rpc('database_report')).data);
  // It undoes REVOKE on tables.
  if (version.includes('wasm')) return skipped('Supabase Lite: only its rows are secured');
  if (open.length === 0)
    return ok('row level security is forced, and the publishable key may do nothing');
  return failed(
    `open: ${open.join(', ')}`,
    'alter table … enable row level security, force row level security; ' +
      'revoke all on table (or function) … from public, anon, authenticated;',
  );
}

async function checkWrite({ db }: World): Promise<Outcome> {
  const answer = await db.rpc('check_write');
  if (answer.error) return describeDatabaseError('refused. ', answer);
  if (answer.data) return ok('a request was written, deleted and rolled back');
  return failed(
    'what is written or deleted is dropped without an error',
    'Look for a trigger on strategy_sessions that our migrations have not made.',
  );
}

const HOUR_MS = 3_600_000;
/** Some schedulers run only once a day. */
const MAX_HOURS_WITHOUT_PURGE = 48;
async function checkRetention({ db }: World): Promise<Outcome> {
  const { data, ...answer } = await db.from('retention').select('purged_at').maybeSingle();
  if (answer.error) return describeDatabaseError('', answer);
  const hours = Math.floor((Date.now() - Date.parse(data?.purged_at ?? '')) / HOUR_MS);
  if (hours < MAX_HOURS_WITHOUT_PURGE) return ok(`expired data was last deleted ${hours} h ago`);
  return warning(
    `expired data was ${data?.purged_at ? `last deleted ${hours} h ago` : 'never deleted'}`,
    'The running site deletes every hour, on a serverless host after a request to its API or if ' +
      'GET /api/cron is requested; its log says “expired data not deleted”.',
  );
}

export const databaseChecks: Check[] = [
  { name: 'database', needs: ['settings'], run: checkDatabase },
  { name: 'migrations', needs: ['database'], run: checkMigrations },
  { name: 'privileges', needs: ['migrations'], run: checkPrivileges },
  { name: 'write', needs: ['migrations'], run: checkWrite },
  { name: 'retention', needs: ['migrations'], run: checkRetention },
];
