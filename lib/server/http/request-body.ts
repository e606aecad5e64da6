import 'server-only';
import { type $ZodType, type output, safeParse } from 'zod/v4/core';
import type { Failure } from './answer';

const MAX_BYTES = 16 * 1024;
const MAX_MS = 10_000;

export type MediaType = 'application/json' | 'application/x-www-form-urlencoded';
export type Input = Readonly<Record<string, unknown>>;

/** The keys and values of a JSON object or a form; with `failure`, those that could still be read. */
export type Received = { input: Input; failure?: Failure };

/** Checks what was received against a schema: its value, or the failure to answer with. */
export function parseInput<Schema extends $ZodType>(
  { input, failure }: Received,
  schema: Schema,
): { ok: true; value: output<Schema> } | Failure {
  if (failure) return failure;
  const parsed = safeParse(schema, input);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, error: 'invalid' };
}

const refused = (error: Failure['error'], input: Input = {}): Received => ({
  input,
  failure: { ok: false, error },
});

// To a visitor this is a slow connection, and another try may help: 408.
const tooSlow: Failure = { ok: false, error: 'unavailable', status: 408 };

const readToTheEnd = new WeakSet<Request>();

/** Whether a body is still on its way, at least in part. */
export const hasUnreadBody = (request: Request) =>
  request.body !== null && !readToTheEnd.has(request);

/**
 * Reads at most `maxBytes` (16 KB) of a request's body in at most ten seconds, whatever its Content-Length says, and parses it by
 * its media type. Never throws.
 */
export async function readBody(
  request: Request,
  accepts: readonly MediaType[],
  maxBytes = MAX_BYTES,
): Promise<Received> {
  const named = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const type = accepts.find((accepted) => accepted === named);
  if (!type) return refused('unsupported');

  const { bytes, end } = await readCapped(request.body, maxBytes);
  if (end === 'whole') readToTheEnd.add(request);
  if (end === 'broken') return refused('malformed');
  if (end === 'slow') return { input: {}, failure: tooSlow };
  if (type === 'application/x-www-form-urlencoded') {
    // Of a form that is too long, the fields before the cut are kept for the person who typed them.
    const input = parseForm(bytes, end === 'whole');
    return end === 'whole' ? { input } : refused('too_large', input);
  }
  if (end === 'cut') return refused('too_large');
  const input = parseJson(bytes);
  return input ? { input } : refused('malformed');
}

type Body = { bytes: Buffer; end: 'whole' | 'cut' | 'slow' | 'broken' };

async function readCapped(
  stream: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Body> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream?.getReader();
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<'slow'>((settle) => {
    timer = setTimeout(settle, MAX_MS, 'slow');
  });
  try {
    for (;;) {
      const part = await Promise.race([reader?.read(), tooLong]);
      // The rest is not cancelled: the connection has to take it in before it can be closed without a reset.
      if (part === 'slow') return { bytes: Buffer.alloc(0), end: 'slow' };
      if (!part?.value) return { bytes: Buffer.concat(chunks), end: 'whole' };
      size += part.value.byteLength;
      chunks.push(part.value);
      if (size > maxBytes)
        return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), end: 'cut' };
    }
  } catch {
    // The sender went away; nobody will read the answer.
    return { bytes: Buffer.alloc(0), end: 'broken' };
  } finally {
    clearTimeout(timer);
  }
}

/** With `complete` false, drops a character that the cut has split. */
function parseForm(bytes: Buffer, complete: boolean): Input {
  const text = bytes.toString('utf8');
  const whole = complete ? text : text.replace(/(%[\da-f]?|(%[89a-f][\da-f])+)$/i, '');
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
