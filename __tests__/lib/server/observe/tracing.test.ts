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
import { serve } from '../../../server/ask';
import { logLines } from './log-lines';
import { giveSettings } from '../settings';

logLines();
const TABLE = 'https://project.supabase.example/rest/v1/strategy_sessions?email=eq.eva@example.com';

let sent: ReadableSpan[];
beforeEach(() => {
  giveSettings();
  sent = [];
  const exporter = new InMemorySpanExporter();
  // The exporter forgets what it holds when it is shut down.
  jest.spyOn(exporter, 'export').mockImplementation((spans, done) => {
    sent.push(...spans);
    done({ code: 0 });
  });
  startTracing(exporter);
});
afterEach(() => {
  trace.disable();
  context.disable();
});

let status = 200;
let route: string | undefined;
let atWork: () => unknown;
beforeEach(() => {
  status = 200;
  route = undefined;
  atWork = () => undefined;
});
const ask = serve((request, response) => {
  const handle = withSpans(async (_, answering) => {
    answering.route = route;
    await atWork();
    answering.writeHead(status).end();
  });
  void handle(request, response);
});
const askedFor = async (...asked: Parameters<typeof ask>) => {
  await ask(...asked);
  await deliverSpans();
  return sent;
};

test('a request answered from memory has one span, named by its route', async () => {
  route = '/privacy';
  expect(await askedFor('/privacy?name=eva')).toMatchObject([
    {
      name: 'GET /privacy',
      kind: SpanKind.SERVER,
      status: { code: SpanStatusCode.UNSET },
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/privacy',
        'http.response.status_code': 200,
      },
    },
  ]);
});

test('every span says which site it comes from, and nothing of the machine', async () => {
  const [span] = await askedFor('/');
  expect(span?.resource.attributes).toEqual({ 'service.name': 'callwright.example' });
});

test('an address that is not ours has no name', async () => {
  status = 404;
  const [span] = await askedFor('/eva-novakova');
  expect(span?.name).toBe('GET');
});

test.each([
  [499, SpanStatusCode.UNSET],
  [500, SpanStatusCode.ERROR],
])('status %i gives the span status %i', async (answered, expected) => {
  status = answered;
  const [span] = await askedFor('/');
  expect(span?.status.code).toBe(expected);
});

test('a stranger’s trace is not continued', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const [span] = await askedFor('/', { traceparent: `00-${traceId}-b7ad6b7169203331-01` });
  expect(span?.spanContext().traceId).not.toBe(traceId);
  expect(span?.parentSpanContext).toBeUndefined();
  expect(propagation.fields()).toEqual([]);
});

test('a database call is a child of its request, and both have the id of the log', async () => {
  const fetched = jest.fn(async () => new Response(null, { status: 201 }));
  let id: string | null = null;
  atWork = async () => {
    const handler = withRequestLog(async () => traceFetch(fetched)(TABLE, { method: 'POST' }));
    const answer = await handler(new Request('http://localhost/api/contact?email=eva'));
    id = answer.headers.get('X-Request-Id');
  };
  const [call, request] = await askedFor('/api/contact?email=eva', {}, 'POST');
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
])('a call that fails with %s throws the same, and its span says %p', async (error, more) => {
  const failing = traceFetch(() => Promise.reject(error));
  await expect(failing(new URL(TABLE))).rejects.toBe(error);
  await deliverSpans();
  const said = { 'db.operation.name': 'GET', 'db.collection.name': 'strategy_sessions' };
  expect(sent[0]).toMatchObject({ status: { code: SpanStatusCode.ERROR } });
  expect(sent[0]?.attributes).toEqual({ ...said, ...more });
});

test.each([
  [499, SpanStatusCode.UNSET],
  [500, SpanStatusCode.ERROR],
])('a call that is answered with %i has the span status %i', async (answered, expected) => {
  await traceFetch(async () => new Response(null, { status: answered }))(TABLE);
  await deliverSpans();
  expect(sent).toMatchObject([
    { status: { code: expected }, attributes: { 'http.response.status_code': answered } },
  ]);
});

test('while the database is called, the request’s span is still that of the request', async () => {
  let outside: unknown;
  let inside: unknown;
  atWork = async () => {
    outside = getRequestSpan();
    await traceFetch(async () => {
      inside = getRequestSpan();
      return new Response();
    })(TABLE);
  };
  await askedFor('/outreach');
  expect(inside).toBeDefined();
  expect(inside).toBe(outside);
});

test('a function of the database is named as one', async () => {
  const address = 'https://project.supabase.example/rest/v1/rpc/take_rate_limits';
  await traceFetch(async () => new Response())(new Request(address), { method: 'POST' });
  await deliverSpans();
  expect(sent.map(({ name }) => name)).toEqual(['rpc take_rate_limits']);
});

