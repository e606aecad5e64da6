import 'server-only';
import { HONEYPOT_FIELD } from '@/lib/contact/fields';
import { isUuid } from '@/lib/outreach/assistant-id';
import { classifySource } from '@/lib/server/http/source';

const MIN_FILL_MS = 2000;

export interface FormMetadata {
  suspectedSpam: boolean;
  /** The same for all retries of one filled form; null for a form sent without script. */
  idempotencyKey: string | null;
  /** Whether our server made the key, of the contents and the time. */
  isKeyless: boolean;
  source: string;
}

export function readFormMetadata(input: Readonly<Record<string, unknown>>): FormMetadata {
  const { [HONEYPOT_FIELD]: honeypot = '', fill_ms: fillMs, idempotency_key: key } = input;
  return {
    suspectedSpam: honeypot !== '' || (typeof fillMs === 'number' && fillMs < MIN_FILL_MS),
    idempotencyKey: typeof key === 'string' && isUuid(key) ? key.toLowerCase() : null,
    isKeyless: input['is_keyless'] === true,
    source: classifySource(input['source']),
  };
}
