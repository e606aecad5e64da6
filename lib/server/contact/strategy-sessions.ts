import 'server-only';
import { randomUUID } from 'node:crypto';
import { CONTACT_FIELD_NAMES, type ContactField } from '@/lib/contact/fields';
import type { ContactRequest } from '@/lib/contact/schema';
import type { ServiceType } from '@/lib/services';
import { log } from '@/lib/server/log/log';
import { isUnreachable, readCode, readFailure } from '@/lib/server/database/database-fault';
import { getOutageListener } from '@/lib/server/database/outages';
import type { Tables } from '@/lib/server/database/schema.generated';
import { getDatabase } from '@/lib/server/database/supabase';
import { filterByEmail } from '@/lib/server/http/email-forms';

/** `strategy_sessions_refuse_duplicate` has the same. */
export const DUPLICATE_WINDOW_MS = 5 * 60 * 1000;
export const STORE_TIMEOUT_MS = 8000;
const LOOK_UP_TIMEOUT_MS = 4000;

/** Why a request was not stored (docs/behaviour.md, section 8). */
export type StoreFailure =
  /** The check before the insert found the same request. */
  | 'duplicate'
  /** A rule of the database refused the row. */
  | 'duplicate_insert'
  | 'invalid'
  | 'invalid_email'
  | 'unreachable'
  | 'unexpected';

export type StoreResult =
  { ok: true; service_type: ServiceType } | { ok: false; reason: StoreFailure };

/** Whether the same form or request was stored within the last five minutes. */
export type EarlierRequest = 'same-form' | 'duplicate' | 'none';

export type StoreOptions = {
  /** One per filled form. The same form sent again is a retry, not a duplicate. */
  idempotencyKey?: string | null;
  suspectedSpam?: boolean;
  /** A result of `classifySource`. A retry doesn't change the stored one. */
  source?: string;
  /** The result of `findEarlierRequest`, if the caller has it. */
  earlier?: EarlierRequest;
  deadline?: AbortSignal;
};

type ComparedField = Exclude<ContactField, 'email' | 'service_type'>;
type StoredRow = Pick<Tables['strategy_sessions'], 'idempotency_key' | ComparedField>;

/** What the same form has in common; the look-ups find only rows of its email and service. */
const COMPARED_FIELDS = CONTACT_FIELD_NAMES.filter(
  (name): name is ComparedField => name !== 'email' && name !== 'service_type',
);

/**
 * Stores a request, unless the last five minutes already have it (docs/behaviour.md, section 7). A
 * row from an earlier attempt of the same form counts as stored.
 */
export async function storeStrategySession(
  request: ContactRequest,
  options: StoreOptions = {},
): Promise<StoreResult> {
  const { idempotencyKey = null, suspectedSpam = false, source = 'direct' } = options;
  const { deadline = AbortSignal.timeout(STORE_TIMEOUT_MS) } = options;
  const { earlier = await findEarlierRequest(request, idempotencyKey, deadline) } = options;
  const stored: StoreResult = { ok: true, service_type: request.service_type };
  if (earlier === 'same-form') return stored;
  if (earlier === 'duplicate') return { ok: false, reason: 'duplicate' };

  // The key makes the insert safe to retry.
  const key = idempotencyKey ?? randomUUID();
  const { data, error, status } = await getDatabase()
    .from('strategy_sessions')
    .insert({ ...request, idempotency_key: key, suspected_spam: suspectedSpam, source })
    .setHeader('Idempotency-Key', key)
    .abortSignal(deadline)
    .select()
    .single();
  // A proxy may answer 200 without a row.
  if (data?.id) {
    getOutageListener().onRecovery?.();
    return stored;
  }

  let reason = classifyError(error, status);
  if (reason === 'duplicate_insert') {
    const earlierAttempt = await checkEarlierAttempt(key, request, deadline);
    if (earlierAttempt === 'found') {
      getOutageListener().onRecovery?.();
      return stored;
    }
    // It may be the row of this form, so "try again" is better than "already submitted".
    if (earlierAttempt === 'unknown' && idempotencyKey) reason = 'unreachable';
  }
  const code = readCode(error);
  if (reason === 'unreachable' || reason === 'unexpected') {
    log.error({ code, status, reason }, 'strategy session not stored');
    getOutageListener().onLostRequest?.(readFailure(error, status));
  } else {
    log.info({ code, reason }, 'strategy session refused by the database');
  }
  return { ok: false, reason };
}

const isSameForm = (row: StoredRow, key: string | null, request: ContactRequest) =>
  row.idempotency_key !== null &&
  row.idempotency_key === key &&
  COMPARED_FIELDS.every((name) => row[name] === request[name]);

/**
 * Looks for a request with this email and service in the last five minutes. A failed query is only
 * logged: the database has the same rule.
 */
export async function findEarlierRequest(
  request: ContactRequest,
  idempotencyKey: string | null,
  deadline: AbortSignal,
): Promise<EarlierRequest> {
  const { data, error, status } = await getDatabase()
    .from('strategy_sessions')
    .select<string, StoredRow>(`id, idempotency_key, ${COMPARED_FIELDS.join(', ')}`)
    .filter('email', ...filterByEmail(request.email))
    .eq('service_type', request.service_type)
    .gte('created_at', new Date(Date.now() - DUPLICATE_WINDOW_MS).toISOString())
    .limit(2)
    // Leaves half of the time for the insert.
    .abortSignal(AbortSignal.any([deadline, AbortSignal.timeout(LOOK_UP_TIMEOUT_MS)]));
  if (error) log.warn({ code: error.code, status }, 'duplicate check failed, submission continues');
  const rows = data ?? [];
  if (rows.some((row) => isSameForm(row, idempotencyKey, request))) return 'same-form';
  return rows.length > 0 ? 'duplicate' : 'none';
}

/** Whether the conflicting row is from an earlier attempt of this form. */
async function checkEarlierAttempt(key: string, request: ContactRequest, deadline: AbortSignal) {
  const { data } = await getDatabase()
    .from('strategy_sessions')
    .select<string, StoredRow>(`idempotency_key, ${COMPARED_FIELDS.join(', ')}`)
    .eq('idempotency_key', key)
    .filter('email', ...filterByEmail(request.email))
    .eq('service_type', request.service_type)
    .limit(1)
    .abortSignal(deadline);
  if (!data) return 'unknown';
  return data.some((row) => isSameForm(row, key, request)) ? 'found' : 'absent';
}

const OWN_COLUMNS = [...CONTACT_FIELD_NAMES, 'idempotency_key', 'source'].join('|');
/** Our constraints and triggers, which name themselves in the message: table, column, rule. */
const OWN_RULE = new RegExp(`\\bstrategy_sessions_(${OWN_COLUMNS})_[a-z_]+`);

/** Blames the input only for our own rules about the row (docs/decisions/046). */
function classifyError(error: { message?: unknown } | null, status: number): StoreFailure {
  if (isUnreachable(status)) return 'unreachable';
  const column = findBrokenRule(String(error?.message));
  const code = readCode(error);
  if (code === '23505' && column) return 'duplicate_insert';
  if (code === '23514' && column) return column === 'email' ? 'invalid_email' : 'invalid';
  return 'unexpected';
}

/** Returns the column of our rule that an error names, undefined if it names none. */
export const findBrokenRule = (message: string) => OWN_RULE.exec(message)?.[1];
