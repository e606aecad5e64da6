import type { ErrorCode } from '@/lib/api/errors';
import { postJson } from '@/lib/api/post-json';
import type { ContactResponse, ErrorResponse } from '@/lib/api/responses';
import { errorsEn } from '@/lib/content/contact-en';
import { createDeadline, withDeadline } from '@/lib/deadline';
import { HONEYPOT_FIELD } from './form-metadata';
import { describeFields } from './messages';
import type { ContactFieldErrors, ContactInput } from './fields';

export interface FilledForm {
  /** The idempotency key of these contents. */
  idempotencyKey: string;
  fillMs: number;
  honeypot: string;
  /** Where the visitor came from. */
  source: string;
}

export type SubmitResult =
  | { ok: true; service: string; bookingUrl?: string | undefined }
  | { ok: false; error: ErrorCode; message: string; fields: ContactFieldErrors };

/** The server responds within eight seconds. */
const REQUEST_TIMEOUT_MS = 9000;
const SCHEMA_TIMEOUT_MS = 3000;
const RETRY_DELAYS_MS = [400, 1000, 2500, 5000];
const RETRY_WINDOW_MS = 30_000;

export const NETWORK_ERROR: Extract<SubmitResult, { ok: false }> = {
  ok: false,
  error: 'unavailable',
  message: errorsEn.unavailable,
  fields: {},
};

function readResponse(json: unknown): SubmitResult {
  const body = json as { ok?: unknown } & Partial<ContactResponse & ErrorResponse>;
  if (body.ok === true && body.service_type)
    return { ok: true, service: body.service_type, bookingUrl: body.booking_url };
  const { error, message } = body;
  if (body.ok !== false || !error || !message) return NETWORK_ERROR;
  return { ok: false, error, message, fields: body.fields ?? {} };
}

async function postContact(body: unknown, timeoutMs: number): Promise<SubmitResult> {
  try {
    const signal = createDeadline(timeoutMs);
    const response = await postJson('/api/contact', body, { signal });
    return readResponse(await response.json());
  } catch {
    return NETWORK_ERROR;
  }
}

const wait = (ms: number) =>
  new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), ms);
  });

const isOffline = () => globalThis.navigator?.onLine === false;

/** Creates a UUID. Browsers have `randomUUID` on HTTPS pages only. */
export function createIdempotencyKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Checks a contact request and sends it to POST /api/contact, with retries for half a minute while
 * the network or the service fails (docs/behaviour.md, section 8). Never throws.
 *
 * @param signal after its abort nothing more is sent
 */
export async function submitContact(
  input: ContactInput,
  form: FilledForm,
  signal?: AbortSignal,
): Promise<SubmitResult> {
  const startedAt = Date.now();
  // Loaded on demand, to keep the schema out of the first load. The server checks it in any case.
  // A chunk that the browser cannot run never arrives.
  const schema = await withDeadline(import('./schema'), SCHEMA_TIMEOUT_MS).catch(() => null);
  const checked = schema?.parseContactRequest(input);
  if (checked && !checked.ok) {
    const fields = describeFields(checked.fields);
    return { ok: false, error: 'invalid', message: errorsEn.invalid, fields };
  }
  const body = {
    ...(checked?.value ?? input),
    [HONEYPOT_FIELD]: form.honeypot,
    fill_ms: Math.round(form.fillMs),
    idempotency_key: form.idempotencyKey,
    source: form.source,
  };
  const computeRemainingMs = () => startedAt + RETRY_WINDOW_MS - Date.now();
  let result = signal?.aborted ? NETWORK_ERROR : await postContact(body, REQUEST_TIMEOUT_MS);
  for (const delayMs of RETRY_DELAYS_MS) {
    if (result.ok || result.error !== 'unavailable') break;
    if (computeRemainingMs() < delayMs || isOffline()) break;
    const jitter = 0.5 + Math.random();
    await wait(delayMs * jitter);
    if (signal?.aborted) break;
    result = await postContact(
      body,
      Math.max(1000, Math.min(REQUEST_TIMEOUT_MS, computeRemainingMs())),
    );
  }
  return result;
}
