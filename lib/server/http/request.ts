import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import { isbot } from 'isbot';
import type { ErrorCode, ErrorResponse } from '@/lib/api';
import { getEnv } from '@/lib/server/env';
import { isLoopback } from '@/lib/settings/rules';

// What requests bring, and what handlers answer.

/** Pages can't forge Sec-Fetch-Site. (`request.url` does not help: Next fills in localhost.) */
export function isFromOwnPage({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site && site !== 'none') return site === 'same-origin';
  const origin = headers.get('origin');
  if (!origin) return false;
  if (origin === getEnv().SITE_URL) return true;
  if (!URL.canParse(origin)) return false;
  const { hostname, host } = new URL(origin);
  return isLoopback(hostname) && host === headers.get('host');
}

/** IPv4, or the /64 network of IPv6 (one household). Null without TRUSTED_IP_HEADER's address. */
export function getClientAddress(request: Request): string | null {
  const header = getEnv().TRUSTED_IP_HEADER;
  // A proxy that appends to the header puts the address it saw last.
  const value = (header && request.headers.get(header)?.split(',').at(-1)?.trim()) ?? '';
  const [, bracketed, withPort] =
    /^\[(.+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(value) ?? [];
  // A link-local address ends with a zone: fe80::1%eth0.
  const address = (bracketed ?? withPort ?? value).replace(/%.*/, '');
  if (!isIP(address)) return null;
  const ip = ipaddr.process(address);
  if (!('parts' in ip)) return ip.toString();
  const network = ip.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

export const readBearerToken = (headers: Headers): string | null =>
  headers.get('authorization')?.match(/^Bearer +(.+)/i)?.[1] ?? null;

/** Compares in constant time; false if the secret is unset. */
export function matchesSecret(given: string | null, secret: string | undefined): boolean {
  const hashText = (text: string) => createHash('sha256').update(text).digest();
  return secret !== undefined && timingSafeEqual(hashText(given ?? ''), hashText(secret));
}

/** Longer than any browser's. The patterns of bots take long for long texts. */
const MAX_AGENT_LENGTH = 1024;

export const isDeclaredBot = (headers: Headers): boolean =>
  isbot(headers.get('user-agent')?.slice(0, MAX_AGENT_LENGTH));

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
