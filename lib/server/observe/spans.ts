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
import { requestId } from './log';

/** Whose spans are recorded (docs/decisions/031). `server/request-spans.mjs` has the same name. */
export const TRACER = 'site';

/** In a context: the span of the request. */
export const REQUEST_SPAN = createContextKey('site.request-span');

/** The span of the request that is being answered; undefined while traces are off. */
export function requestSpan(): Span | undefined {
  return context.active().getValue(REQUEST_SPAN) as Span | undefined;
}

/** Marks the request that is being answered as failed, and adds what is known of it. */
export function failRequestSpan(facts: Attributes): void {
  requestSpan()?.setAttributes(facts).setStatus({ code: SpanStatusCode.ERROR });
}

/**
 * Wraps a `fetch` to a service: each call gets a span with what `describe` says of it, the status and the id of the request
 * in the log. Never the query, never the body.
 */
export function traced(
  fetchService: typeof fetch,
  service: 'database' | 'voice provider' = 'database',
  describe: (input: RequestInfo | URL, init?: RequestInit) => Attributes = describeDatabaseCall,
): typeof fetch {
  return (input, init) => {
    const attributes = { ...describe(input, init), 'request.id': requestId() };
    return trace
      .getTracer(TRACER)
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

/** PostgREST's addresses end in the name of a table, or in `rpc` and that of a function. */
function describeDatabaseCall(input: RequestInfo | URL, init: RequestInit = {}) {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const [parent, name] = pathname.split('/').slice(-2);
  return {
    'db.operation.name': parent === 'rpc' ? 'rpc' : (init.method ?? 'GET'),
    'db.collection.name': name,
  };
}
