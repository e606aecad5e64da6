import 'server-only';
import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { ERROR_STATUS, type ErrorCode, type ErrorResponse } from '@/lib/api';
import { errorsEn } from '@/lib/content/contact-en';
import { reportError } from './failures';
import { log, withRequestId } from '@/lib/server/log/log';
import { runDueJobsAfterResponse } from './background-jobs';
import { createRateLimitError, limitAddress, type Route } from './http/rate-limit';
import {
  type ErrorResult,
  FORM_TYPE,
  type HandlerResult,
  type Input,
  isFormPost,
  isFromOwnPage,
  readBody,
} from './http/request';
import { waitUntil } from './shared-state';
import { mustRefuseRequests } from './refuse-when-misconfigured';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof METHODS)[number];

const SENTENCES: Partial<Record<ErrorCode, string>> = errorsEn;

/** `error` is for the log. */
type Answer = { response: Response; error?: ErrorCode | undefined };
type Answerer = (request: Request) => Promise<Answer>;

type Post<Parsed> = {
  /** Whether to accept the request; by default only from our own pages. */
  isAllowed?: (request: Request) => boolean;
  /** The longest body in bytes, 16 KB by default. */
  maxBytes?: number;
  /** The limit of an address. */
  limit?: Route;
  /** What else is refused as `invalid`. */
  schema?: z.ZodType<Parsed>;
  handle: (input: Parsed, request: Request) => Promise<HandlerResult>;
  status?: 200 | 201;
  /** Answers the form of a page without script, which has no other type; by default refused. */
  answerForm?: (result: HandlerResult, input: Input) => Promise<Response>;
};

/** Answers in JSON, but for forms. */
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
    const { response, error } = isRefused
      ? createAnswer({ ok: false, error: 'unavailable' })
      : await answer(request).catch((thrown: unknown) =>
          createAnswer(reportUnexpected(request, thrown)),
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
  const { isAllowed = isFromOwnPage, maxBytes, status } = post;
  const answerForm = isFormPost(request) ? post.answerForm : undefined;
  const body = isAllowed(request)
    ? await readBody(request, answerForm && FORM_TYPE, maxBytes)
    : ({ ok: false, error: 'forbidden' } as const);
  const result = body.ok
    ? await takeInput(post, body.input, request).catch((thrown) =>
        reportUnexpected(request, thrown),
      )
    : body;
  if (!answerForm) return createAnswer(result, status);
  const response = await answerForm(result, body.ok ? body.input : {});
  return { response, error: result.ok ? undefined : result.error };
}

async function takeInput<Parsed>(
  { limit, schema, handle }: Post<Parsed>,
  input: Input,
  request: Request,
): Promise<HandlerResult> {
  const retryAfter = limit && (await limitAddress(limit, request));
  if (retryAfter) return createRateLimitError(retryAfter);
  const parsed = schema?.safeParse(input) ?? { success: true, data: input as Parsed };
  return parsed.success ? handle(parsed.data, request) : { ok: false, error: 'invalid' };
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

function reportUnexpected(request: Request, error: unknown): ErrorResult {
  reportError(error, new URL(request.url).pathname);
  return { ok: false, error: 'internal' };
}
