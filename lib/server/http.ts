import 'server-only';
import type { ErrorCode } from '@/lib/contact/messages';
import { log } from './log';
import { observed, withError } from './observe';
import { isOwnOrigin } from './own-origin';
import { readInput, type Input, type MediaType } from './request-body';

/** The only table from error codes to HTTP statuses. */
const STATUS: Readonly<Record<ErrorCode, number>> = {
  malformed: 400,
  forbidden: 403,
  method: 405,
  duplicate: 409,
  too_large: 413,
  unsupported: 415,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};
/** What a success means: something new was stored, or what was there already is up to date. */
const SUCCESS = { created: 201, done: 200 };
const SEE_OTHER = 303;
const NO_STORE = { 'Cache-Control': 'no-store' };

export type Failure = {
  ok: false;
  error: ErrorCode;
  /** A sentence of its own where the endpoint's sentence for the code is not the right one. */
  message?: string;
  /** One sentence per refused field. */
  fields?: Readonly<Record<string, string>>;
  /** Seconds after which a further try makes sense. */
  retryAfter?: number;
  /** Where the code's own status would say too little. */
  status?: number;
};
export type Answer = { ok: true; body?: Readonly<Record<string, string | boolean>> } | Failure;

/** An answer with its sentence, as a visitor gets to read it. */
export type FinalAnswer = Extract<Answer, { ok: true }> | (Failure & { message: string });

/** Where a browser without script is sent, and what it takes along. */
export type PageAnswer = { location: string; cookies: readonly string[] };

type Endpoint = {
  accepts: readonly MediaType[];
  /** One sentence per code, or one for all of them, in the language of the visitor. */
  messages: Readonly<Record<ErrorCode, string>> | string;
  /** Counts the request and gives the seconds to wait; 0 lets it pass. */
  admit: (input: Input, request: Request) => Promise<number>;
  /** What the endpoint does; what it throws becomes `internal`. */
  handle: (input: Input, request: Request) => Promise<Answer>;
  /** Turns the answer to a plain form post into a page; `typed` is what could be read of the post. */
  page?: (answer: FinalAnswer, typed: Input) => Promise<PageAnswer>;
  success?: keyof typeof SUCCESS;
};

/**
 * Makes the handlers of a route: `POST` refuses what is not from our own pages, too large, of another type,
 * unreadable or too much, and answers in JSON, or with 303 to a page where a plain form was posted; `other` answers
 * 405. Nothing is ever cached. Neither handler throws.
 */
export function endpoint(options: Endpoint) {
  const { accepts, messages, admit, handle, page, success = 'created' } = options;
  async function POST(request: Request): Promise<Response> {
    try {
      const { typed, answer } = await receive(request);
      const final = answer.ok ? answer : spoken(answer);
      if (!page || !isFormPost(request)) return json(answer);
      const response = seeOther(await page(final, typed));
      return answer.ok ? response : withError(response, answer.error);
    } catch (error) {
      return json(surprise(error));
    }
  }

  async function receive(request: Request): Promise<{ typed: Input; answer: Answer }> {
    if (!isOwnOrigin(request)) return { typed: {}, answer: { ok: false, error: 'forbidden' } };
    const { input: typed, failure } = await readInput(request, accepts);
    const seconds = await admit(typed, request);
    if (seconds) {
      return { typed, answer: { ok: false, error: 'rate_limited', retryAfter: seconds } };
    }
    return { typed, answer: failure ?? (await handle(typed, request).catch(surprise)) };
  }

  const sentence = (error: ErrorCode) =>
    typeof messages === 'string' ? messages : messages[error];

  /** A failure with its sentence, and nothing beyond what a visitor may read. */
  function spoken({ error, message = sentence(error), fields }: Failure) {
    return { ok: false as const, error, message, ...(fields ? { fields } : {}) };
  }

  function json(answer: Answer): Response {
    const body = answer.ok ? { ok: true, ...answer.body } : spoken(answer);
    if (answer.ok) return Response.json(body, { status: SUCCESS[success], headers: NO_STORE });
    const { error, status = STATUS[error], retryAfter } = answer;
    const headers = { ...NO_STORE, ...(retryAfter ? { 'Retry-After': String(retryAfter) } : {}) };
    return withError(Response.json(body, { status, headers }), error);
  }

  function other(): Response {
    const response = json({ ok: false, error: 'method' });
    response.headers.set('Allow', 'POST');
    return response;
  }

  return { POST: observed(POST), other: observed(other) };
}

function seeOther({ location, cookies }: PageAnswer): Response {
  const headers = new Headers({ ...NO_STORE, Location: location });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: SEE_OTHER, headers });
}

/** Logs where it happened; an unknown error's text may repeat what was typed, so it stays out of the log. */
function surprise(error: unknown): Failure {
  const { name, stack } = error instanceof Error ? error : { name: typeof error, stack: '' };
  const at = stack?.match(/^\s+at .*$/m)?.[0].trim();
  const settings = name === 'SettingsError' ? (error as Error).message : undefined;
  log.error({ error: name, at, settings }, 'request failed unexpectedly');
  return { ok: false, error: 'internal' };
}

function isFormPost({ headers }: Request): boolean {
  const type = headers.get('content-type') ?? '';
  return (
    type.toLowerCase().startsWith('application/x-www-form-urlencoded') ||
    // A form with another enctype still has a person waiting for a page.
    headers.get('sec-fetch-mode') === 'navigate'
  );
}

/** What GET /api/health answers: whether all is well, and nothing else. */
export function healthAnswer(ok: boolean): Response {
  return Response.json({ ok }, { status: ok ? 200 : STATUS.unavailable, headers: NO_STORE });
}
