import type { ContactResponse } from '@/lib/api';
import { parseContactRequest } from '@/lib/contact/schema';
import { redirectToOutcome } from '@/lib/server/contact/form-post';
import { readFormMetadata, storeStrategySession } from '@/lib/server/contact/strategy-sessions';
import { endpoint } from '@/lib/server/endpoint';
import { getBookingUrl } from '@/lib/server/env';
import { type HandlerResult, type Input, isFormPost } from '@/lib/server/http/request';
import {
  consumeInMemory,
  consumeShared,
  createAddressLimit,
  createEmailLimit,
  createRateLimitError,
} from '@/lib/server/http/rate-limit';
import { sendAlertsAfterResponse } from '@/lib/server/notify/alerts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: { handle: storeRequest, status: 201, answerForm: redirectToOutcome },
});

/** A form that is already stored succeeds again, whatever the shared limits say. */
async function storeRequest(
  input: Input,
  request: Request,
): Promise<HandlerResult<ContactResponse>> {
  const metadata = readFormMetadata(input);
  const form = parseContactRequest(input);
  const limits = [createAddressLimit('contact', request)];
  if (form.ok) limits.push(createEmailLimit(form.value.email));

  const secondsToWait = await consumeInMemory(limits, metadata.idempotencyKey);
  if (secondsToWait) return createRateLimitError(secondsToWait);
  if (!form.ok) return { ...form, error: 'invalid' };

  const takeLimits = (signal: AbortSignal) =>
    consumeShared(limits, metadata.idempotencyKey, signal);
  const stored = await storeStrategySession(form.value, {
    ...metadata,
    isPlain: isFormPost(request),
    takeLimits,
  });
  if (!stored.ok) return stored;
  sendAlertsAfterResponse();
  const { service_type, email } = form.value;
  return { ok: true, body: { service_type, booking_url: getBookingUrl(email) } };
}
