import 'server-only';
import type { ContactResponse } from '@/lib/api/responses';
import { readFormMetadata } from '@/lib/contact/form-metadata';
import { describeFields } from '@/lib/contact/messages';
import { type ContactRequest, parseContactRequest } from '@/lib/contact/schema';
import { errorsEn } from '@/lib/content/contact-en';
import { sendAlertsAfterResponse } from '@/lib/server/notify/alerts';
import {
  createRateLimitError,
  type ErrorResult,
  type HandlerResult,
} from '@/lib/server/http/handler-result';
import { getEnv } from '@/lib/server/env';
import {
  consumeInMemory,
  consumeShared,
  createAddressLimit,
  createEmailLimit,
} from '@/lib/server/http/rate-limit';
import type { Input } from '@/lib/server/http/request-body';
import { classifySource } from './request-source';
import {
  findEarlierRequest,
  STORE_TIMEOUT_MS,
  storeStrategySession,
  type StoreFailure,
} from './strategy-sessions';

/** The error table of the contact form (docs/behaviour.md, section 8). */
const RESULTS_BY_STORE_FAILURE: Readonly<Record<StoreFailure, ErrorResult>> = {
  duplicate: { ok: false, error: 'duplicate' },
  duplicate_insert: { ok: false, error: 'duplicate', message: errorsEn.duplicate_insert },
  invalid: { ok: false, error: 'invalid' },
  invalid_email: {
    ok: false,
    error: 'invalid',
    message: errorsEn.email_refused,
    fields: describeFields({ email: 'email_invalid' }),
  },
  unreachable: { ok: false, error: 'unavailable' },
  unexpected: { ok: false, error: 'internal' },
};

/**
 * Answers `POST /api/contact`: counts the request and stores it. A form that is already stored
 * succeeds again, whatever the shared limits say.
 */
export async function handleContactRequest(
  input: Input,
  request: Request,
): Promise<HandlerResult<ContactResponse>> {
  const { idempotencyKey, suspectedSpam } = readFormMetadata(input);
  const form = readForm(input);
  const limits = [createAddressLimit('contact', request)];
  if (form.ok) limits.push(createEmailLimit(form.value.email));

  const secondsToWait = await consumeInMemory(limits, idempotencyKey);
  if (secondsToWait) return createRateLimitError(secondsToWait);
  if (!form.ok) return form;

  const deadline = AbortSignal.timeout(STORE_TIMEOUT_MS);
  const [earlier, sharedSeconds] = await Promise.all([
    findEarlierRequest(form.value, idempotencyKey, deadline),
    consumeShared(limits, idempotencyKey, deadline),
  ]);
  if (sharedSeconds && earlier !== 'same-form') return createRateLimitError(sharedSeconds);
  const source = classifySource(input['source']);
  const options = { idempotencyKey, suspectedSpam, source, earlier, deadline };
  const stored = await storeStrategySession(form.value, options);
  if (stored.ok) {
    sendAlertsAfterResponse();
    const { BOOKING_URL: booking_url } = getEnv();
    return { ok: true, body: { service_type: stored.service_type, booking_url } };
  }
  return RESULTS_BY_STORE_FAILURE[stored.reason];
}

function readForm(input: Input): { ok: true; value: ContactRequest } | ErrorResult {
  const parsed = parseContactRequest(input);
  if (parsed.ok) return parsed;
  return { ok: false, error: 'invalid', fields: describeFields(parsed.fields) };
}
