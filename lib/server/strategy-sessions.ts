import 'server-only';
import type { ContactRequest, ServiceType } from '@/lib/contact/schema';
import { log } from './log';
import { database } from './supabase';

const DUPLICATE_WINDOW_MS = 5 * 60 * 1000;

/** Why a request was not stored, in the terms of the product specification, section 8. */
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

type DatabaseError = { code: string; message: string };

/**
 * Stores a request: looks for the same one of the last five minutes, then inserts
 * (product specification, section 7). A failing look-up is only logged.
 * Expected failures are values; nothing is thrown for an answer of the database.
 */
export async function storeStrategySession(request: ContactRequest): Promise<StoreResult> {
  if (await isDuplicate(request)) return { ok: false, reason: 'duplicate' };

  const { service_type, email, message } = request;
  const { error, status } = await database()
    .from('strategy_sessions')
    .insert({ service_type, email, message })
    .select()
    .single();
  if (!error) return { ok: true, service_type };

  const reason = failureOf(error, status);
  if (reason === 'unreachable' || reason === 'unexpected') {
    log.error({ code: error.code, status, reason }, 'strategy session not stored');
  } else {
    log.info({ code: error.code, reason }, 'strategy session refused by the database');
  }
  return { ok: false, reason };
}

async function isDuplicate({ email, service_type }: ContactRequest): Promise<boolean> {
  const { data, error, status } = await database()
    .from('strategy_sessions')
    .select('id')
    .eq('email', email)
    .eq('service_type', service_type)
    .gte('created_at', new Date(Date.now() - DUPLICATE_WINDOW_MS).toISOString())
    .limit(1)
    // The visitor waits: the insert that follows is the better second try.
    .retry(false);
  if (error) {
    log.warn({ code: error.code, status }, 'duplicate check failed, submission continues');
    return false;
  }
  return data.length > 0;
}

/**
 * Codes come before texts: the names of our own constraints contain "email". So does "unreachable":
 * the error page of a gateway may contain any word.
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
 * Deletes every request of an address (already cleaned), for a person who asks to be forgotten.
 * Returns how many there were; throws when the database cannot tell.
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
