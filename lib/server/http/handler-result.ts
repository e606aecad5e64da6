import type { ErrorCode, ErrorResponse } from '@/lib/api';

type JsonObject = Readonly<Record<string, unknown>>;
type Success<Body> = { ok: true; body?: Readonly<Body> };
export type ErrorResult = {
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
export type HandlerResult<Body = JsonObject> = Success<Body> | ErrorResult;

/** Where a plain form post is redirected. `cookies` are values of Set-Cookie. */
export type Redirect = { location: string; cookies: readonly string[] };

export const createRateLimitError = (retryAfter: number): ErrorResult => ({
  ok: false,
  error: 'rate_limited',
  retryAfter,
});
