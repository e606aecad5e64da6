import 'server-only';
import { ERROR_STATUS } from '@/lib/api/errors';
import type { ErrorResponse } from '@/lib/api/responses';
import { findMessage, getMessage, type PostPath } from './endpoint-messages';
import {
  type HandlerResult,
  type Failure,
  type FinalResult,
  createRateLimitFailure,
  type Redirect,
} from './http/handler-result';
import { withRequestLog, attachErrorCode } from '@/lib/server/log/request-log';
import { isFromOwnPage } from './http/own-origin';
import {
  hasUnreadBody,
  readBody,
  type Input,
  type MediaType,
  type Received,
} from './http/request-body';
import { reportError } from '@/lib/server/error-reports/request-error';
import { runDueJobsAfterResponse } from '@/lib/server/notify/background-jobs';
import { mustRefuseRequests } from './startup';

const SUCCESS_STATUS = { created: 201, done: 200 };
const SEE_OTHER = 303;
const NO_STORE = { 'Cache-Control': 'no-store' };

type Handler = (request: Request) => Promise<Response>;

type Endpoint = {
  /** Only JSON by default. */
  accepts?: readonly MediaType[];
  /** Returns the seconds to wait before a retry, 0 if allowed. */
  limit?: (request: Request) => Promise<number>;
  /** Has to return `received.failure` if there is one. */
  handle: (received: Received, request: Request) => Promise<HandlerResult>;
  /** Changes the fields of a plain form post before they are handled. */
  prepareForm?: (typed: Input) => Input;
  /** Answers a plain form post with a redirect. `typed` holds the fields that could be read. */
  redirect?: (answer: FinalResult, typed: Input) => Promise<Redirect>;
  success?: keyof typeof SUCCESS_STATUS;
  /** Sends the body of a success without `ok`. */
  omitsOk?: boolean;
  /** Whether to accept the request; by default only from our own pages. */
  isAllowed?: (request: Request) => boolean;
  /** The longest body in bytes, 16 KB by default. */
  maxBytes?: number;
};

/**
 * Creates the handler of a route that takes posts. It checks the origin, reads the body and answers
 * in JSON, or with 303 if a plain form was posted. An exception is answered with `internal`.
 */
export function createEndpoint(path: PostPath, options: Endpoint): Handler {
  const { accepts = ['application/json'], handle, success = 'created', omitsOk = false } = options;
  const { isAllowed = isFromOwnPage, limit, maxBytes, prepareForm, redirect } = options;
  const addMessage = (failure: Failure) => ({
    ...failure,
    message: failure.message ?? getMessage(path, failure.error),
  });

  async function receive(request: Request): Promise<{ typed: Input; answer: HandlerResult }> {
    if (!isAllowed(request)) return { typed: {}, answer: { ok: false, error: 'forbidden' } };
    const body = await readBody(request, accepts, maxBytes);
    const received =
      prepareForm && isFormPost(request) ? { ...body, input: prepareForm(body.input) } : body;
    return {
      typed: received.input,
      answer: await handleReceived(received, request).catch(logUnexpected(request)),
    };
  }

  async function handleReceived(received: Received, request: Request): Promise<HandlerResult> {
    const secondsToWait = await limit?.(request);
    return secondsToWait ? createRateLimitFailure(secondsToWait) : handle(received, request);
  }

  async function handlePost(request: Request): Promise<Response> {
    const { typed, answer } = await receive(request);
    const finalResult = answer.ok ? answer : addMessage(answer);
    if (redirect && isFormPost(request))
      return createRedirect(await redirect(finalResult, typed), finalResult);
    if (!finalResult.ok) return createErrorResponse(finalResult);
    return createJsonResponse(
      omitsOk ? finalResult.body : { ok: true, ...finalResult.body },
      SUCCESS_STATUS[success],
    );
  }

  return createHandler(handlePost, addMessage);
}

/** Creates the handler of a route that is only read, which answers with the body, without `ok`. */
export const createReadEndpoint = (read: (request: Request) => Promise<HandlerResult>): Handler =>
  createHandler(async (request) => {
    const answer = await read(request);
    return answer.ok
      ? createJsonResponse(answer.body, SUCCESS_STATUS.done)
      : createErrorResponse(answer);
  });

/** Creates the handler of the methods that a route does not take: it answers 405. */
export function createMethodRejection(allowed: 'GET' | 'POST'): Handler {
  const addMessage = (failure: Failure, request: Request) => ({
    ...failure,
    message: findMessage(request, failure.error),
  });
  return createHandler(async (request) => {
    const response = createErrorResponse(addMessage({ ok: false, error: 'method' }, request));
    response.headers.set('Allow', allowed);
    return response;
  }, addMessage);
}

function createHandler(
  handle: Handler,
  addMessage: (failure: Failure, request: Request) => Failure = (failure) => failure,
): Handler {
  return withRequestLog(async (request) => {
    const isRefused = mustRefuseRequests();
    const response = isRefused
      ? createErrorResponse(addMessage({ ok: false, error: 'unavailable' }, request))
      : await handle(request).catch((error) =>
          createErrorResponse(addMessage(logUnexpected(request)(error), request)),
        );
    if (!isRefused) runDueJobsAfterResponse();
    // Node would read the rest of the body as the next request of this connection.
    if (hasUnreadBody(request)) response.headers.set('Connection', 'close');
    return response;
  });
}

const createJsonResponse = (body: unknown, status: number) =>
  Response.json(body, { status, headers: NO_STORE });

function createErrorResponse({
  error,
  message,
  fields,
  step,
  retryAfter,
  status = ERROR_STATUS[error],
}: Failure): Response {
  const body: ErrorResponse = { error, message, fields, step };
  const response = createJsonResponse({ ok: false, ...body }, status);
  if (error === 'unauthorised') response.headers.set('WWW-Authenticate', 'Bearer');
  if (retryAfter) response.headers.set('Retry-After', String(retryAfter));
  return attachErrorCode(response, error);
}

function createRedirect({ location, cookies }: Redirect, answer: HandlerResult): Response {
  const headers = new Headers({ ...NO_STORE, Location: location });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  const response = new Response(null, { status: SEE_OTHER, headers });
  return answer.ok ? response : attachErrorCode(response, answer.error);
}

const logUnexpected =
  (request: Request) =>
  (error: unknown): Failure => {
    reportError(error, new URL(request.url).pathname);
    return { ok: false, error: 'internal' };
  };

function isFormPost({ headers }: Request): boolean {
  const type = headers.get('content-type') ?? '';
  return (
    type.toLowerCase().startsWith('application/x-www-form-urlencoded') ||
    // A form with another enctype was still posted by a person who expects a page.
    headers.get('sec-fetch-mode') === 'navigate'
  );
}