test('a call of the voice provider is named by its method and its route', async () => {
  const facts = { 'http.request.method': 'POST', 'http.route': '/call/web' };
  const ask = traceFetch(
    async () => new Response(null, { status: 402 }),
    'voice provider',
    () => facts,
  );
  await ask('https://voice.example/call/web?name=eva');
  await deliverSpans();
  expect(sent).toMatchObject([
    { name: 'POST /call/web', attributes: { ...facts, 'http.response.status_code': 402 } },
  ]);
});

const next = () => trace.getTracer('next.js');

test('drops the spans of Next.js, and attaches their children to the request', async () => {
  atWork = () =>
    next().startActiveSpan('GET', { kind: SpanKind.SERVER }, (outer) =>
      next().startActiveSpan('render', async (inner) => {
        expect(getRequestSpan()?.isRecording()).toBe(true);
        await traceFetch(async () => new Response())(TABLE);
        inner.end();
        outer.end();
      }),
    );
  const [call, request] = await askedFor('/outreach');
  expect(sent).toHaveLength(2);
  expect(call?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
});

test('where the process goes on after an answer, no host is asked to wait', async () => {
  const hostContext = Symbol.for('@next/request-context');
  const waitUntil = jest.fn();
  Reflect.set(globalThis, hostContext, { get: () => ({ waitUntil }) });
  await askedFor('/outreach');
  Reflect.deleteProperty(globalThis, hostContext);
  expect(sent).toHaveLength(1);
  expect(waitUntil).not.toHaveBeenCalled();
});

test('before the server listens, what Next is asked leaves no span', async () => {
  next().startSpan('GET', { kind: SpanKind.SERVER }).end();
  await deliverSpans();
  expect(sent).toEqual([]);
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

  test('Next’s span is that of the request, and its host waits until it is delivered', async () => {
    const exporter = new InMemorySpanExporter();
    startInFunction(exporter);
    const server = { kind: SpanKind.SERVER, attributes: { 'http.target': '/?name=eva' } };
    next().startActiveSpan('GET', server, context.active(), (outer) => {
      expect(getRequestSpan()).toBe(outer);
      next().startActiveSpan('again', server, (inner) => {
        expect(inner.isRecording()).toBe(false);
        inner.end();
      });
      outer.setAttributes({ 'http.method': 'GET', 'http.route': '/outreach' });
      outer.end();
    });
    expect(waitedFor).toHaveLength(1);
    await Promise.all(waitedFor);
    expect(exporter.getFinishedSpans()).toMatchObject([
      {
        name: 'GET /outreach',
        attributes: { 'http.request.method': 'GET', 'http.route': '/outreach' },
      },
    ]);
  });

  test('its host waits for the request alone, not for what is inside of it', async () => {
    startInFunction(new InMemorySpanExporter());
    await next().startActiveSpan('GET', { kind: SpanKind.SERVER }, async (outer) => {
      await traceFetch(async () => new Response())(TABLE);
      expect(waitedFor).toHaveLength(0);
      outer.end();
    });
    expect(waitedFor).toHaveLength(1);
  });

  test('of what Next reports outside of a request nothing is recorded', async () => {
    startInFunction(new InMemorySpanExporter());
    const inner = next().startSpan('render');
    expect(inner.isRecording()).toBe(false);
  });

  test('a span that is given another place in the tree stands there', async () => {
    const exporter = new InMemorySpanExporter();
    startInFunction(exporter);
    const server = { kind: SpanKind.SERVER };
    next().startActiveSpan('GET', server, (outer) => {
      next().startActiveSpan('GET', server, ROOT_CONTEXT, (other) => other.end());
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
  ])('a host is asked for nothing where %s', (_what, host) => {
    startInFunction(new InMemorySpanExporter());
    Reflect.set(globalThis, hostContext, host);
    const span = next().startSpan('GET', { kind: SpanKind.SERVER });
    expect(() => span.end()).not.toThrow();
  });

  test('a collector that is away fails nothing', async () => {
    const exporter = new InMemorySpanExporter();
    jest
      .spyOn(exporter, 'export')
      .mockImplementation((_, done) => done({ code: 1, error: new Error('away') }));
    startInFunction(exporter);
    next().startSpan('GET', { kind: SpanKind.SERVER }).end();
    await expect(Promise.all(waitedFor)).resolves.toEqual([undefined]);
  });
});

test('while traces are off a request has no span', () => {
  trace.disable();
  context.disable();
  expect(getRequestSpan()).toBeUndefined();
});
