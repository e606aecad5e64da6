import 'server-only';
import { readFormFacts } from '@/lib/contact/form-facts';
import { storeMessages } from '@/lib/contact/messages';
import { fieldMessages, parseContactRequest } from '@/lib/contact/schema';
import type { Answer, Failure } from './http';
import { guard, guardShared, takeFor } from './rate-limit';
import type { Input } from './request-body';
import { storeStrategySession, type StoreFailure } from './strategy-sessions';

/** The error table of the contact form (docs/behaviour.md, section 8). */
const failures: Readonly<Record<StoreFailure, Failure>> = {
  duplicate: { ok: false, error: 'duplicate' },
  duplicate_insert: { ok: false, error: 'duplicate', message: storeMessages.duplicateInsert },
  invalid: { ok: false, error: 'invalid' },
  invalid_email: {
    ok: false,
    error: 'invalid',
    message: storeMessages.emailRefused,
    fields: { email: fieldMessages.emailInvalid },
  },
  unreachable: { ok: false, error: 'unavailable' },
  unexpected: { ok: false, error: 'internal' },
};

const limited = (retryAfter: number): Failure => ({ ok: false, error: 'rate_limited', retryAfter });

/** The first guard of POST /api/contact: by address alone, before anything is looked at. */
export function admitContactRequest(input: Input, request: Request): Promise<number> {
  return guard([takeFor('contact', request)], readFormFacts(input).idempotencyKey);
}

/** Checks what was typed and stores it; returns the service asked for, or why nothing was stored. */
export async function submitContactRequest(input: Input, request: Request): Promise<Answer> {
  const parsed = parseContactRequest(input);
  if (!parsed.ok) return { ok: false, error: 'invalid', fields: parsed.fields };

  const facts = readFormFacts(input);
  const { idempotencyKey } = facts;
  const byEmail = { rule: 'contact per email', who: parsed.value.email } as const;
  const seconds = await guard([byEmail], idempotencyKey);
  if (seconds) return limited(seconds);

  const takes = [takeFor('contact', request), byEmail];
  const limit = (signal: AbortSignal) => guardShared(takes, idempotencyKey, signal);
  const stored = await storeStrategySession(parsed.value, { ...facts, limit });
  if (stored.ok) return { ok: true, body: { service_type: stored.service_type } };
  return stored.reason === 'limited' ? limited(stored.seconds) : failures[stored.reason];
}
