import 'server-only';
import { randomUUID } from 'node:crypto';
import { log, withRequestId } from './log';

const errorCodes = new WeakMap<Response, string>();

/** Attaches an error code to a response, for the log line of its request. */
export function attachErrorCode(response: Response, error: string): Response {
  errorCodes.set(response, error);
  return response;
}

/** Wraps a handler: gives each request an id and a log line, which has no query and no value. */
export function withRequestLog(handler: (request: Request) => Response | Promise<Response>) {
  return (request: Request): Promise<Response> => {
    const id = randomUUID();
    return withRequestId(id, async () => {
      const startedAt = performance.now();
      const route = new URL(request.url).pathname;
      const response = await handler(request);
      response.headers.set('X-Request-Id', id);
      const { status } = response;
      const facts = {
        method: request.method,
        route,
        status,
        ms: Math.round(performance.now() - startedAt),
        error: errorCodes.get(response),
      };
      log[status >= 500 ? 'error' : 'info'](facts, 'request');
      return response;
    });
  };
}
