import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import * as z from 'zod';
import { describeFailure, readFailure } from '@/lib/server/database/database-fault';
import type { FailedQuery } from '@/lib/server/database/queries';
import type { AlertFacts } from '@/lib/server/database/results';
import { listTables } from '@/lib/server/notify/alert-messages';
import { isLegacyServiceKey } from '@/lib/settings/rules';
import { type Check, failed, ok, type Outcome, skipped, warning, type World } from './check';

/** A valid key gets these from a project without our functions or with other rights. */
const VALID_KEY_CODES = new Set(['PGRST202', '42883', '42501']);
const APPLY =
  'Apply them: npx supabase db push, or run the files in order in the SQL Editor (README).';

export function describeDatabaseError(before: string, { error, status }: FailedQuery): Outcome {
  const { seen, todo } = describeFailure(readFailure(error, status));
  return failed(before + seen, todo);
}

async function checkDatabase({ settings, db }: World): Promise<Outcome> {
  const { host } = new URL(settings.SUPABASE_URL);
  const report = await db.rpc('database_report');
  if (report.error && !VALID_KEY_CODES.has(report.error.code))
    return describeDatabaseError(`${host}: `, report);
  if (isLegacyServiceKey(settings.SUPABASE_SECRET_KEY))
    return warning(
      'SUPABASE_SECRET_KEY is a legacy service_role key, which ends with the year 2026',
      'Make a secret key (sb_secret_…) in Project Settings → API keys, give it to the site, ' +
        'and disable the legacy keys.',
    );
  return ok(`${host} takes the key`);
}

const reportSchema = z.object({
  version: z.string(),
  migration: z.string(),
  objects: z.array(z.string()),
  open: z.array(z.string()),
});

const listSqlFiles = async (folder: string) =>
  (await readdir(`supabase/${folder}`, { recursive: true }))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => basename(file, '.sql'));

async function checkMigrations({ db }: World): Promise<Outcome> {
  const { data, error, status } = await db.rpc('database_report');
  const report = reportSchema.safeParse(data).data;
  if (!report)
    return failed(`no database_report of this version (${error?.code ?? status})`, APPLY);
  const latest = (await listSqlFiles('migrations')).sort().at(-1);
  if (report.migration !== latest)
    return failed(`the last migration is ${report.migration}, and not ${latest}`, APPLY);
  const folders = await Promise.all(
    ['tables', 'views', 'functions'].map((name) => listSqlFiles(`schemas/${name}`)),
  );
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
  const { data: row, ...answer } = await db.from('retention').select().maybeSingle();
  if (answer.error) return describeDatabaseError('', answer);
  if (!row) return failed('the table retention has no row', 'Insert it: npx supabase db push.');
  const { months, purged_at, expiring, unannounced } = row;
  const hours = Math.floor((Date.now() - Date.parse(purged_at ?? '')) / HOUR_MS);
  const lastPurge = hours < 1 ? 'within the last hour' : `${hours} h ago`;
  const kept = listTables(row.failed as AlertFacts);
  const findings = [
    purged_at === null && 'expired data was never deleted',
    hours >= MAX_HOURS_WITHOUT_PURGE && `expired data was last deleted ${lastPurge}`,
    kept && `expired data could not be deleted from ${kept}`,
    unannounced > 0 &&
      `${unannounced} open requests stay past their ${months} months, ` +
        'because no alert about them was delivered',
    expiring > 0 && `${expiring} open requests will be deleted within two weeks`,
  ].filter(Boolean);
  if (findings.length > 0)
    return warning(
      findings.join('; '),
      'The running site deletes every hour, on a serverless host after a request to its API or ' +
        'when GET /api/cron is requested; its log says “expired data not deleted”. ' +
        'npm run requests lists what is open: answer it, and keep elsewhere what has to stay.',
    );
  return ok(`expired data was last deleted ${lastPurge}, answered requests after ${months} months`);
}

export const databaseChecks: Check[] = [
  { name: 'database', needs: ['settings'], run: checkDatabase },
  { name: 'migrations', needs: ['database'], run: checkMigrations },
  { name: 'privileges', needs: ['migrations'], run: checkPrivileges },
  { name: 'write', needs: ['migrations'], run: checkWrite },
  { name: 'retention', needs: ['migrations'], run: checkRetention },
];
