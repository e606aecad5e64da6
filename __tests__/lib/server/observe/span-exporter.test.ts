/** @jest-environment node */
import { createTraceState, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { createFilteringExporter } from '@/lib/server/observe/span-exporter';
import { collectLogLines } from './log-lines';

const lines = collectLogLines();
const resource = resourceFromAttributes({ 'service.name': 'callwright.example' });
const REQUEST_ID = '0b6e9d42-13c8-4f7e-8d25-6a9c7e1f3b08';
const PERSONAL = 'Karel Vomáčka';
const ids = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 };
const withState = { ...ids, traceState: createTraceState('name=karel') };

const createSpanWith = (facts: Partial<ReadableSpan>): ReadableSpan => ({
  name: PERSONAL,
  kind: SpanKind.SERVER,
  spanContext: () => withState,
  parentSpanContext: withState,
  startTime: [1, 0],
  endTime: [2, 0],
  duration: [1, 0],
  ended: true,
  status: { code: SpanStatusCode.UNSET },
  attributes: {},
  links: [{ context: withState, attributes: { name: PERSONAL } }],
  events: [{ time: [1, 0], name: 'exception', attributes: { 'exception.message': PERSONAL } }],
  resource: resourceFromAttributes({ 'host.name': PERSONAL }),
  instrumentationScope: { name: 'site', version: PERSONAL },
  droppedAttributesCount: 1,
  droppedEventsCount: 1,
  droppedLinksCount: 1,
  ...facts,
});

function exportSpan(facts: Partial<ReadableSpan>): ReadableSpan {
  const memory = new InMemorySpanExporter();
  createFilteringExporter(memory, resource).export([createSpanWith(facts)], () => {});
  return memory.getFinishedSpans()[0] as ReadableSpan;
}

test('exports the listed facts of a request', () => {
  const attributes = {
    'http.request.method': 'GET',
    'http.route': '/outreach',
    'http.response.status_code': 200,
    'request.id': REQUEST_ID,
  };
  const { spanContext, ...rest } = exportSpan({ attributes });
  expect(spanContext()).toEqual(ids);
  expect(rest).toEqual({
    name: 'GET /outreach',
    kind: SpanKind.SERVER,
    attributes,
    parentSpanContext: ids,
    startTime: [1, 0],
    endTime: [2, 0],
    duration: [1, 0],
    ended: true,
    status: { code: SpanStatusCode.UNSET },
    links: [],
    events: [],
    resource,
    instrumentationScope: { name: 'site' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  });
});

test.each([
  [
    'rpc take_rate_limits',
    { 'db.operation.name': 'rpc', 'db.collection.name': 'take_rate_limits' },
  ],
  ['GET /call/[id]', { 'http.request.method': 'GET', 'http.route': '/call/[id]' }],
])('names a call to a service %s', (name, attributes) => {
  const span = exportSpan({ kind: SpanKind.CLIENT, attributes });
  expect(span).toMatchObject({ name, attributes });
});

test('renames the method and status of Next.js', () => {
  const attributes = { 'http.method': 'POST', 'http.status_code': 404 };
  expect(exportSpan({ attributes })).toMatchObject({
    name: 'POST',
    attributes: { 'http.request.method': 'POST', 'http.response.status_code': 404 },
  });
});

test('exports an error without its message', () => {
  const status = { code: SpanStatusCode.ERROR, message: PERSONAL };
  expect(exportSpan({ status }).status).toEqual({ code: SpanStatusCode.ERROR });
});

test.each([
  ...['http.target', 'http.url', 'url.full', 'url.path', 'url.query', 'next.route'],
  ...['next.span_name', 'client.address', 'user_agent.original', 'constructor'],
])('drops the attribute %s', (name) => {
  expect(exportSpan({ attributes: { [name]: '/outreach' } }).attributes).toEqual({});
});

test.each([
  ['http.request.method', 'KAREL'],
  ['http.route', '/outreach?contact_name=Karel'],
  ['http.route', '/Karel Vomáčka'],
  ['http.route', 'karel@example.com'],
  ['http.route', 'karel/outreach'],
  ['http.response.status_code', 'Karel'],
  ['http.response.status_code', 2000],
  ['http.response.status_code', 1200],
  ['http.response.status_code', 600],
  ['request.id', 'karel@example.com'],
  ['request.id', `karel ${REQUEST_ID}`],
  ['request.id', `${REQUEST_ID} karel`],
  ['db.operation.name', 'select * from people'],
  ['db.collection.name', 'strategy_sessions?email=eq.karel@example.com'],
  ['db.collection.name', ''],
  ['db.collection.name', undefined],
  ['error.digest', 'karel'],
  ['error.digest', '12 karel'],
  ['error.digest', '12345678901'],
  ['error.type', 'duplicate key (email)=(karel@example.com)'],
  ['error.type', 'status 200'],
  ['error.type', 'karel timeout'],
  ['error.type', 'timeout of karel'],
])('drops the %s %s', (name, value) => {
  expect(exportSpan({ attributes: { [name]: value } }).attributes).toStrictEqual({});
});

test.each(['timeout', 'network', 'truncated', 'circuit open', 'no answer', 'status 503', '500'])(
  'exports the error type %s',
  (reason) => {
    expect(exportSpan({ attributes: { 'error.type': reason } }).attributes).toEqual({
      'error.type': reason,
    });
  },
);

test('exports a span without a parent', () => {
  const { parentSpanContext: _, ...first } = createSpanWith({});
  const memory = new InMemorySpanExporter();
  createFilteringExporter(memory, resource).export([first], () => {});
  expect(memory.getFinishedSpans()[0]).not.toHaveProperty('parentSpanContext');
});

test('shuts down the wrapped exporter', async () => {
  const behind = new InMemorySpanExporter();
  const shutdown = jest.spyOn(behind, 'shutdown');
  await createFilteringExporter(behind, resource).shutdown();
  expect(shutdown).toHaveBeenCalledTimes(1);
});

test('exports no free text from any part of a span', () => {
  const names = ['http.route', 'request.id', 'error.type', 'db.collection.name', 'x'];
  const attributes = Object.fromEntries(names.map((name) => [name, PERSONAL]));
  const span = exportSpan({
    attributes,
    status: { code: SpanStatusCode.ERROR, message: PERSONAL },
  });
  const sent = JSON.stringify({ ...span, resource: span.resource.attributes });
  expect(sent).not.toContain('Karel');
  expect(span.spanContext()).not.toHaveProperty('traceState');
});

const rejection = Object.assign(new Error(PERSONAL), { code: 401 });
const line = { level: 'warn', spans: 1, code: '401', msg: 'traces not delivered' };

test.each([
  ['nothing of an accepting', { code: 0 }, []],
  ['the status and number of spans of a rejecting', { code: 1, error: rejection }, [line]],
])('logs %s collector', (_what, result, logged) => {
  const done = jest.fn();
  const collector = {
    export: (_: ReadableSpan[], answer: (given: typeof result) => void) => answer(result),
    shutdown: async () => {},
  };
  createFilteringExporter(collector, resource).export([createSpanWith({})], done);
  expect(done).toHaveBeenCalledWith(result);
  expect(lines).toEqual(logged.map((facts) => expect.objectContaining(facts) as unknown));
});
