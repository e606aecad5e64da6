import type { ErrorCode } from '@/lib/api/errors';
import type { ErrorResponse } from '@/lib/api/responses';

type JsonObject = Readonly<Record<string, unknown>>;
type Success<Body = JsonObject> = { ok: true; body?: Readonly<Body> };
export type Failure = {
  ok: false;
  error: ErrorCode;
  /** Replaces the endpoint's sentence for this code. */
  message?: string;
  /** One sentence per refused field. */
  fields?: Readonly<Record<string, string>>;
  /** What failed, as a code, where a page shows a text of its own for it. */
  step?: ErrorResponse['step'];
  /** Seconds after which another try makes sense. */
  retryAfter?: number;
  /** Replaces the code's HTTP status. */
  status?: number;
};

/** What a handler answers; `http.ts` makes a response of it. */
export type Answer<Body = JsonObject> = Success<Body> | Failure;

/** An answer with the sentence that a visitor reads. */
export type FinalAnswer = Success | (Failure & { message: string });

/** Where a browser without script is sent, with `Set-Cookie` headers. */
export type Redirect = { location: string; cookies: readonly string[] };

/** Too many requests; the next one makes sense after so many seconds. */
export const rateLimited = (retryAfter: number): Failure => ({
  ok: false,
  error: 'rate_limited',
  retryAfter,
});
