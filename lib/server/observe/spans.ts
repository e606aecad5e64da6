import 'server-only';
import {
  type Attributes,
  context,
  createContextKey,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { getRequestId } from './log';

/** Only spans of this tracer are recorded. server/request-spans.mjs has the same name. */
export const TRACER_NAME = 'site';

export const REQUEST_SPAN = createContextKey('site.request-span');

/** Returns the current request's span; undefined while traces are off. */
export function getRequestSpan(): Span | undefined {
  return context.active().getValue(REQUEST_SPAN) as Span | undefined;
}

/** Marks the current request's span as failed, and adds attributes to it. */
export function failRequestSpan(facts: Attributes): void {
  getRequestSpan()?.setAttributes(facts).setStatus({ code: SpanStatusCode.ERROR });
}

/** Gives each call of a `fetch` a span, which has neither the query nor the body. */
export function traceFetch(
  fetchService: typeof fetch,
  service: 'database' | 'voice provider' = 'database',
  describe: (input: RequestInfo | URL, init?: RequestInit) => Attributes = describeDatabaseCall,
): typeof fetch {
  return (input, init) => {
    const attributes = { ...describe(input, init), 'request.id': getRequestId() };
    return trace
      .getTracer(TRACER_NAME)
      .startActiveSpan(service, { kind: SpanKind.CLIENT, attributes }, async (span) => {
        try {
          const response = await fetchService(input, init);
          span.setAttribute('http.response.status_code', response.status);
          if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          return response;
        } catch (error) {
          if (error instanceof Error) span.setAttribute('error.type', error.message);
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      });
  };
}

/** PostgREST's paths end in a table's name, or in `rpc/` and a function's name. */
function describeDatabaseCall(input: RequestInfo | URL, init: RequestInit = {}) {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const [parent, name] = pathname.split('/').slice(-2);
  return {
    'db.operation.name': parent === 'rpc' ? 'rpc' : (init.method ?? 'GET'),
    'db.collection.name': name,
  };
}
