import type { ErrorCode } from '@/lib/api/errors';
import type { ErrorResponse } from '@/lib/api/responses';

type JsonObject = Readonly<Record<string, unknown>>;
type Success<Body = JsonObject> = { ok: true; body?: Readonly<Body> };
export type Failure = {
  ok: false;
  error: ErrorCode;
  /** Replaces the endpoint's message for this code. */
  message?: string | undefined;
  /** One message per refused field. */
  fields?: Readonly<Record<string, string>>;
  step?: ErrorResponse['step'];
  /** In seconds. */
  retryAfter?: number;
  /** Replaces the HTTP status of the code. */
  status?: number;
};

/** What a handler returns. `lib/server/endpoint.ts` turns it into a response. */
export type HandlerResult<Body = JsonObject> = Success<Body> | Failure;

export type FinalResult = Success | (Failure & { message: string });

/** Where a plain form post is redirected. `cookies` are values of Set-Cookie. */
export type Redirect = { location: string; cookies: readonly string[] };

export const createRateLimitFailure = (retryAfter: number): Failure => ({
  ok: false,
  error: 'rate_limited',
  retryAfter,
});
