import 'server-only';
import { randomUUID } from 'node:crypto';
import type { ContactRequest, ServiceType } from '@/lib/contact/schema';
import { log } from '../observe/log';
import { database } from '../database/supabase';

const DUPLICATE_WINDOW_MS = 5 * 60 * 1000;
/** How long storing a request may take. */
export const STORE_MS = 8000;
const LOOK_UP_MS = 4000;

/** Why a request was not stored, in the terms of docs/behaviour.md, section 8. */
export type StoreFailure =
  /** The check before the insert found the same request. */
  | 'duplicate'
  /** The database's own unique rule refused the row. */
  | 'duplicate_insert'
  | 'invalid'
  | 'invalid_email'
  | 'unreachable'
  | 'unexpected';

export type StoreResult =
  { ok: true; service_type: ServiceType } | { ok: false; reason: StoreFailure };

/** What the last five minutes have of a request: the same form, the same request from another form, or nothing. */
export type EarlierRequest = 'same-form' | 'duplicate' | 'none';

export type StoreOptions = {
  /** One per filled form: the same form sent again is the same request, not a duplicate. */
  idempotencyKey?: string | null;
  /** Marks the row for ops; it is stored either way. */
  suspectedSpam?: boolean;
  /** The result of `findEarlierRequest`, where the caller has it. */
  earlier?: EarlierRequest;
  /** Ends every call of the database; after eight seconds where none is given. */
  deadline?: AbortSignal;
};

type DatabaseError = { code: string; message: string };
type Stored = { idempotency_key: string | null; message: string | null };

/**
 * Stores a request: looks for the same one of the last five minutes, then inserts (docs/behaviour.md, section 7). A
 * failing look-up is only logged. A row that an earlier try of this form left counts as stored. Failures of the database
 * are values.
 */
export async function storeStrategySession(
  request: ContactRequest,
  options: StoreOptions = {},
): Promise<StoreResult> {
  const { idempotencyKey = null, suspectedSpam = false } = options;
  const { deadline = AbortSignal.timeout(STORE_MS) } = options;
  const { earlier = await findEarlierRequest(request, idempotencyKey, deadline) } = options;
  const stored: StoreResult = { ok: true, service_type: request.service_type };
  if (earlier === 'same-form') return stored;
  if (earlier === 'duplicate') return { ok: false, reason: 'duplicate' };

  // A form without a key gets one for this call, so that its insert can be retried.
  const key = idempotencyKey ?? randomUUID();
  const { error, status } = await database()
    .from('strategy_sessions')
    .insert({ ...request, idempotency_key: key, suspected_spam: suspectedSpam })
    .setHeader('Idempotency-Key', key)
    .abortSignal(deadline)
    .select()
    .single();
  if (!error) return stored;

  let reason = failureOf(error, status);
  if (reason === 'duplicate_insert') {
    const own = await findByKey(key, request, deadline);
    if (own === 'found') return stored;
    // It may be the row of this form: "try again" is better than a false "you already did".
    if (own === 'unknown' && idempotencyKey) reason = 'unreachable';
  }
  if (reason === 'unreachable' || reason === 'unexpected') {
    log.error({ code: error.code, status, reason }, 'strategy session not stored');
  } else {
    log.info({ code: error.code, reason }, 'strategy session refused by the database');
  }
  return { ok: false, reason };
}

const isSame = (row: Stored, key: string | null, { message }: ContactRequest) =>
  row.idempotency_key !== null && row.idempotency_key === key && row.message === message;

/**
 * Looks for a request of this email and service within the window of the duplicate rule. The key comes first, so that
 * the rule does not refuse what was already accepted. A failing look-up is only logged.
 */
export async function findEarlierRequest(
  request: ContactRequest,
  idempotencyKey: string | null,
  deadline: AbortSignal,
): Promise<EarlierRequest> {
  const { data, error, status } = await database()
    .from('strategy_sessions')
    .select('id, idempotency_key, message')
    .eq('email', request.email)
    .eq('service_type', request.service_type)
    .gte('created_at', new Date(Date.now() - DUPLICATE_WINDOW_MS).toISOString())
    .limit(2)
    // Half of the time is left for the insert.
    .abortSignal(AbortSignal.any([deadline, AbortSignal.timeout(LOOK_UP_MS)]));
  if (error) log.warn({ code: error.code, status }, 'duplicate check failed, submission continues');
  const rows: Stored[] = data ?? [];
  if (rows.some((row) => isSame(row, idempotencyKey, request))) return 'same-form';
  return rows.length > 0 ? 'duplicate' : 'none';
}

/** Whether the row that refused the insert is one that an earlier try of this form left. */
async function findByKey(key: string, request: ContactRequest, deadline: AbortSignal) {
  const { data, error } = await database()
    .from('strategy_sessions')
    .select('idempotency_key, message')
    .eq('idempotency_key', key)
    .eq('email', request.email)
    .eq('service_type', request.service_type)
    .limit(1)
    .abortSignal(deadline);
  if (error) return 'unknown';
  return data.some((row) => isSame(row, key, request)) ? 'found' : 'absent';
}

/**
 * Checks codes and status before texts: the names of our own constraints contain "email", and the error page of a gateway
 * may contain any word.
 */
function failureOf({ code, message }: DatabaseError, status: number): StoreFailure {
  if (code === '23505') return 'duplicate_insert';
  if (code === '23514') return 'invalid';
  // 0: no answer (refused, reset, timed out). 502 and above: the gateway, or PostgREST without its database.
  if (status === 0 || status === 429 || status >= 502) return 'unreachable';
  if (/e-?mail/i.test(message)) return 'invalid_email';
  return 'unexpected';
}

/**
 * Deletes every request of an address (already cleaned) and returns how many there were. Throws when the database fails.
 */
export async function eraseStrategySessions(
  email: string,
  db: ReturnType<typeof database> = database(),
): Promise<number> {
  const { count, error, status } = await db
    .from('strategy_sessions')
    .delete({ count: 'exact' })
    .eq('email', email);
  if (status === 0) throw new Error('The database did not answer.');
  if (error) throw new Error(`The database refused: status ${status}, ${error.code}.`);
  return count ?? 0;
}
