import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode, ErrorResponse } from '@/lib/api';

// What requests bring, and what handlers answer.

const MAX_BYTES = 16 * 1024;
const BODY_TIMEOUT_MS = 10_000;

export const FORM_TYPE = 'application/x-www-form-urlencoded';
export type MediaType = 'application/json' | typeof FORM_TYPE;
export type Input = Readonly<Record<string, unknown>>;

type Success<Body> = { ok: true; body?: Readonly<Body> };
export type ErrorResult = {
  ok: false;
  error: ErrorCode;
  message?: string | undefined;
  /** One message per refused field. */
  fields?: Readonly<Record<string, string>>;
  step?: ErrorResponse['step'];
  /** In seconds. */
  retryAfter?: number;
  status?: number;
};

export type HandlerResult<Body = Input> = Success<Body> | ErrorResult;

type Received = { ok: true; input: Input } | ErrorResult;

const fail = (error: ErrorResult['error']): ErrorResult => ({ ok: false, error });
// Not a failure of ours: the visitor's connection is slow, and a retry may help.
const TOO_SLOW: ErrorResult = { ...fail('unavailable'), status: 408 };

export function isFormPost({ headers }: Request): boolean {
  const type = headers.get('content-type') ?? '';
  return (
    type.toLowerCase().startsWith(FORM_TYPE) ||
    // A form with another enctype was still posted by a person who expects a page.
    headers.get('sec-fetch-mode') === 'navigate'
  );
}

/** In at most ten seconds; Content-Length is not trusted. Never throws. */
export async function readBody(
  request: Request,
  type: MediaType = 'application/json',
  maxBytes = MAX_BYTES,
): Promise<Received> {
  const sentType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (sentType !== type) return fail('unsupported');
  const bytes = await Promise.race([
    readBytes(request.body, maxBytes),
    sleep(BODY_TIMEOUT_MS, TOO_SLOW, { ref: false }),
  ]);
  if ('error' in bytes) return bytes;
  const input = type === FORM_TYPE ? parseForm(bytes) : parseJson(bytes);
  return input ? { ok: true, input } : fail('malformed');
}

async function readBytes(body: Request['body'], maxBytes: number): Promise<Buffer | ErrorResult> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // Without cancel: a connection with unread data would be reset, and the answer lost.
    for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > maxBytes) return fail('too_large');
    }
    return Buffer.concat(chunks);
  } catch {
    // The client has disconnected.
    return fail('malformed');
  }
}

const parseForm = (bytes: Buffer): Input =>
  Object.fromEntries(new URLSearchParams(bytes.toString()));

function parseJson(bytes: Buffer): Input | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && !Array.isArray(value) ? (value as Input | null) : null;
  } catch {
    return null;
  }
}
