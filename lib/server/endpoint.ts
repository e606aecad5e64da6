import 'server-only';
import { ERROR_STATUS, type ErrorCode } from '@/lib/api/errors';
import type { ErrorResponse } from '@/lib/api/responses';
import { errorsEn } from '@/lib/content/contact-en';
import { reportError } from '@/lib/server/error-reports/request-error';
import { attachErrorCode, withRequestLog } from '@/lib/server/log/request-log';
import { runDueJobsAfterResponse } from '@/lib/server/notify/background-jobs';
import {
  createRateLimitError,
  type ErrorResult,
  type HandlerResult,
  type Redirect,
} from './http/handler-result';
import { isFromOwnPage } from './http/own-origin';
import {
  FORM_TYPE,
  hasUnreadBody,
  type Input,
  type MediaType,
  readBody,
  type Received,
} from './http/request-body';
import { trackWork } from './open-work';
import { mustRefuseRequests } from './refuse-when-misconfigured';

const SEE_OTHER = 303;
const SENTENCES: Partial<Record<ErrorCode, string>> = errorsEn;
const NO_STORE = { 'Cache-Control': 'no-store' };

type Handler = (request: Request) => Promise<Response>;

type Endpoint = {
  /** Whether to accept the request; by default only from our own pages. */
  isAllowed?: (request: Request) => boolean;
  /** The longest body in bytes, 16 KB by default. */
  maxBytes?: number;
  /** Returns the seconds to wait before a retry, 0 if allowed. */
  limit?: (request: Request) => Promise<number>;
  handle: (input: Input, request: Request, unreadable?: ErrorResult) => Promise<HandlerResult>;
  /** Whether `handle` also gets the fields that could be read of an `unreadable` body. */
  handlesUnreadable?: boolean;
  /** Takes plain form posts, too. */
  form?: {
    /** Changes the fields before they are handled. */
    prepare: (typed: Input) => Input;
    /** Answers with a redirect. `typed` holds the fields that could be read. */
    redirect: (result: HandlerResult, typed: Input) => Promise<Redirect>;
  };
  /** Of a success, 200 by default. */
  status?: 200 | 201;
  /** Sends the body of a success without `ok`. */
  omitsOk?: boolean;
};

/**
 * Creates the handler of a route that takes posts. It checks the origin, reads the body and answers
 * in JSON, or with 303 if a plain form was posted. An exception is answered with `internal`.
 */
export function createEndpoint(endpoint: Endpoint): Handler {
  const { form, status = 200, omitsOk = false } = endpoint;
  return createHandler(async (request) => {
    const { typed, result } = await handlePost(endpoint, request);
    if (form && isFormPost(request))
      return createRedirect(await form.redirect(result, typed), result);
    if (!result.ok) return createErrorResponse(result);
    return createJsonResponse(omitsOk ? result.body : { ok: true, ...result.body }, status);
  });
}

async function handlePost(
  endpoint: Endpoint,
  request: Request,
): Promise<{ typed: Input; result: HandlerResult }> {
  const { isAllowed = isFromOwnPage, form, maxBytes } = endpoint;
  if (!isAllowed(request)) return { typed: {}, result: { ok: false, error: 'forbidden' } };
  const accepts: MediaType[] = form ? ['application/json', FORM_TYPE] : ['application/json'];
  const { input, failure } = await readBody(request, accepts, maxBytes);
  const typed = form && isFormPost(request) ? form.prepare(input) : input;
  const result = await handleReceived(endpoint, request, { input: typed, failure }).catch(
    (error: unknown) => reportUnexpected(request, error),
  );
  return { typed, result };
}

async function handleReceived(
  { limit, handle, handlesUnreadable = false }: Endpoint,
  request: Request,
  { input, failure }: Received,
): Promise<HandlerResult> {
  const secondsToWait = await limit?.(request);
  if (secondsToWait) return createRateLimitError(secondsToWait);
  return failure && !handlesUnreadable ? failure : handle(input, request, failure);
}

/** Creates the handler of a route that is only read, which answers with the body, without `ok`. */
export const createReadEndpoint = (read: (request: Request) => Promise<HandlerResult>): Handler =>
  createHandler(async (request) => {
    const result = await read(request);
    return result.ok ? createJsonResponse(result.body, 200) : createErrorResponse(result);
  });

/** Creates the handler of the methods that a route does not take: it answers 405. */
export const createMethodRejection = (allowed: 'GET' | 'POST'): Handler =>
  createHandler(async () => {
    const response = createErrorResponse({ ok: false, error: 'method' });
    response.headers.set('Allow', allowed);
    return response;
  });

/** A handler goes on if its visitor leaves. */
const createHandler = (handle: Handler): Handler =>
  withRequestLog((request) => trackWork(answer(handle, request)));

async function answer(handle: Handler, request: Request): Promise<Response> {
  const isRefused = mustRefuseRequests();
  const response = isRefused
    ? createErrorResponse({ ok: false, error: 'unavailable' })
    : await handle(request).catch((error: unknown) =>
        createErrorResponse(reportUnexpected(request, error)),
      );
  if (!isRefused) runDueJobsAfterResponse();
  // Node would read the rest of the body as the next request of this connection.
  if (hasUnreadBody(request)) response.headers.set('Connection', 'close');
  return response;
}

const createJsonResponse = (body: unknown, status: number) =>
  Response.json(body, { status, headers: NO_STORE });

function createErrorResponse(result: ErrorResult): Response {
  const { error, message = SENTENCES[error], fields, step } = result;
  const { retryAfter, status = ERROR_STATUS[error] } = result;
  const body: ErrorResponse = { error, message, fields, step };
  const response = createJsonResponse({ ok: false, ...body }, status);
  if (error === 'unauthorised') response.headers.set('WWW-Authenticate', 'Bearer');
  if (retryAfter) response.headers.set('Retry-After', String(retryAfter));
  return attachErrorCode(response, error);
}

function createRedirect({ location, cookies }: Redirect, result: HandlerResult): Response {
  const headers = new Headers({ ...NO_STORE, Location: location });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  const response = new Response(null, { status: SEE_OTHER, headers });
  return result.ok ? response : attachErrorCode(response, result.error);
}

function reportUnexpected(request: Request, error: unknown): ErrorResult {
  reportError(error, new URL(request.url).pathname);
  return { ok: false, error: 'internal' };
}

function isFormPost({ headers }: Request): boolean {
  const type = headers.get('content-type') ?? '';
  return (
    type.toLowerCase().startsWith(FORM_TYPE) ||
    // A form with another enctype was still posted by a person who expects a page.
    headers.get('sec-fetch-mode') === 'navigate'
  );
}
