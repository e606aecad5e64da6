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
import { getEnv, isServerlessHost } from '@/lib/server/env';
import { createFilteringExporter } from './span-exporter';
import { REQUEST_SPAN, TRACER_NAME } from './spans';
import { getTracesEndpoint } from './traces-endpoint';
import { waitUntil } from '@/lib/server/wait-until';

/** Includes retries. A server that stops waits for the last delivery. */
const DELIVERY_TIMEOUT_MS = 3000;

/** Sends spans (docs/decisions/031). It sets no propagator, so no stranger's trace continues. */
export function startTracing(
  exporter: SpanExporter = new OTLPTraceExporter({
    url: getTracesEndpoint(getEnv()) ?? '',
    timeoutMillis: DELIVERY_TIMEOUT_MS,
  }),
): void {
  // A detector would add the machine's name and the process's arguments.
  const resource = resourceFromAttributes({ 'service.name': new URL(getEnv().SITE_URL).host });
  const batches = new BatchSpanProcessor({ exporter: createFilteringExporter(exporter, resource) });
  const spanProcessors = isServerlessHost() ? [batches, flushAfterRequest(batches)] : [batches];
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  trace.setGlobalTracerProvider(new RequestTracerProvider({ resource, spanProcessors }));
}

/** A serverless host freezes the process after the response, so it has to be asked to wait. */
function flushAfterRequest(batches: SpanProcessor): SpanProcessor {
  const doNothing = async () => {};
  return {
    onStart: () => {},
    onEnd: ({ kind }) => {
      if (kind !== SpanKind.SERVER) return;
      waitUntil(batches.forceFlush().catch(doNothing));
    },
    forceFlush: doNothing,
    shutdown: doNothing,
  };
}

/** Records our spans and, on serverless hosts, Next's root request span. */
class RequestTracerProvider extends TracerProvider implements Provider {
  override getTracer(name: string, version?: string): Tracer {
    const tracer = super.getTracer(name, version);
    if (name === TRACER_NAME) return new RequestTracer(tracer, () => true);
    const isRootRequest = (kind: SpanKind | undefined, parent: Context) =>
      isServerlessHost() && kind === SpanKind.SERVER && !parent.getValue(REQUEST_SPAN);
    return new RequestTracer(tracer, isRootRequest);
  }
}

/** A non-recording tracer that propagates the parent context. */
const nonRecordingTracer = new ProxyTracerProvider().getTracer('unrecorded');

class RequestTracer implements Tracer {
  constructor(
    private readonly recordingTracer: Tracer,
    private readonly shouldRecord: (kind: SpanKind | undefined, parent: Context) => boolean,
  ) {}

  startSpan(name: string, options: SpanOptions = {}, parent = context.active()): Span {
    const tracer = this.shouldRecord(options.kind, parent)
      ? this.recordingTracer
      : nonRecordingTracer;
    return tracer.startSpan(name, options, parent);
  }

  startActiveSpan<Work extends (span: Span) => unknown>(
    name: string,
    ...rest: [Work] | [SpanOptions, Work] | [SpanOptions, Context, Work]
  ): ReturnType<Work> {
    const work = rest.at(-1) as Work;
    const spanArguments = rest.slice(0, -1) as [SpanOptions?, Context?];
    const [options = {}, parent = context.active()] = spanArguments;
    const span = this.startSpan(name, options, parent);
    const isRequest = options.kind === SpanKind.SERVER && span.isRecording();
    const spanContext = trace.setSpan(parent, span);
    return context.with(
      isRequest ? spanContext.setValue(REQUEST_SPAN, span) : spanContext,
      work as (span: Span) => ReturnType<Work>,
      undefined,
      span,
    );
  }
}
