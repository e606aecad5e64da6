import type { ContactResponse } from '@/lib/api';
import { parseContactRequest } from '@/lib/contact/schema';
import { redirectToOutcome } from '@/lib/server/contact/form-post';
import { readFormMetadata, storeStrategySession } from '@/lib/server/contact/strategy-sessions';
import { type Answer, answerPost, endpoint, takePost } from '@/lib/server/endpoint';
import { getBookingUrl } from '@/lib/server/env';
import { FORM_TYPE, type HandlerResult, type Input, isFormPost } from '@/lib/server/http/request';
import {
  consumeInMemory,
  consumeShared,
  createAddressLimit,
  createEmailLimit,
  createRateLimitError,
} from '@/lib/server/http/rate-limit';
import { sendAlertsAfterResponse } from '@/lib/server/notify/alerts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: (request) =>
    isFormPost(request)
      ? answerForm(request)
      : answerPost({ handle: storeRequest, status: 201 }, request),
});

/** Answers the plain post of a page without script. */
async function answerForm(request: Request): Promise<Answer> {
  let typed: Input = {};
  const handle = (input: Input) => storeRequest((typed = input), request, true);
  const result = await takePost({ handle }, request, FORM_TYPE);
  const response = await redirectToOutcome(result, typed);
  return result.ok ? { response } : { response, error: result.error };
}

/** A form that is already stored succeeds again, whatever the shared limits say. */
async function storeRequest(
  input: Input,
  request: Request,
  isPlain = false,
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
  const stored = await storeStrategySession(form.value, { ...metadata, isPlain, takeLimits });
  if (!stored.ok) return stored;
  sendAlertsAfterResponse();
  const { service_type, email } = form.value;
  return { ok: true, body: { service_type, booking_url: getBookingUrl(email) } };
}
