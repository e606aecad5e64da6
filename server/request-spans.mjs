import { ProxyTracerProvider, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** @typedef {import('./site-server.mjs').Handler} Handler */
/** @typedef {{ shutdown: () => Promise<void> }} Sdk */

/**
 * Gives each request a span, from its first line to the end of its answer (docs/decisions/031). What is asked of the
 * database meanwhile becomes its children.
 *
 * @param {Handler} answer
 * @returns {Handler}
 */
export function withSpans(answer) {
  const tracer = trace.getTracer('site');
  return (request, response) => {
    const attributes = { 'http.request.method': request.method };
    const options = { kind: SpanKind.SERVER, attributes };
    return tracer.startActiveSpan('request', options, async (span) => {
      response.once('close', () => {
        const { statusCode } = response;
        span.setAttribute('http.response.status_code', statusCode);
        if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      const route = await answer(request, response);
      // What Next answers it names itself.
      if (route) span.setAttribute('http.route', route);
      return route;
    });
  };
}

/** Delivers all spans that have ended, or gives up after a few seconds. Call it before the process ends. */
export async function deliverSpans() {
  const provider = trace.getTracerProvider();
  const sdk = provider instanceof ProxyTracerProvider ? provider.getDelegate() : provider;
  // A collector that is away keeps no server from stopping.
  if ('shutdown' in sdk) await /** @type {Sdk} */ (sdk).shutdown().catch(() => {});
}
