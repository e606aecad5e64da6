import 'server-only';
import type * as z from 'zod';
import type { ErrorResult, HandlerResult } from './handler-result';

const MAX_BYTES = 16 * 1024;
const BODY_TIMEOUT_MS = 10_000;

export const FORM_TYPE = 'application/x-www-form-urlencoded';
export type MediaType = 'application/json' | typeof FORM_TYPE;
export type Input = Readonly<Record<string, unknown>>;

/** The fields of a JSON object or a form. With `failure`, what could still be read. */
export type Received = { input: Input; failure?: ErrorResult | undefined };

/** Makes a handler that gets only fields that match a schema; others are refused as `invalid`. */
export const withInput =
  <Schema extends z.ZodType>(
    schema: Schema,
    handle: (input: z.output<Schema>, request: Request) => Promise<HandlerResult>,
  ) =>
  async (input: Input, request: Request): Promise<HandlerResult> => {
    const parsed = schema.safeParse(input);
    return parsed.success ? handle(parsed.data, request) : { ok: false, error: 'invalid' };
  };

const createFailure = (error: ErrorResult['error'], input: Input = {}): Received => ({
  input,
  failure: { ok: false, error },
});

// Not a failure of ours: the visitor's connection is slow, and a retry may help.
const TOO_SLOW: ErrorResult = { ok: false, error: 'unavailable', status: 408 };

const fullyReadRequests = new WeakSet<Request>();

export const hasUnreadBody = (request: Request) =>
  request.body !== null && !fullyReadRequests.has(request);

/**
 * Reads and parses a body of at most `maxBytes` in at most ten seconds. Content-Length is not
 * trusted. Never throws.
 */
export async function readBody(
  request: Request,
  accepts: readonly MediaType[],
  maxBytes = MAX_BYTES,
): Promise<Received> {
  const sentType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const type = accepts.find((accepted) => accepted === sentType);
  if (!type) return createFailure('unsupported');

  const { bytes, outcome } = await readCapped(request.body, maxBytes);
  if (outcome === 'whole') fullyReadRequests.add(request);
  if (outcome === 'broken') return createFailure('malformed');
  if (outcome === 'slow') return { input: {}, failure: TOO_SLOW };
  if (type === FORM_TYPE) {
    // The fields before the cut are shown again to the person who typed them.
    const input = parseForm(bytes, outcome === 'whole');
    return outcome === 'whole' ? { input } : createFailure('too_large', input);
  }
  if (outcome === 'cut') return createFailure('too_large');
  const input = parseJson(bytes);
  return input ? { input } : createFailure('malformed');
}

type CappedBody = { bytes: Buffer; outcome: 'whole' | 'cut' | 'slow' | 'broken' };

async function readCapped(
  stream: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<CappedBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream?.getReader();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'slow'>((settle) => {
    timer = setTimeout(settle, BODY_TIMEOUT_MS, 'slow');
  });
  try {
    for (;;) {
      const part = await Promise.race([reader?.read(), timeout]);
      // Not canceled: a connection with unread data would be reset, and the answer lost.
      if (part === 'slow') return { bytes: Buffer.alloc(0), outcome: 'slow' };
      if (!part?.value) return { bytes: Buffer.concat(chunks), outcome: 'whole' };
      size += part.value.byteLength;
      chunks.push(part.value);
      if (size > maxBytes)
        return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), outcome: 'cut' };
    }
  } catch {
    // The client has disconnected.
    return { bytes: Buffer.alloc(0), outcome: 'broken' };
  } finally {
    clearTimeout(timer);
  }
}

/** Unless `isComplete`, drops a character that was cut in two. */
function parseForm(bytes: Buffer, isComplete: boolean): Input {
  const text = bytes.toString('utf8');
  const whole = isComplete ? text : text.replace(/(%[\da-f]?|(%[89a-f][\da-f])+)$/i, '');
  return Object.fromEntries(new URLSearchParams(whole));
}

function parseJson(bytes: Buffer): Input | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && !Array.isArray(value) ? (value as Input | null) : null;
  } catch {
    return null;
  }
}
