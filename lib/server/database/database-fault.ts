import 'server-only';

/** How the database failed. `status`: 0 without an answer. `code`: PostgreSQL's or PostgREST's. */
export type DatabaseFailure = { status: number; code?: string | undefined };

const FAULTS = {
  unreachable: {
    seen: 'The database is paused, overloaded or out of reach',
    todo: 'See the dashboard: is the project up, and SUPABASE_URL the address of its API?',
  },
  key: {
    seen: 'The database has refused the key',
    todo: 'Set SUPABASE_SECRET_KEY to a secret key of this very project, and restart the site.',
  },
  missing: {
    seen: 'Something in the database is missing or closed',
    todo:
      'Apply the migrations, and expose the schema public in Project Settings → Data API. ' +
      'If both are done, a trigger on strategy_sessions asks for it.',
  },
  other: {
    seen: 'The database has failed',
    todo:
      'See Logs in the dashboard. Perhaps the disk is full, or a trigger, a rule or a column is ' +
      'not of our migrations.',
  },
};

// https://docs.postgrest.org/en/stable/references/errors.html
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const UNREACHABLE = /^(PGRST00|08|53(?!100)|57)/;
const KEY_REFUSED = /^PGRST3/;
const MISSING = /^(PGRST106|PGRST2|42P01|42703|42883|42501|3F000)/;

function findFault({ status, code }: DatabaseFailure): keyof typeof FAULTS {
  // Something in front of the database has answered, or nothing has.
  if (!code) return status === 401 || status === 403 ? 'key' : 'unreachable';
  if (KEY_REFUSED.test(code)) return 'key';
  if (MISSING.test(code)) return 'missing';
  return UNREACHABLE.test(code) ? 'unreachable' : 'other';
}

export function describeFailure(failure: DatabaseFailure): { seen: string; todo: string } {
  const { seen, todo } = FAULTS[findFault(failure)];
  return { seen: `${seen} (${formatFailure(failure)})`, todo };
}

/** PostgREST answers 500 if a statement fails, and 503 (53100) if only the disk is full. */
export const hasNoAnswer = ({ status, code = '' }: DatabaseFailure) =>
  status === 0 || (status >= 502 ? code !== '53100' : status >= 500 && /^($|PGRST|57)/.test(code));

/** Whether the same query may succeed in a moment. */
export const isPassing = (failure: DatabaseFailure) =>
  failure.status === 429 || hasNoAnswer(failure);

/** Whether a repetition must fail the same way. */
export const isLasting = (failure: DatabaseFailure) =>
  ![0, 429].includes(failure.status) && findFault(failure) !== 'other';

export const formatFailure = ({ status, code }: DatabaseFailure) =>
  [status || 'no answer', code].filter(Boolean).join(' ');

/** Of an error of the client library; that of a missing answer has a status of its own. */
export function readFailure(error: object | null, status: number): DatabaseFailure {
  const own = (error as { status?: unknown } | null)?.status;
  return { status: typeof own === 'number' ? own : status, code: readCode(error) };
}

export function readCode(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^\w{1,8}$/.test(code) ? code : undefined;
}
