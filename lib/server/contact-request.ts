import 'server-only';
import { storeMessages } from '@/lib/contact/messages';
import { fieldMessages, parseContactRequest } from '@/lib/contact/schema';
import type { Answer, Failure } from './http';
import type { Input } from './request-body';
import { storeStrategySession, type StoreFailure } from './strategy-sessions';

/** The error table of the contact form (product specification, section 8). */
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

/** Checks what was typed and stores it; returns the service asked for, or why nothing was stored. */
export async function submitContactRequest(input: Input): Promise<Answer> {
  const parsed = parseContactRequest(input);
  if (!parsed.ok) return { ok: false, error: 'invalid', fields: parsed.fields };
  const stored = await storeStrategySession(parsed.value);
  if (!stored.ok) return failures[stored.reason];
  return { ok: true, body: { service_type: stored.service_type } };
}
