import 'server-only';
import { randomUUID } from 'node:crypto';
import { isOurFault } from '@/lib/api';
import { CONTACT_FIELD_NAMES, type ContactField, HONEYPOT_FIELD } from '@/lib/contact/fields';
import type { ContactRequest } from '@/lib/contact/schema';
import { errorsEn, fieldErrorsEn } from '@/lib/content/contact-en';
import { type DatabaseFailure, isPassing, readFailure } from '@/lib/server/database/database-fault';
import { isUuid } from '@/lib/outreach/assistant-id';
import { countLostRequest, endOutage } from '@/lib/server/database/outages';
import { send } from '@/lib/server/database/queries';
import type { Tables } from '@/lib/server/database/schema.generated';
import { getDatabase } from '@/lib/server/database/supabase';
import type { ErrorResult, HandlerResult } from '@/lib/server/http/request';
import { classifySource } from '@/lib/server/http/source';
import { createRateLimitError } from '@/lib/server/http/rate-limit';
import { log } from '@/lib/server/log/log';

/** `strategy_sessions_refuse` has the same. */
export const DUPLICATE_WINDOW_MS = 5 * 60 * 1000;
const STORE_TIMEOUT_MS = 8000;
const LOOK_UP_TIMEOUT_MS = 4000;
const MIN_FILL_MS = 2000;

export interface FormMetadata {
  suspectedSpam: boolean;
  /** The same for all retries of one filled form; null for a form sent without script. */
  idempotencyKey: string | null;
  source: string;
}

export function readFormMetadata(input: Readonly<Record<string, unknown>>): FormMetadata {
  const { [HONEYPOT_FIELD]: honeypot = '', fill_ms: fillMs, idempotency_key: key } = input;
  return {
    suspectedSpam: honeypot !== '' || (typeof fillMs === 'number' && fillMs < MIN_FILL_MS),
    idempotencyKey: typeof key === 'string' && isUuid(key) ? key.toLowerCase() : null,
    source: classifySource(input['source']),
  };
}

type ComparedField = Exclude<ContactField, 'email' | 'service_type'>;
type StoredRow = Pick<Tables['strategy_sessions'], 'idempotency_key' | ComparedField>;

const COMPARED_FIELDS = CONTACT_FIELD_NAMES.filter(
  (name): name is ComparedField => name !== 'email' && name !== 'service_type',
);

type Options = Partial<FormMetadata> & {
  /** Sent without script: such a form is known by its contents. */
  isPlain?: boolean;
  /** Returns the seconds to wait, which a form that is stored already need not. */
  takeLimits?: (signal: AbortSignal) => Promise<number>;
};

/** Stores a request once (docs/behaviour.md, section 7). */
export async function storeStrategySession(
  request: ContactRequest,
  { idempotencyKey, isPlain, suspectedSpam = false, source = 'direct', takeLimits }: Options = {},
): Promise<HandlerResult> {
  const deadline = AbortSignal.timeout(STORE_TIMEOUT_MS);
  // The key makes the insert safe to retry.
  const key = idempotencyKey ?? randomUUID();
  const isThisForm = (row: StoredRow) =>
    (isPlain || row.idempotency_key === key) &&
    COMPARED_FIELDS.every((name) => row[name] === request[name]);

  const windowStart = new Date(Date.now() - DUPLICATE_WINDOW_MS).toISOString();
  const recent = lookUp(request)
    .gte('created_at', windowStart)
    // Leaves half of the time for the insert.
    .abortSignal(AbortSignal.any([deadline, AbortSignal.timeout(LOOK_UP_TIMEOUT_MS)]));
  const [{ data: known }, secondsToWait = 0] = await Promise.all([
    // The database has the same rule.
    send(recent, 'duplicate check failed, submission continues'),
    takeLimits?.(deadline),
  ]);
  if (known?.some(isThisForm)) return { ok: true };
  if (secondsToWait) return createRateLimitError(secondsToWait);
  if (known?.length) return { ok: false, error: 'duplicate' };

  const inserted = await getDatabase()
    .from('strategy_sessions')
    .insert({ ...request, idempotency_key: key, suspected_spam: suspectedSpam, source })
    .setHeader('Idempotency-Key', key)
    .abortSignal(deadline)
    .select()
    .single();
  // A proxy may answer 200 without a row.
  if (inserted.data?.id) return succeed();
  const failure = readFailure(inserted.error, inserted.status);
  const refusal = classifyError(failure, inserted.error?.message);
  if (refusal.error !== 'duplicate') return fail(refusal, failure);

  // The row may be that of this very form, stored by a try whose answer was lost.
  const again = await lookUp(request)
    .or(`created_at.gte.${windowStart},idempotency_key.eq.${key}`)
    .abortSignal(deadline);
  if (again.data?.some(isThisForm)) return succeed();
  // "Try again" is better than a false "already submitted".
  return again.error && (idempotencyKey || isPlain)
    ? fail({ ok: false, error: 'unavailable' }, readFailure(again.error, again.status))
    : refusal;
}

const lookUp = (request: ContactRequest) =>
  getDatabase()
    .from('strategy_sessions')
    .select<string, StoredRow>(`id, idempotency_key, ${COMPARED_FIELDS.join(', ')}`)
    .eq('email', request.email)
    .eq('service_type', request.service_type)
    .limit(2);

function succeed(): HandlerResult {
  endOutage();
  return { ok: true };
}

function fail(refusal: ErrorResult, failure: DatabaseFailure): ErrorResult {
  if (!isOurFault(refusal.error)) return refusal;
  log.error({ ...failure, reason: refusal.error }, 'strategy session not stored');
  countLostRequest(failure);
  return refusal;
}

const OWN_COLUMNS = [...CONTACT_FIELD_NAMES, 'idempotency_key', 'source'].join('|');
/** Our constraints and triggers name themselves in the message: table, column, rule. */
const OWN_RULE = new RegExp(`\\bstrategy_sessions_(${OWN_COLUMNS})_[a-z_]+`);

/** Blames the input only for our own rules about the row (docs/decisions/046). */
function classifyError(failure: DatabaseFailure, message: unknown): ErrorResult {
  if (isPassing(failure)) return { ok: false, error: 'unavailable' };
  const column = findBrokenRule(String(message));
  const { code } = failure;
  if (code === '23505' && column)
    return { ok: false, error: 'duplicate', message: errorsEn.duplicate_insert };
  if (code !== '23514' || !column) return { ok: false, error: 'internal' };
  if (column !== 'email') return { ok: false, error: 'invalid' };
  const fields = { email: fieldErrorsEn.email_invalid };
  return { ok: false, error: 'invalid', message: errorsEn.email_refused, fields };
}

export const findBrokenRule = (message: string) => OWN_RULE.exec(message)?.[1];
