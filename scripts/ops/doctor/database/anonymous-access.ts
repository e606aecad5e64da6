import { failed, ok, skipped, warning } from '../check';
import { type DatabaseReport, isLite } from './database-answers';
import { createReportCheck, type Probes } from '../probes';
import { EXPECTED_OBJECTS } from './migrations';

const FORBIDDEN = '42501';

const anonRights = createReportCheck('rights of anon', [], (report) => {
  const tables = isLite(report) ? [] : report.tables;
  // No client can call a trigger's function.
  const functions = report.functions.filter(({ is_trigger }) => !is_trigger);
  const openObjects = [...tables, ...functions].filter(({ open_to }) => open_to.length > 0);
  if (openObjects.length > 0)
    return failed(
      `anon or authenticated may use ${openObjects.map(({ name }) => name).join(', ')}`,
      'For each: revoke all on table (or function) … from public, anon, authenticated;',
    );
  if (isLite(report))
    return ok(
      'no rights on functions (Supabase Lite resets those on tables, which are not checked)',
    );
  return ok('none, and none of authenticated');
});

/** `isEmpty`: the attempt succeeded, but returned no row. */
type Attempt = { what: string; status: number; code: string | undefined; isEmpty: boolean };

const publishableKeyAccess = createReportCheck(
  'publishable key',
  ['rights of anon', 'row level security'],
  async (report, probes) => {
    if (!probes.publishableKey)
      return skipped('not tried: set SUPABASE_PUBLISHABLE_KEY to see that it may do nothing');
    const attempts = await Promise.all(tryAllRequests(report, probes));
    const allowed = attempts.filter(({ code, isEmpty }) => code !== FORBIDDEN && !isEmpty);
    if (allowed.length === 0)
      return ok(`all ${attempts.length} reads, writes and calls were refused`);
    if (attempts.every(({ status, code }) => status === 401 && code !== FORBIDDEN))
      return warning(
        'the key does not belong to this project, so nothing could be tested',
        'Take the publishable key from Project Settings → API keys.',
      );
    return failed(
      `may ${allowed.map(({ what }) => what).join(', ')}`,
      'If it is no secret key: apply the migrations again, and look for policies of others.',
    );
  },
);

function tryAllRequests(report: DatabaseReport, { queryDatabase, publishableKey }: Probes) {
  const migrationNames = new Set(Object.keys(EXPECTED_OBJECTS).map((each) => each.split(' ')[1]));
  const tables = report.tables.filter(({ name }) => migrationNames.has(name));
  const functions = report.functions.filter(
    (each) => migrationNames.has(each.name) && !each.is_trigger,
  );
  const tryRequest = async (what: string, path: string, body?: object): Promise<Attempt> => {
    const { status, code, text } = await queryDatabase(path, body, publishableKey);
    return { what, status, code, isEmpty: isLite(report) && !body && text.trim() === '[]' };
  };
  const createNulls = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, null]));
  return [
    ...tables.map(({ name }) => tryRequest(`read ${name}`, `${name}?limit=1`)),
    // Views of sums are read-only. A row without its key, the first column, is never stored.
    ...tables
      .filter((table) => !table.is_view)
      .map(({ name, columns }) =>
        tryRequest(`write ${name}`, name, createNulls(columns.slice(0, 1))),
      ),
    ...functions.map((each) =>
      tryRequest(`call ${each.name}`, `rpc/${each.name}`, createNulls(each.arguments)),
    ),
  ];
}

export const anonymousAccessChecks = [anonRights, publishableKeyAccess];
