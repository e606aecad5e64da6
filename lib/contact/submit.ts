import type { ErrorCode } from '@/lib/api/errors';
import type { ContactResponse, ErrorResponse } from '@/lib/api/responses';
import { HONEYPOT_FIELD } from './form-facts';
import { errorMessages } from './messages';
import type { ContactFieldErrors } from './schema';

/** What the form sends, as typed. */
export interface ContactInput {
  service_type: string;
  email: string;
  message: string;
}

/** What the form knows about how it was filled. */
export interface FilledForm {
  /** The same for every try of this form with these contents. */
  key: string;
  /** How long it was open, in milliseconds. */
  ms: number;
  /** The value of the honeypot field. */
  honeypot: string;
}

export type SubmitResult =
  | {
      ok: true;
      serviceType: string;
      /** Where a time can be picked at once, if the owner has such a page. */
      bookingUrl?: string | undefined;
    }
  | { ok: false; error: ErrorCode; message: string; fields: ContactFieldErrors };

// The server answers within eight seconds.
const TRY_MS = 9000;
const WAITS_MS = [400, 1000, 2500, 5000];
const GIVE_UP_MS = 30_000;

/** What the form says when there is no answer, or has been none for too long. */
export const networkError: Extract<SubmitResult, { ok: false }> = {
  ok: false,
  error: 'unavailable',
  message: errorMessages.unavailable,
  fields: {},
};

function readAnswer(answer: unknown): SubmitResult {
  const body = answer as { ok?: unknown } & Partial<ContactResponse & ErrorResponse>;
  if (body.ok === true && body.service_type)
    return { ok: true, serviceType: body.service_type, bookingUrl: body.booking_url };
  const { error, message } = body;
  if (body.ok !== false || !error || !message) return networkError;
  return { ok: false, error, message, fields: body.fields ?? {} };
}

async function post(body: string, ms: number): Promise<SubmitResult> {
  try {
    const response = await fetch('/api/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(ms),
    });
    return readAnswer(await response.json());
  } catch {
    return networkError;
  }
}

// Another try is useless until the visitor is online again.
const isOffline = () => globalThis.navigator?.onLine === false;

/** A UUID for a filled form. Without HTTPS, browsers have no `randomUUID`. */
export function newKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Checks a contact request in the browser and sends it to POST /api/contact, again while the network or
 * the service fails, for half a minute at most: the key tells the server that it is the same request.
 * The schema is fetched on the first check, so that it is not part of the page's first load.
 * Never throws: a lost connection, a timeout or an unreadable answer is the network error
 * (docs/behaviour.md, section 8).
 *
 * @param over no further try is made once it is aborted
 */
export async function submitContact(
  input: ContactInput,
  form: FilledForm,
  over?: AbortSignal,
): Promise<SubmitResult> {
  const started = Date.now();
  // If the schema cannot be loaded, the server's check of the same schema has to do.
  const check = await import('./check-field').catch(() => null);
  const checked = check?.parseContactRequest(input);
  if (checked && !checked.ok) {
    const { fields } = checked;
    return { ok: false, error: 'invalid', message: errorMessages.invalid, fields };
  }
  const body = JSON.stringify({
    ...(checked?.value ?? input),
    [HONEYPOT_FIELD]: form.honeypot,
    fill_ms: Math.round(form.ms),
    idempotency_key: form.key,
  });
  const left = () => started + GIVE_UP_MS - Date.now();
  let result = await post(body, TRY_MS);
  for (const wait of WAITS_MS) {
    if (result.ok || result.error !== 'unavailable' || left() < wait || isOffline()) break;
    // With jitter, so that forms that failed together do not retry together.
    await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())));
    if (over?.aborted) break;
    result = await post(body, Math.max(1000, Math.min(TRY_MS, left())));
  }
  return result;
}
