import type { ErrorCode, ErrorResponse } from '@/lib/api';

type JsonObject = Readonly<Record<string, unknown>>;
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

export type HandlerResult<Body = JsonObject> = Success<Body> | ErrorResult;

/** `cookies` are values of Set-Cookie. */
export type Redirect = { location: string; cookies: readonly string[] };

export const createRateLimitError = (retryAfter: number): ErrorResult => ({
  ok: false,
  error: 'rate_limited',
  retryAfter,
});
