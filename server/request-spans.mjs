import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** @typedef {import('./site-server.mjs').Handler} Handler */
/** @typedef {import('@opentelemetry/api').TracerProvider & { shutdown: () => Promise<void> }} Sdk */

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
    return tracer.startActiveSpan('request', options, (span) => {
      response.once('close', () => {
        const { statusCode, route } = response;
        span.setAttribute('http.response.status_code', statusCode);
        // What Next answers is named by Next or by its handler.
        if (route) span.setAttribute('http.route', route);
        if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      return answer(request, response);
    });
  };
}

/** Delivers all spans that have ended, or gives up after a few seconds. Call it before the process ends. */
export async function deliverSpans() {
  // Next bundles its own copy of the API, so that `instanceof` would fail.
  const provider = /** @type {import('@opentelemetry/api').ProxyTracerProvider} */ (
    trace.getTracerProvider()
  );
  const sdk = /** @type {Sdk} */ (provider.getDelegate());
  // A collector that is away keeps no server from stopping.
  await sdk.shutdown().catch(() => {});
}
