import { errorMessages, type ErrorCode } from './messages';
import type { ContactFieldErrors } from './schema';

/** What the form sends, as typed. */
export interface ContactInput {
  service_type: string;
  email: string;
  message: string;
}

export type SubmitResult =
  | { ok: true; serviceType: string }
  | { ok: false; error: ErrorCode; message: string; fields: ContactFieldErrors };

// Closing is refused while sending: an answer that never comes must not lock the dialog.
const TIMEOUT_MS = 20_000;

const lost: SubmitResult = {
  ok: false,
  error: 'unavailable',
  message: errorMessages.unavailable,
  fields: {},
};

function readAnswer(answer: unknown): SubmitResult {
  const body = answer as {
    ok?: unknown;
    service_type?: string;
    error?: ErrorCode;
    message?: string;
    fields?: ContactFieldErrors;
  };
  if (body.ok === true && body.service_type) return { ok: true, serviceType: body.service_type };
  const { error, message } = body;
  if (body.ok !== false || !error || !message) return lost;
  return { ok: false, error, message, fields: body.fields ?? {} };
}

/**
 * Checks a contact request in the browser and sends it to POST /api/contact.
 * The schema is fetched on the first call, so that it is not part of the page's first load.
 * Never throws: a lost connection, a timeout or an unreadable answer is the network error
 * (product specification, section 8).
 */
export async function submitContact(input: ContactInput): Promise<SubmitResult> {
  try {
    const { parseContactRequest } = await import('./schema');
    const checked = parseContactRequest(input);
    if (!checked.ok) {
      const { fields } = checked;
      return { ok: false, error: 'invalid', message: errorMessages.invalid, fields };
    }
    const response = await fetch('/api/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(checked.value),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return readAnswer(await response.json());
  } catch {
    return lost;
  }
}
