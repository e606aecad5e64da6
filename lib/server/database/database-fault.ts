import 'server-only';

/** How the database failed. `status`: 0 without an answer. `code`: PostgreSQL's or PostgREST's. */
export type DatabaseFailure = { status: number; code?: string | undefined };

const MISSING_TODO =
  'Apply the migrations. If they are applied, a trigger on strategy_sessions asks for it.';

/** Sentences for the operator: what is wrong, and what to do. */
export const FAULT_SENTENCES = {
  unreachable: {
    seen: 'The site cannot reach its database.',
    todo: 'Is SUPABASE_URL right, and the project up? See its dashboard.',
  },
  overloaded: {
    seen: 'The database is overloaded, or answers too late.',
    todo: 'See Reports in the dashboard: connections, and queries that take long.',
  },
  paused: { seen: 'The project is paused.', todo: 'Restore it in its dashboard.' },
  restricted: {
    seen: 'The project is restricted: a quota is used up, or a bill was not paid.',
    todo: 'See Organization → Billing in the dashboard.',
  },
  key: {
    seen: 'The key was refused.',
    todo: 'Set SUPABASE_SECRET_KEY to a secret key of this very project, and restart the site.',
  },
  blocked: {
    seen: 'Access to the database is blocked.',
    todo: 'Check SUPABASE_SECRET_KEY, network restrictions, and a proxy in between.',
  },
  address: {
    seen: 'SUPABASE_URL is not the address of the API.',
    todo: 'Take it from Project Settings → Data API.',
  },
  'read-only': {
    seen: 'The database is read-only.',
    todo: 'Is its disk full? See its dashboard.',
  },
  'disk-full': { seen: 'The disk is full.', todo: 'Enlarge it, or delete data.' },
  table: { seen: 'A table is missing.', todo: MISSING_TODO },
  column: { seen: 'A column is missing.', todo: MISSING_TODO },
  function: { seen: 'A function is missing.', todo: MISSING_TODO },
  permission: { seen: 'A permission is missing.', todo: MISSING_TODO },
  refused: {
    seen: 'The database refuses requests.',
    todo: 'Look for triggers, rules and columns that our migrations have not made.',
  },
  unknown: { seen: 'The database failed.', todo: 'See Logs in the dashboard.' },
};

type DatabaseFault = keyof typeof FAULT_SENTENCES;

// https://docs.postgrest.org/en/stable/references/errors.html
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const FAULTS_BY_CODE: readonly (readonly [RegExp, DatabaseFault])[] = [
  [/^25006$/, 'read-only'],
  [/^53100$/, 'disk-full'],
  [/^(PGRST205|42P01)$/, 'table'],
  [/^(PGRST204|42703)$/, 'column'],
  [/^(PGRST20[23]|42883)$/, 'function'],
  [/^42501$/, 'permission'],
  [/^PGRST3/, 'key'],
  [/^(PGRST003$|53|57014$)/, 'overloaded'],
  [/^(PGRST00|08|57)/, 'unreachable'],
  // PGRST116: a trigger dropped the row. SUP: any error in Supabase Lite.
  [/^([0-9A-Z]{5}|PGRST116|SUP)$/, 'refused'],
  [/^PGRST/, 'unknown'],
];

// https://supabase.com/docs/guides/platform/http-status-codes
const FAULTS_BY_STATUS: Readonly<Partial<Record<number, DatabaseFault>>> = {
  401: 'key',
  402: 'restricted',
  403: 'blocked',
  404: 'address',
  429: 'overloaded',
  504: 'overloaded',
  524: 'overloaded',
  540: 'paused',
  544: 'overloaded',
};

/** Finds the most likely cause of a failure. */
export function findFault({ status, code = '' }: DatabaseFailure): DatabaseFault {
  const byCode = FAULTS_BY_CODE.find(([pattern]) => pattern.test(code))?.[1];
  if (byCode) return byCode;
  if (status === 0 || status >= 500) return FAULTS_BY_STATUS[status] ?? 'unreachable';
  return FAULTS_BY_STATUS[status] ?? (status < 400 ? 'address' : 'unknown');
}

/** Whether the same query may succeed in a moment. Gateways' answers have status 0 by now. */
export const isUnreachable = (status: number) => status === 0 || status === 429;

/** Names a failure for the log and for alerts, such as `503 PGRST000`. */
export const formatFailure = ({ status, code }: DatabaseFailure) =>
  [status || 'no answer', code].filter(Boolean).join(' ');

/** A 5xx that `createResilientFetch` has turned into an error of the client library. */
const GATEWAY_FAILURE = /status (\d{3})(?: (\w{1,8}))?$/;

/** Reads how a query of the client library failed. */
export function readFailure(
  error: { code?: unknown; message?: unknown } | null,
  status: number,
): DatabaseFailure {
  if (status !== 0) return { status, code: readCode(error) };
  const [, gatewayStatus = '0', code] = GATEWAY_FAILURE.exec(String(error?.message)) ?? [];
  return { status: Number(gatewayStatus), code };
}

/** Reads the code of an error by PostgREST; undefined if it is of something else. */
export function readCode(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^\w{1,8}$/.test(code) ? code : undefined;
}
