import 'server-only';
import {
  context,
  type Context,
  ProxyTracerProvider,
  type Span,
  SpanKind,
  type SpanOptions,
  trace,
  type Tracer,
  type TracerProvider as Provider,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type SpanExporter,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { env, isFunctionHost } from '../env';
import { closedExporter } from './span-exporter';
import { REQUEST_SPAN, TRACER } from './spans';
import { tracesEndpoint } from './traces-endpoint';
import { waitUntil } from '../notify/wait-until';

/** In milliseconds. How long one delivery may take, with its retries; a server that stops waits for the last one. */
const DELIVERY_MS = 3000;

/**
 * Sends a span for each request and each database call to the collector that the settings name (docs/decisions/031).
 * Requests bring no trace of their own: no propagator is set, so a stranger's `traceparent` is not read.
 *
 * @param exporter by default OTLP over HTTP, with headers, certificates and compression from the settings that the SDK
 *   reads itself (`OTEL_EXPORTER_OTLP_…`)
 */
export function startTracing(
  exporter: SpanExporter = new OTLPTraceExporter({
    url: tracesEndpoint(env()) ?? '',
    timeoutMillis: DELIVERY_MS,
  }),
): void {
  // No detector: a resource would name the machine and the arguments of the process.
  const resource = resourceFromAttributes({ 'service.name': new URL(env().SITE_URL).host });
  const batches = new BatchSpanProcessor({ exporter: closedExporter(exporter, resource) });
  const spanProcessors = isFunctionHost() ? [batches, sentBeforeFreezing(batches)] : [batches];
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  trace.setGlobalTracerProvider(new RequestTracerProvider({ resource, spanProcessors }));
}

/** A function is frozen once it has answered: its host has to be asked to wait. */
function sentBeforeFreezing(batches: SpanProcessor): SpanProcessor {
  const nothing = async () => {};
  return {
    onStart: () => {},
    onEnd: ({ kind }) => {
      if (kind !== SpanKind.SERVER) return;
      waitUntil(batches.forceFlush().catch(nothing));
    },
    forceFlush: nothing,
    shutdown: nothing,
  };
}

/** Records our spans and, on serverless hosts, Next's root request span. */
class RequestTracerProvider extends TracerProvider implements Provider {
  override getTracer(name: string, version?: string): Tracer {
    const tracer = super.getTracer(name, version);
    if (name === TRACER) return new RequestTracer(tracer, () => true);
    const takes = (kind: SpanKind | undefined, parent: Context) =>
      isFunctionHost() && kind === SpanKind.SERVER && !parent.getValue(REQUEST_SPAN);
    return new RequestTracer(tracer, takes);
  }
}

/** A non-recording tracer that propagates the parent context. */
const unrecorded = new ProxyTracerProvider().getTracer('unrecorded');

class RequestTracer implements Tracer {
  constructor(
    private readonly recorded: Tracer,
    private readonly takes: (kind: SpanKind | undefined, parent: Context) => boolean,
  ) {}

  startSpan(name: string, options: SpanOptions = {}, parent = context.active()): Span {
    const tracer = this.takes(options.kind, parent) ? this.recorded : unrecorded;
    return tracer.startSpan(name, options, parent);
  }

  startActiveSpan<Work extends (span: Span) => unknown>(
    name: string,
    ...rest: [Work] | [SpanOptions, Work] | [SpanOptions, Context, Work]
  ): ReturnType<Work> {
    const work = rest.at(-1) as Work;
    const given = rest.slice(0, -1) as [SpanOptions?, Context?];
    const [options = {}, parent = context.active()] = given;
    const span = this.startSpan(name, options, parent);
    const isRequest = options.kind === SpanKind.SERVER && span.isRecording();
    const inner = trace.setSpan(parent, span);
    return context.with(
      isRequest ? inner.setValue(REQUEST_SPAN, span) : inner,
      work as (span: Span) => ReturnType<Work>,
      undefined,
      span,
    );
  }
}
