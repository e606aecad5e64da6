import { type ContactResponse, type ErrorCode, postJson } from '@/lib/api';
import { errorsEn } from '@/lib/content/contact-en';
import { createDeadline, withDeadline } from '@/lib/deadline';
import type { ContactFieldErrors, ContactInput, HONEYPOT_FIELD } from './fields';

export type FailedRequest = {
  ok: false;
  error: ErrorCode;
  message: string;
  fields?: ContactFieldErrors;
};
export type SubmitResult = ({ ok: true } & ContactResponse) | FailedRequest;

type SentMetadata = Readonly<
  Record<'idempotency_key' | 'source' | typeof HONEYPOT_FIELD, string> & { fill_ms: number }
>;

/** The visitor waits for this long; retries continue in the background. */
const MAX_WAIT_MS = 10_000;
/** The server responds within eight seconds. */
const REQUEST_TIMEOUT_MS = 9000;
const SCHEMA_TIMEOUT_MS = 3000;
/** Before each try, up to half as much more or less by chance. */
const DELAYS_MS = [0, 400, 1000, 2500, 5000];
const RETRY_WINDOW_MS = 30_000;

const NETWORK_ERROR: FailedRequest = {
  ok: false,
  error: 'unavailable',
  message: errorsEn.unavailable,
};

async function postContact(body: unknown): Promise<SubmitResult> {
  try {
    const signal = createDeadline(REQUEST_TIMEOUT_MS);
    const response = await postJson('/api/contact', body, { signal });
    const result = (await response.json()) as SubmitResult;
    const isOurs = result.ok
      ? result.service_type
      : result.ok === false && result.error && result.message;
    return isOurs ? result : NETWORK_ERROR;
  } catch {
    return NETWORK_ERROR;
  }
}

/** Browsers have `randomUUID` on HTTPS pages only. */
export function createIdempotencyKey(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Begins tries for half a minute (docs/behaviour.md, section 4), unless aborted. Never throws. */
export async function submitContact(
  input: ContactInput,
  metadata: SentMetadata,
  signal?: AbortSignal,
): Promise<SubmitResult> {
  const endsAt = Date.now() + RETRY_WINDOW_MS;
  // Loaded on demand, to keep the schema out of the first load. The server checks it in any case.
  // A chunk that the browser cannot run never arrives.
  const schema = await withDeadline(import('./schema'), SCHEMA_TIMEOUT_MS).catch(() => null);
  const checked = schema?.parseContactRequest(input);
  if (checked && !checked.ok)
    return { ok: false, error: 'invalid', message: errorsEn.invalid, fields: checked.fields };

  const body = { ...(checked?.value ?? input), ...metadata };
  let result: SubmitResult = NETWORK_ERROR;
  for (const delayMs of DELAYS_MS) {
    if (delayMs > 0) {
      if (Date.now() + delayMs > endsAt || globalThis.navigator?.onLine === false) break;
      const jitter = 0.5 + Math.random();
      await new Promise((resolve) => setTimeout(resolve, delayMs * jitter));
    }
    if (signal?.aborted) break;
    result = await postContact(body);
    if (result.ok || result.error !== 'unavailable') break;
  }
  return result;
}

/** One press on Send. */
export class Submission {
  /** `late`: can be edited, while retries go on; `left`: the dialog was closed, too. */
  phase: 'sending' | 'late' | 'left' = 'sending';
  private readonly idempotencyKey: string;
  private readonly controller = new AbortController();

  constructor(
    private readonly input: ContactInput,
    previous: Submission | null,
  ) {
    const same = JSON.stringify(previous?.input) === JSON.stringify(input) ? previous : null;
    // Unchanged contents are the same request and keep their key.
    this.idempotencyKey = same?.idempotencyKey ?? createIdempotencyKey();
    same?.controller.abort();
    // A request of other contents whose form was closed is sent on.
    previous?.cancelLate();
  }

  /** Shows a failure while the visitor waits, and any success. */
  async send(
    metadata: Omit<SentMetadata, 'idempotency_key'>,
    show: (result: SubmitResult) => void,
  ): Promise<void> {
    const fail = (failure: FailedRequest) => {
      if (this.phase !== 'sending') return;
      this.phase = 'late';
      show(failure);
    };
    const timer = setTimeout(fail, MAX_WAIT_MS, NETWORK_ERROR);
    const { idempotencyKey: idempotency_key, controller } = this;
    const body = { ...metadata, idempotency_key };
    const result = await submitContact(this.input, body, controller.signal);
    clearTimeout(timer);
    if (controller.signal.aborted) return;
    if (result.ok) show(result);
    else fail(result);
  }

  /** Its success would discard what was typed since, unless its form was closed. */
  cancelLate(): void {
    if (this.phase === 'late') this.controller.abort();
  }
}
