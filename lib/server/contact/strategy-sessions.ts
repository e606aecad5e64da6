import 'server-only';
import { randomUUID } from 'node:crypto';
import { isOurFault } from '@/lib/api';
import { CONTACT_FIELD_NAMES, type ContactField, HONEYPOT_FIELD } from '@/lib/contact/fields';
import type { ContactRequest } from '@/lib/contact/schema';
import { errorsEn, fieldErrorsEn } from '@/lib/content/contact-en';
import {
  type DatabaseFailure,
  isUnreachable,
  readCode,
  readFailure,
} from '@/lib/server/database/database-fault';
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
  /** Whether our server made the key, of the contents and the time. */
  isKeyless: boolean;
  source: string;
}

export function readFormMetadata(input: Readonly<Record<string, unknown>>): FormMetadata {
  const { [HONEYPOT_FIELD]: honeypot = '', fill_ms: fillMs, idempotency_key: key } = input;
  return {
    suspectedSpam: honeypot !== '' || (typeof fillMs === 'number' && fillMs < MIN_FILL_MS),
    idempotencyKey: typeof key === 'string' && isUuid(key) ? key.toLowerCase() : null,
    isKeyless: input['is_keyless'] === true,
    source: classifySource(input['source']),
  };
}

type Attempt = { result: HandlerResult; failure: DatabaseFailure };

type ComparedField = Exclude<ContactField, 'email' | 'service_type'>;
type StoredRow = Pick<Tables['strategy_sessions'], 'idempotency_key' | ComparedField>;

const COMPARED_FIELDS = CONTACT_FIELD_NAMES.filter(
  (name): name is ComparedField => name !== 'email' && name !== 'service_type',
);

/**
 * Stores a request once (docs/behaviour.md, section 7). The row of an earlier attempt counts as
 * stored, whatever `takeLimits` says, which returns the seconds to wait.
 */
export async function storeStrategySession(
  request: ContactRequest,
  metadata: Partial<FormMetadata> = {},
  takeLimits: (signal: AbortSignal) => Promise<number> = async () => 0,
): Promise<HandlerResult> {
  const { idempotencyKey = null, isKeyless, suspectedSpam = false, source = 'direct' } = metadata;
  const deadline = AbortSignal.timeout(STORE_TIMEOUT_MS);
  const [recent, secondsToWait] = await Promise.all([
    findRecentRows(request, deadline),
    takeLimits(deadline),
  ]);
  // A key that our server made changes with the minute.
  const findKey = (row: StoredRow) => (isKeyless ? row.idempotency_key : idempotencyKey);
  if (recent.some((row) => isSameForm(row, findKey(row), request))) return { ok: true };
  if (secondsToWait) return createRateLimitError(secondsToWait);
  if (recent.length > 0) return { ok: false, error: 'duplicate' };

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
  const inserted: Attempt = {
    result: data?.id ? { ok: true } : classifyError(error, status),
    failure: readFailure(error, status),
  };
  const isDuplicate = !inserted.result.ok && inserted.result.error === 'duplicate';
  const { result, failure } = isDuplicate
    ? await resolveDuplicate(inserted, request, { key, isSent: idempotencyKey !== null }, deadline)
    : inserted;
  if (result.ok) {
    endOutage();
  } else if (isOurFault(result.error)) {
    log.error({ ...failure, reason: result.error }, 'strategy session not stored');
    countLostRequest(failure);
  }
  return result;
}

/** The row may be that of this very form, stored by a try whose answer was lost. */
async function resolveDuplicate(
  refused: Attempt,
  request: ContactRequest,
  { key, isSent }: { key: string; isSent: boolean },
  deadline: AbortSignal,
): Promise<Attempt> {
  const { data, error, status } = await lookUp(request)
    .eq('idempotency_key', key)
    .abortSignal(deadline);
  const failure = readFailure(error, status);
  // With a key of the form's, "try again" is better than "already submitted".
  if (!data && isSent) return { result: { ok: false, error: 'unavailable' }, failure };
  const isStored = data?.some((row) => isSameForm(row, key, request));
  return isStored ? { result: { ok: true }, failure } : refused;
}

const lookUp = (request: ContactRequest) =>
  getDatabase()
    .from('strategy_sessions')
    .select<string, StoredRow>(`id, idempotency_key, ${COMPARED_FIELDS.join(', ')}`)
    .eq('email', request.email)
    .eq('service_type', request.service_type);

const isSameForm = (row: StoredRow, key: string | null, request: ContactRequest) =>
  row.idempotency_key !== null &&
  row.idempotency_key === key &&
  COMPARED_FIELDS.every((name) => row[name] === request[name]);

/** A failed query is only logged: the database has the same rule. */
async function findRecentRows(
  request: ContactRequest,
  deadline: AbortSignal,
): Promise<StoredRow[]> {
  const recent = lookUp(request)
    .gte('created_at', new Date(Date.now() - DUPLICATE_WINDOW_MS).toISOString())
    .limit(2)
    // Leaves half of the time for the insert.
    .abortSignal(AbortSignal.any([deadline, AbortSignal.timeout(LOOK_UP_TIMEOUT_MS)]));
  const { data } = await send(recent, 'duplicate check failed, submission continues');
  return data ?? [];
}

const OWN_COLUMNS = [...CONTACT_FIELD_NAMES, 'idempotency_key', 'source'].join('|');
/** Our constraints and triggers name themselves in the message: table, column, rule. */
const OWN_RULE = new RegExp(`\\bstrategy_sessions_(${OWN_COLUMNS})_[a-z_]+`);

/** Blames the input only for our own rules about the row (docs/decisions/046). */
function classifyError(error: { message?: unknown } | null, status: number): ErrorResult {
  if (isUnreachable(status)) return { ok: false, error: 'unavailable' };
  const column = findBrokenRule(String(error?.message));
  const code = readCode(error);
  if (code === '23505' && column)
    return { ok: false, error: 'duplicate', message: errorsEn.duplicate_insert };
  if (code !== '23514' || !column) return { ok: false, error: 'internal' };
  if (column !== 'email') return { ok: false, error: 'invalid' };
  const fields = { email: fieldErrorsEn.email_invalid };
  return { ok: false, error: 'invalid', message: errorsEn.email_refused, fields };
}

export const findBrokenRule = (message: string) => OWN_RULE.exec(message)?.[1];
