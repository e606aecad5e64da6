/** @jest-environment node */
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { withRequestLog } from '@/lib/server/observe/request-log';
import { getRequestSpan, traceFetch } from '@/lib/server/observe/spans';
import { startTracing } from '@/lib/server/observe/tracing';
import { deliverSpans, withSpans } from '@/server/request-spans.mjs';
import { setUpServer } from '../../../server/ask';
import { collectLogLines } from './log-lines';
import { provideSettings } from '../settings';

collectLogLines();
const TABLE = 'https://project.supabase.example/rest/v1/strategy_sessions?email=eq.eva@example.com';

let exportedSpans: ReadableSpan[];
beforeEach(() => {
  provideSettings();
  exportedSpans = [];
  const exporter = new InMemorySpanExporter();
  // The exporter forgets what it holds when it is shut down.
  jest.spyOn(exporter, 'export').mockImplementation((spans, done) => {
    exportedSpans.push(...spans);
    done({ code: 0 });
  });
  startTracing(exporter);
});
afterEach(() => {
  trace.disable();
  context.disable();
});

let status: number;
let route: string | undefined;
let runWork: () => unknown;
beforeEach(() => {
  [status, route, runWork] = [200, undefined, () => undefined];
});
const ask = setUpServer((request, response) => {
  const handle = withSpans(async (_, answering) => {
    answering.route = route;
    await runWork();
    answering.writeHead(status).end();
  });
  void handle(request, response);
});
const askAndCollect = async (...asked: Parameters<typeof ask>) => {
  await ask(...asked);
  await deliverSpans();
  return exportedSpans;
};

test('records one span per request, named by its route, with the site only', async () => {
  route = '/privacy';
  const spans = await askAndCollect('/privacy?name=eva');
  expect(spans).toMatchObject([
    {
      name: 'GET /privacy',
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/privacy',
        'http.response.status_code': 200,
      },
    },
  ]);
  // No facts about the machine.
  expect(spans[0]?.resource.attributes).toEqual({ 'service.name': 'callwright.example' });
});

test.each([
  [200, SpanStatusCode.UNSET],
  [499, SpanStatusCode.UNSET],
  [500, SpanStatusCode.ERROR],
])('a request without a route is named GET, and status %i is %i', async (answered, code) => {
  status = answered;
  expect(await askAndCollect('/eva-novakova')).toMatchObject([{ name: 'GET', status: { code } }]);
});

test('does not continue the trace of a client', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const [span] = await askAndCollect('/', { traceparent: `00-${traceId}-b7ad6b7169203331-01` });
  expect(span?.spanContext().traceId).not.toBe(traceId);
  expect(span?.parentSpanContext).toBeUndefined();
  expect(propagation.fields()).toEqual([]);
});

test('records a database call under its request, both with the request id', async () => {
  const fetched = jest.fn(async () => new Response(null, { status: 201 }));
  let id: string | null = null;
  runWork = async () => {
    const handler = withRequestLog(async () => traceFetch(fetched)(TABLE, { method: 'POST' }));
    const answer = await handler(new Request('http://localhost/api/contact?email=eva'));
    id = answer.headers.get('X-Request-Id');
  };
  const [call, request] = await askAndCollect('/api/contact?email=eva', {}, 'POST');
  expect(call).toMatchObject({
    name: 'POST strategy_sessions',
    kind: SpanKind.CLIENT,
    parentSpanContext: { spanId: request?.spanContext().spanId },
    attributes: { 'request.id': id, 'http.response.status_code': 201 },
  });
  expect(request).toMatchObject({
    name: 'POST /api/contact',
    attributes: { 'request.id': id, 'http.route': '/api/contact' },
  });
  expect(call?.spanContext().traceId).toBe(request?.spanContext().traceId);
});

test.each([
  [new Error('timeout'), { 'error.type': 'timeout' }],
  [new Error('eva@example.com'), {}],
  ['eva@example.com', {}],
  [{ message: 'timeout' }, {}],
])('rethrows %s of a call, and records %p', async (error, more) => {
  const fetchAndFail = traceFetch(() => Promise.reject(error));
  await expect(fetchAndFail(new URL(TABLE))).rejects.toBe(error);
  await deliverSpans();
  const databaseAttributes = {
    'db.operation.name': 'GET',
    'db.collection.name': 'strategy_sessions',
  };
  expect(exportedSpans[0]).toMatchObject({ status: { code: SpanStatusCode.ERROR } });
  expect(exportedSpans[0]?.attributes).toEqual({ ...databaseAttributes, ...more });
});

test.each([
  [499, SpanStatusCode.UNSET],
  [500, SpanStatusCode.ERROR],
])('records a call answered with %i with the span status %i', async (answered, expected) => {
  await traceFetch(async () => new Response(null, { status: answered }))(TABLE);
  await deliverSpans();
  expect(exportedSpans).toMatchObject([
    { status: { code: expected }, attributes: { 'http.response.status_code': answered } },
  ]);
});

test('keeps the span of the request during a database call', async () => {
  let outside: unknown;
  let inside: unknown;
  runWork = async () => {
    outside = getRequestSpan();
    await traceFetch(async () => {
      inside = getRequestSpan();
      return new Response();
    })(TABLE);
  };
  await askAndCollect('/outreach');
  expect(inside).toBeDefined();
  expect(inside).toBe(outside);
});

test('names a database function', async () => {
  const address = 'https://project.supabase.example/rest/v1/rpc/take_rate_limits';
  await traceFetch(async () => new Response())(new Request(address), { method: 'POST' });
  await deliverSpans();
  expect(exportedSpans.map(({ name }) => name)).toEqual(['rpc take_rate_limits']);
});

