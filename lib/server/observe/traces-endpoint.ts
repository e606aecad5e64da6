interface TraceSettings {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
}

/**
 * Where traces go. The traces endpoint is used as it is, the base endpoint gets `/v1/traces`, as in
 * https://opentelemetry.io/docs/specs/otel/protocol/exporter/. Many people paste the whole address
 * as the base, so the path is not added twice.
 *
 * @param settings cleaned and valid
 * @returns undefined while traces are off
 */
export function tracesEndpoint({
  OTEL_EXPORTER_OTLP_ENDPOINT: base,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole,
}: TraceSettings): string | undefined {
  if (whole) return whole;
  if (!base) return undefined;
  const url = new URL(base);
  url.pathname = url.pathname.replace(/(\/v1\/traces)?\/*$/, '/v1/traces');
  return url.href;
}
