import { readdir } from 'node:fs/promises';
import * as z from 'zod';
import { describeFailure } from '@/lib/server/database/database-fault';
import { isLegacyServiceKey } from '@/lib/settings/rules';
import { failed, ok, skipped, warning } from './check';
import objectsByMigration from './objects.generated.json';
import { createCheck, parseAnswer } from './probes';

/** A valid key gets these from a project without our functions or with other rights. */
const VALID_KEY_CODES = new Set(['PGRST202', '42883', '42501']);
const APPLY =
  'Apply them: npx supabase db push, or run the files in order in the SQL Editor (README).';

/** What `database_report` in supabase/schemas returns. */
const reportSchema = z.object({
  version: z.string(),
  objects: z.array(z.string()),
  open: z.array(z.string()),
});

const databaseReachable = createCheck(
  'database',
  ['settings'],
  async ({ settings, queryDatabase }) => {
    const { host } = new URL(settings.SUPABASE_URL);
    const { status, code = '' } = await queryDatabase('rpc/database_report', {});
    if (status !== 200 && !VALID_KEY_CODES.has(code)) {
      const { seen, todo } = describeFailure({ status, code });
      return failed(`${host}: ${seen}`, todo);
    }
    if (isLegacyServiceKey(settings.SUPABASE_SECRET_KEY))
      return warning(
        'SUPABASE_SECRET_KEY is a legacy service_role key, which ends with the year 2026',
        'Make a secret key (sb_secret_…) in Project Settings → API keys, give it to the site, ' +
          'and disable the legacy keys.',
      );
    return ok(`${host} takes the key`);
  },
);

const migrations = createCheck('migrations', ['database'], async ({ queryDatabase }) => {
  const files = Object.entries<string[]>(objectsByMigration);
  const names = (await readdir('supabase/migrations')).filter((name) => name.endsWith('.sql'));
  const unknown = names.filter((name) => !(name in objectsByMigration));
  if (unknown.length > 0)
    return failed(
      `nobody knows what ${unknown.join(', ')} makes`,
      'Run npm run db:migration, which writes it down for this command.',
    );
  const answer = await queryDatabase('rpc/database_report', {});
  const report = parseAnswer(reportSchema, answer);
  if (!report)
    return failed(`no database_report of this version (${answer.code ?? answer.status})`, APPLY);
  const present = new Set(report.objects);
  const missing = files.flatMap(([file, objects]) =>
    objects
      .filter((object) => !present.has(object))
      // Without its digest.
      .map((object) => `${object.split(' ', 2).join(' ')} (${file})`),
  );
  if (missing.length > 0) return failed(`missing or outdated: ${missing.join(', ')}`, APPLY);
  return ok(`all that the ${files.length} files make is there`);
});

const privileges = createCheck('privileges', ['migrations'], async ({ queryDatabase }) => {
  const report = parseAnswer(reportSchema, await queryDatabase('rpc/database_report', {}));
  if (!report) return skipped('the database has sent no report');
  // It undoes REVOKE on tables.
  if (report.version.includes('wasm')) return skipped('Supabase Lite: only its rows are secured');
  if (report.open.length === 0)
    return ok('row level security is forced, and the publishable key may do nothing');
  return failed(
    `open: ${report.open.join(', ')}`,
    'alter table … enable row level security, force row level security; ' +
      'revoke all on table (or function) … from public, anon, authenticated;',
  );
});

const databaseWrite = createCheck('write', ['migrations'], async ({ queryDatabase }) => {
  const { status, code, text } = await queryDatabase('rpc/check_write', {});
  if (text.trim() === 'true') return ok('a request was written, deleted and rolled back');
  if (status === 200)
    return failed(
      'what is written or deleted is dropped without an error',
      'Look for a trigger on strategy_sessions that our migrations have not made.',
    );
  const { seen, todo } = describeFailure({ status, code });
  return failed(`refused. ${seen}`, todo);
});

export const databaseChecks = [databaseReachable, migrations, privileges, databaseWrite];
