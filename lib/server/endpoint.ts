import 'server-only';
import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { ERROR_STATUS, type ErrorCode, type ErrorResponse } from '@/lib/api';
import { errorsEn } from '@/lib/content/contact-en';
import { reportError } from './failures';
import { log, withRequestId } from '@/lib/server/log/log';
import { runDueJobsAfterResponse } from './background-jobs';
import { createRateLimitError, limitInMemory, type Route } from './http/rate-limit';
import { isFromOwnPage } from './http/request';
import {
  type ErrorResult,
  FORM_TYPE,
  type HandlerResult,
  type Input,
  type MediaType,
  readBody,
  type Redirect,
} from './http/bodies';
import { waitUntil } from './shared-state';
import { mustRefuseRequests } from './refuse-when-misconfigured';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof METHODS)[number];

const SENTENCES: Partial<Record<ErrorCode, string>> = errorsEn;

type Answer = { response: Response; error?: ErrorCode | undefined };
type Answerer = (request: Request) => Promise<Answer>;

type Post<Parsed> = {
  /** Whether to accept the request; by default only from our own pages. */
  isAllowed?: (request: Request) => boolean;
  /** The longest body in bytes, 16 KB by default. */
  maxBytes?: number;
  /** Of an address; a function returns the seconds to wait before a retry, 0 if allowed. */
  limit?: Route | ((request: Request) => Promise<number>);
  /** What else is refused as `invalid`. */
  schema?: z.ZodType<Parsed>;
  handle: (input: Parsed, request: Request) => Promise<HandlerResult>;
  /** Takes plain form posts, too. */
  form?: {
    prepare: (typed: Input) => Input;
    /** Answers with a redirect. `typed` holds the fields that could be read. */
    redirect: (result: HandlerResult, typed: Input) => Promise<Redirect>;
  };
  status?: 200 | 201;
};

/** `POST` answers in JSON, or with 303 if a plain form was posted; an exception is `internal`. */
export function endpoint<Parsed = Input>(route: {
  GET?: (request: Request) => Promise<HandlerResult>;
  POST?: Post<Parsed>;
}): Record<Method, (request: Request) => Promise<Response>> {
  const { GET, POST } = route;
  const answers: Partial<Record<Method, Answerer>> = {};
  if (GET) answers.GET = answers.HEAD = async (request) => createAnswer(await GET(request));
  if (POST) answers.POST = (request) => answerPost(POST, request);
  const refuse = async () => {
    const answer = createAnswer({ ok: false, error: 'method' });
    answer.response.headers.set('Allow', METHODS.filter((name) => answers[name]).join(', '));
    return answer;
  };
  const createHandler = (method: Method) => (request: Request) =>
    // A handler goes on if its visitor leaves.
    waitUntil(respond(answers[method] ?? refuse, request));
  return Object.fromEntries(METHODS.map((method) => [method, createHandler(method)])) as ReturnType<
    typeof endpoint
  >;
}

function respond(answer: Answerer, request: Request): Promise<Response> {
  const id = randomUUID();
  return withRequestId(id, async () => {
    const startedAt = performance.now();
    const { method } = request;
    const route = new URL(request.url).pathname;
    const isRefused = mustRefuseRequests();
    const createFailure = isFormPost(request) ? createTextAnswer : createAnswer;
    const { response, error } = isRefused
      ? createFailure({ ok: false, error: 'unavailable' })
      : await answer(request).catch((thrown: unknown) =>
          createFailure(reportUnexpected(request, thrown)),
        );
    if (!isRefused) runDueJobsAfterResponse();
    response.headers.set('X-Request-Id', id);
    const { status } = response;
    const ms = Math.round(performance.now() - startedAt);
    log[status >= 500 ? 'error' : 'info']({ method, route, status, ms, error }, 'request');
    return response;
  });
}

async function answerPost<Parsed>(post: Post<Parsed>, request: Request): Promise<Answer> {
  const { isAllowed = isFromOwnPage, maxBytes, form, status } = post;
  const isForm = form && isFormPost(request);
  const types: MediaType[] = ['application/json'];
  if (form) types.push(FORM_TYPE);
  const { input, failure } = isAllowed(request)
    ? await readBody(request, types, maxBytes)
    : { input: {}, failure: { ok: false, error: 'forbidden' } as const };
  const typed = isForm ? form.prepare(input) : input;
  const result =
    failure ??
    (await handleInput(post, typed, request).catch((thrown: unknown) =>
      reportUnexpected(request, thrown),
    ));
  return isForm
    ? createRedirect(await form.redirect(result, typed), result)
    : createAnswer(result, status);
}

async function handleInput<Parsed>(
  { limit, schema, handle }: Post<Parsed>,
  input: Input,
  request: Request,
): Promise<HandlerResult> {
  const isInMemory = typeof limit === 'string';
  const retryAfter = await (isInMemory ? limitInMemory(limit, request) : limit?.(request));
  if (retryAfter) return createRateLimitError(retryAfter);
  const parsed = schema?.safeParse(input) ?? { success: true, data: input as Parsed };
  return parsed.success ? handle(parsed.data, request) : { ok: false, error: 'invalid' };
}

function isFormPost({ headers }: Request): boolean {
  const type = headers.get('content-type') ?? '';
  return (
    type.toLowerCase().startsWith(FORM_TYPE) ||
    // A form with another enctype was still posted by a person who expects a page.
    headers.get('sec-fetch-mode') === 'navigate'
  );
}

function createAnswer(result: HandlerResult, status = 200): Answer {
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  if (result.ok)
    return { response: Response.json({ ok: true, ...result.body }, { status, headers }) };
  const { error, message = SENTENCES[error], fields, step, retryAfter } = result;
  if (error === 'unauthorised') headers.set('WWW-Authenticate', 'Bearer');
  if (retryAfter) headers.set('Retry-After', String(retryAfter));
  const body: ErrorResponse = { error, message, fields, step };
  const init = { status: result.status ?? ERROR_STATUS[error], headers };
  return { response: Response.json({ ok: false, ...body }, init), error };
}

/** For a plain form whose redirect can't be made. */
function createTextAnswer({ error }: ErrorResult): Answer {
  const init = { status: ERROR_STATUS[error], headers: { 'Cache-Control': 'no-store' } };
  return { response: new Response(SENTENCES[error], init), error };
}

function createRedirect({ location, cookies }: Redirect, result: HandlerResult): Answer {
  const headers = new Headers({ 'Cache-Control': 'no-store', Location: location });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  const response = new Response(null, { status: 303, headers });
  return { response, error: result.ok ? undefined : result.error };
}

function reportUnexpected(request: Request, error: unknown): ErrorResult {
  reportError(error, new URL(request.url).pathname);
  return { ok: false, error: 'internal' };
}
