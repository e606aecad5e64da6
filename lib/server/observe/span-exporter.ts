import 'server-only';
import { METHODS } from 'node:http';
import { type AttributeValue, type SpanContext, SpanStatusCode } from '@opentelemetry/api';
import { type Resource } from '@opentelemetry/resources';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { log } from './log';

type ExportCallback = Parameters<SpanExporter['export']>[1];
type ValueRule = (value: AttributeValue) => boolean;

const createPatternRule =
  (pattern: RegExp): ValueRule =>
  (value) =>
    pattern.test(String(value));
const isMethod: ValueRule = (value) => METHODS.includes(String(value));
const isStatus = createPatternRule(/^[1-5]\d\d$/);
const isIdentifier = createPatternRule(/^[A-Za-z_]\w{0,62}$/);

/** The attributes that may leave, and their values. Next's routes are file names, never URLs. */
const ALLOWED_ATTRIBUTES: Readonly<Record<string, ValueRule>> = {
  'http.request.method': isMethod,
  'http.route': createPatternRule(/^\/[\w./()[\]~-]*$/),
  'http.response.status_code': isStatus,
  'request.id': createPatternRule(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
  'db.operation.name': (value) => value === 'rpc' || isMethod(value),
  'db.collection.name': isIdentifier,
  'error.digest': createPatternRule(/^\d{1,10}$/),
  'error.type': createPatternRule(
    /^(timeout|network|truncated|circuit open|no answer|status 5\d\d|5\d\d)$/,
  ),
};

/** Next still uses older names. */
const CURRENT_NAMES: Readonly<Record<string, string>> = {
  'http.method': 'http.request.method',
  'http.status_code': 'http.response.status_code',
};

/** Wraps an exporter, so that spans leave with allowed attributes and names only. */
export function createFilteringExporter(exporter: SpanExporter, resource: Resource): SpanExporter {
  return {
    export: (spans: ReadableSpan[], done: ExportCallback) =>
      exporter.export(
        spans.map((span) => copyAllowed(span, resource)),
        (result) => {
          if (result.error) {
            const { code } = result.error as { code?: unknown };
            log.warn({ spans: spans.length, code: String(code) }, 'traces not delivered');
          }
          done(result);
        },
      ),
    shutdown: () => exporter.shutdown(),
  };
}

function copyAllowed(span: ReadableSpan, resource: Resource): ReadableSpan {
  const { kind, startTime, endTime, duration, ended, parentSpanContext } = span;
  const attributes = Object.fromEntries(
    Object.entries(span.attributes)
      .map(([name, value]) => [CURRENT_NAMES[name] ?? name, value] as const)
      .filter(([name, value]) => value !== undefined && ALLOWED_ATTRIBUTES[name]?.(value)),
  );
  const joinNames = (first: string, second: string) =>
    [attributes[first], attributes[second]].filter(Boolean).join(' ');
  const hasFailed = span.status.code === SpanStatusCode.ERROR;
  return {
    name:
      joinNames('db.operation.name', 'db.collection.name') ||
      joinNames('http.request.method', 'http.route'),
    attributes,
    status: { code: hasFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    kind,
    startTime,
    endTime,
    duration,
    ended,
    spanContext: () => copyIds(span.spanContext()),
    ...(parentSpanContext ? { parentSpanContext: copyIds(parentSpanContext) } : {}),
    resource,
    instrumentationScope: { name: span.instrumentationScope.name },
    links: [],
    events: [],
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

const copyIds = ({ traceId, spanId, traceFlags }: SpanContext): SpanContext => ({
  traceId,
  spanId,
  traceFlags,
});
