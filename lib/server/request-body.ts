import 'server-only';
import type { ErrorCode } from '@/lib/contact/messages';

const MAX_BYTES = 16 * 1024;

export type MediaType = 'application/json' | 'application/x-www-form-urlencoded';
export type Input = Readonly<Record<string, unknown>>;
type Read = { input: Input; error?: Extract<ErrorCode, 'unsupported' | 'too_large' | 'malformed'> };

/**
 * Reads at most 16 KB of a request's body, whatever its Content-Length says, and parses it by its media type.
 * Returns the keys and values of a JSON object or a form; with `error`, those that could still be read.
 */
export async function readInput(request: Request, accepts: readonly MediaType[]): Promise<Read> {
  const named = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const type = accepts.find((accepted) => accepted === named);
  if (!type) return { input: {}, error: 'unsupported' };

  const body = await readCapped(request.body);
  if (!body) return { input: {}, error: 'malformed' };
  if (type === 'application/x-www-form-urlencoded') {
    // Of a form that is too long, the fields before the cut are kept for the person who typed them.
    const input = parseForm(body.bytes, body.complete);
    return body.complete ? { input } : { input, error: 'too_large' };
  }
  if (!body.complete) return { input: {}, error: 'too_large' };
  const input = parseJson(body.bytes);
  return input ? { input } : { input: {}, error: 'malformed' };
}

async function readCapped(stream: ReadableStream<Uint8Array> | null) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream?.getReader();
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      size += part.value.byteLength;
      chunks.push(part.value);
      if (size <= MAX_BYTES) continue;
      void reader?.cancel().catch(() => undefined);
      return { bytes: Buffer.concat(chunks).subarray(0, MAX_BYTES), complete: false };
    }
  } catch {
    // The sender went away; nobody will read the answer.
    return null;
  }
  return { bytes: Buffer.concat(chunks), complete: true };
}

function parseForm(bytes: Buffer, complete: boolean): Input {
  const text = bytes.toString('utf8');
  const whole = complete ? text : text.replace(/(%[\da-f]?|(%[89a-f][\da-f])+)$/i, '');
  return Object.fromEntries(new URLSearchParams(whole));
}

function parseJson(bytes: Buffer): Input | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Input)
      : null;
  } catch {
    return null;
  }
}