test('names a call to the voice provider by its method and route', async () => {
  const facts = { 'http.request.method': 'POST', 'http.route': '/call/web' };
  const answer = async () => new Response(null, { status: 402 });
  await traceFetch(
    answer,
    'voice provider',
    () => facts,
  )('https://voice.example/call/web?name=eva');
  await deliverSpans();
  expect(exportedSpans).toMatchObject([
    { name: 'POST /call/web', attributes: { ...facts, 'http.response.status_code': 402 } },
  ]);
});

const getNextTracer = () => trace.getTracer('next.js');

test('drops the spans of Next.js, and attaches their children to the request', async () => {
  runWork = () =>
    getNextTracer().startActiveSpan('GET', { kind: SpanKind.SERVER }, (outer) =>
      getNextTracer().startActiveSpan('render', async (inner) => {
        expect(getRequestSpan()?.isRecording()).toBe(true);
        await traceFetch(async () => new Response())(TABLE);
        inner.end();
        outer.end();
      }),
    );
  const [call, request] = await askAndCollect('/outreach');
  expect(exportedSpans).toHaveLength(2);
  expect(call?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
});

test('asks no host to wait where the process keeps running', async () => {
  const hostContext = Symbol.for('@next/request-context');
  const waitUntil = jest.fn();
  Reflect.set(globalThis, hostContext, { get: () => ({ waitUntil }) });
  await askAndCollect('/outreach');
  Reflect.deleteProperty(globalThis, hostContext);
  expect(exportedSpans).toHaveLength(1);
  expect(waitUntil).not.toHaveBeenCalled();
});

test('records no span of Next.js before the server listens', async () => {
  getNextTracer().startSpan('GET', { kind: SpanKind.SERVER }).end();
  await deliverSpans();
  expect(exportedSpans).toEqual([]);
});

describe('in a function', () => {
  const hostContext = Symbol.for('@next/request-context');
  const waitedFor: Promise<unknown>[] = [];
  const startInFunction = (exporter: InMemorySpanExporter) => {
    process.env.VERCEL = '1';
    trace.disable();
    context.disable();
    startTracing(exporter);
    const waitUntil = (work: Promise<unknown>) => void waitedFor.push(work);
    Reflect.set(globalThis, hostContext, { get: () => ({ waitUntil }) });
  };
  afterEach(() => {
    delete process.env.VERCEL;
    Reflect.deleteProperty(globalThis, hostContext);
    waitedFor.length = 0;
  });

  test('uses the span of Next.js, and makes the host wait for its delivery only', async () => {
    const exporter = new InMemorySpanExporter();
    startInFunction(exporter);
    const server = { kind: SpanKind.SERVER, attributes: { 'http.target': '/?name=eva' } };
    await getNextTracer().startActiveSpan('GET', server, context.active(), async (outer) => {
      expect(getRequestSpan()).toBe(outer);
      getNextTracer().startActiveSpan('again', server, (inner) => {
        expect(inner.isRecording()).toBe(false);
        inner.end();
      });
      await traceFetch(async () => new Response())(TABLE);
      expect(waitedFor).toHaveLength(0);
      outer.setAttributes({ 'http.method': 'GET', 'http.route': '/outreach' });
      outer.end();
    });
    expect(waitedFor).toHaveLength(1);
    await Promise.all(waitedFor);
    const attributes = { 'http.request.method': 'GET', 'http.route': '/outreach' };
    const [call, ...rest] = exporter.getFinishedSpans();
    expect(call?.name).toBe('GET strategy_sessions');
    expect(rest).toMatchObject([{ name: 'GET /outreach', attributes }]);
  });

  test('records nothing of Next.js outside a request', async () => {
    startInFunction(new InMemorySpanExporter());
    const inner = getNextTracer().startSpan('render');
    expect(inner.isRecording()).toBe(false);
  });

  test('keeps an explicit parent of a span', async () => {
    const exporter = new InMemorySpanExporter();
    startInFunction(exporter);
    const server = { kind: SpanKind.SERVER };
    getNextTracer().startActiveSpan('GET', server, (outer) => {
      getNextTracer().startActiveSpan('GET', server, ROOT_CONTEXT, (other) => other.end());
      outer.end();
    });
    await Promise.all(waitedFor);
    const parents = exporter.getFinishedSpans().map((span) => span.parentSpanContext);
    expect(parents).toEqual([undefined, undefined]);
  });

  test.each([
    ['there is none', undefined],
    ['it knows of no request', { get: () => undefined }],
    ['it cannot wait', { get: () => ({}) }],
  ])('asks the host for nothing when %s', (_what, host) => {
    startInFunction(new InMemorySpanExporter());
    Reflect.set(globalThis, hostContext, host);
    const span = getNextTracer().startSpan('GET', { kind: SpanKind.SERVER });
    expect(() => span.end()).not.toThrow();
  });

  test('ignores an unreachable collector', async () => {
    const exporter = new InMemorySpanExporter();
    jest
      .spyOn(exporter, 'export')
      .mockImplementation((_, done) => done({ code: 1, error: new Error('away') }));
    startInFunction(exporter);
    getNextTracer().startSpan('GET', { kind: SpanKind.SERVER }).end();
    await expect(Promise.all(waitedFor)).resolves.toEqual([undefined]);
  });
});

test('has no span of a request while traces are off', () => {
  trace.disable();
  context.disable();
  expect(getRequestSpan()).toBeUndefined();
});
