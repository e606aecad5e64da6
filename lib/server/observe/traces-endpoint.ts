interface TraceSettings {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
}

// https://opentelemetry.io/docs/specs/otel/protocol/exporter/
/** Returns the URL for traces, with `/v1/traces` added to a base; undefined without traces. */
export function getTracesEndpoint({
  OTEL_EXPORTER_OTLP_ENDPOINT: base,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: tracesEndpoint,
}: TraceSettings): string | undefined {
  if (tracesEndpoint) return tracesEndpoint;
  if (!base) return undefined;
  const url = new URL(base);
  url.pathname = url.pathname.replace(/(\/v1\/traces)?\/*$/, '/v1/traces');
  return url.href;
}
