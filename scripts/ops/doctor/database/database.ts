import { FAULT_SENTENCES, findFault } from '@/lib/server/database/database-fault';
import { isLegacyServiceKey } from '@/lib/settings/rules';
import { failed, ok, warning } from '../check';
import { createCheck, createReportCheck } from '../probes';
import { EXPECTED_OBJECTS, findMissing } from './migrations';

const FORBIDDEN = '42501';
const READ_ONLY = '25006';
/** A valid key gets these from a project without our tables or with other rights. */
const VALID_KEY_CODES = new Set(['42P01', 'PGRST205', FORBIDDEN]);

const secretKey = createCheck('secret key', ['settings'], ({ settings }) =>
  isLegacyServiceKey(settings.SUPABASE_SECRET_KEY)
    ? warning(
        'SUPABASE_SECRET_KEY is a legacy service_role key, which ends with the year 2026',
        'Make a secret key (sb_secret_…) in Project Settings → API keys, give it to the site, ' +
          'and disable the legacy keys.',
      )
    : ok('no legacy key'),
);

const databaseReachable = createCheck(
  'database',
  ['settings'],
  async ({ settings, queryDatabase }) => {
    const { host } = new URL(settings.SUPABASE_URL);
    const { status, code = '' } = await queryDatabase('strategy_sessions?select=id&limit=1');
    if (status === 200 || VALID_KEY_CODES.has(code)) return ok(`${host} answers`);
    if (status === 401 || status === 403)
      return failed(
        `${host} refuses SUPABASE_SECRET_KEY (${status})`,
        'Take a secret key of this very project: Project Settings → API keys.',
      );
    const { seen, todo } = FAULT_SENTENCES[findFault({ status, code })];
    return failed(`${host} answers ${`${status} ${code}`.trim()}. ${seen}`, todo);
  },
);

const migrations = createCheck('migrations', ['database'], async ({ fetchReport }) => {
  const todo =
    'Apply them: npx supabase db push, or run the files in order in the SQL Editor (README).';
  const found = await fetchReport();
  if ('refusal' in found)
    return failed(`the database has no database_report (${found.refusal})`, todo);
  const missing = findMissing(found);
  if (missing.length === 0)
    return ok(`all ${new Set(Object.values(EXPECTED_OBJECTS)).size} applied`);
  const files = [...new Set(missing.map(({ file }) => file))].join(', ');
  const what = missing.map(({ kind, name }) => `${kind} ${name}`).join(', ');
  return failed(`missing or outdated (from ${files}): ${what}`, todo);
});

const rowLevelSecurity = createReportCheck('row level security', [], ({ tables }) => {
  const unsecuredTables = tables
    .filter((table) => !table.is_view && !table.secured)
    .map(({ name }) => name);
  if (unsecuredTables.length === 0) return ok('on and forced for every table');
  return failed(
    `off, or not forced, for ${unsecuredTables.join(', ')}`,
    'For each: alter table … enable row level security, force row level security;',
  );
});

const databaseWrite = createCheck('write', ['migrations'], async ({ queryDatabase }) => {
  const { status, code, text } = await queryDatabase('rpc/check_write', {});
  if (text.trim() === 'true') return ok('a request was written and rolled back');
  if (status === 200)
    return failed(
      'what is written is dropped without an error',
      'Look for a trigger on strategy_sessions that our migrations have not made.',
    );
  if (code === READ_ONLY)
    return failed(`the database is read-only (${code})`, 'Is its disk full? See its dashboard.');
  if (code === FORBIDDEN)
    return failed(
      `the server-side key may not write (${code})`,
      'grant select, insert, update, delete on table strategy_sessions to service_role;',
    );
  const { seen, todo } = FAULT_SENTENCES[findFault({ status, code })];
  return failed(`refused (${code ?? status}). ${seen}`, `${todo} Logs → Postgres says more.`);
});

export const databaseChecks = [
  secretKey,
  databaseReachable,
  migrations,
  rowLevelSecurity,
  databaseWrite,
];
