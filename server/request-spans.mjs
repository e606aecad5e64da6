import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** @import { ProxyTracerProvider } from '@opentelemetry/api' */
/** @import { TracerProvider } from '@opentelemetry/sdk-trace' */
/** @import { Handler } from './site-server.mjs' */

/** Gives each request a span (docs/decisions/031). @type {(handler: Handler) => Handler} */
export function withSpans(handler) {
  const tracer = trace.getTracer('site');
  return (request, response) => {
    const attributes = { 'http.request.method': request.method };
    const options = { kind: SpanKind.SERVER, attributes };
    return tracer.startActiveSpan('request', options, (span) => {
      response.once('close', () => {
        const { statusCode, route } = response;
        span.setAttribute('http.response.status_code', statusCode);
        if (route) span.setAttribute('http.route', route);
        if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      return handler(request, response);
    });
  };
}

/** Delivers all ended spans, or gives up after a few seconds. Call it before the process ends. */
export async function deliverSpans() {
  // Next bundles its own copy of the API, so `instanceof` would fail.
  const provider = /** @type {ProxyTracerProvider} */ (trace.getTracerProvider());
  const sdk = /** @type {TracerProvider} */ (provider.getDelegate());
  // The server must stop even if the collector is unavailable.
  await sdk.shutdown().catch(() => {});
}
