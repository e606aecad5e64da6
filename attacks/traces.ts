import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { listen } from '../local/ports.mjs';
import { TEST_DIST_DIR } from '../test-support/test-site.mjs';
import { CANARY, CANARY_NETWORK, createForm, createAddress } from './client';
import { ADDRESS_HEADER, printFigure, type Site, type World } from './world';

interface Delivery {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] };
    scopeSpans: { spans: OtlpSpan[] }[];
  }[];
}
interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code: number };
  attributes: OtlpAttribute[];
}
type OtlpAttribute = { key: string; value: { stringValue?: string; intValue?: number } };

const SERVER_KIND = 2;
const VISITOR_NAME = `Karel Vomáčka ${CANARY}`;
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

export async function startCollector() {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    received.push(`${request.url} ${JSON.stringify(request.headers)}\n${await text(request)}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const listDeliveries = () =>
    received.map((line) => JSON.parse(line.slice(line.indexOf('\n'))) as Delivery);
  const listSpans = () =>
    listDeliveries().flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  return {
    url,
    received,
    listDeliveries,
    listSpans,
    close: () => server.close(),
  };
}

export const readAttributes = ({ attributes }: { attributes: OtlpAttribute[] }) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );

/** Requests each kind of answer; returns their request ids, in order. */
async function requestEachKind(
  { url }: Site,
  origin: string,
  chunk: string,
): Promise<(string | null)[]> {
  const query = `?contact_name=${encodeURIComponent(VISITOR_NAME)}&email=${CANARY}%40visitor.example`;
  const common = {
    traceparent: TRACEPARENT,
    'user-agent': CANARY,
    [ADDRESS_HEADER]: createAddress(),
  };
  const ids: (string | null)[] = [];
  const sendAndRecordId = async (path: string, init: RequestInit = {}) => {
    const headers = { ...common, ...(init.headers as Record<string, string>) };
    const answer = await fetch(url + path, { ...init, headers });
    await answer.arrayBuffer();
    ids.push(answer.headers.get('x-request-id'));
  };
  await sendAndRecordId(`/${query}`);
  await sendAndRecordId(`${chunk}${query}`);
  await sendAndRecordId(`/outreach${query}`);
  await sendAndRecordId(`/${CANARY}${query}`);
  await sendAndRecordId(`/api/${CANARY}${query}`);
  await sendAndRecordId(`/api/contact${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(createForm()),
  });
  return ids;
}

/** Tests what is sent to a collector, and what never is. */
export function testTraces(getWorld: () => World): void {
  describe('traces', () => {
    let chunk: string;
    let collector: Awaited<ReturnType<typeof startCollector>>;
    beforeAll(() => {
      const files = readdirSync(join(TEST_DIST_DIR, 'static/chunks'));
      chunk = `/_next/static/chunks/${files.find((file) => file.endsWith('.js'))}`;
    });
    beforeEach(async () => void (collector = await startCollector()));
    afterEach(() => collector.close());

    test('contain a span per request and database call, but no input of visitors', async () => {
      const site = await getWorld().start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
      const ids = await requestEachKind(site, getWorld().origin, chunk);
      // Spans are sent after five seconds, or when the server stops.
      await site.terminate();

      const spans = collector.listSpans();
      printFigure('spans of seven requests', spans.length);
      const requests = spans.filter(({ kind }) => kind === SERVER_KIND);
      expect(requests.every(({ parentSpanId }) => !parentSpanId)).toBe(true);
      // The first request is the one that waits for the server to start.
      expect(requests.slice(1).map(readAttributes)).toEqual([
        createSpanAttributes('GET', 200, '/'),
        createSpanAttributes('GET', 200, chunk),
        createSpanAttributes('GET', 200, '/outreach'),
        createSpanAttributes('GET', 404),
        createSpanAttributes('GET', 404),
        { ...createSpanAttributes('POST', 201, '/api/contact'), 'request.id': ids.at(-1) },
      ]);
      expect(ids.at(-1)).toMatch(/^[\da-f-]{36}$/);

      const contact = requests.at(-1);
      // A server that starts deletes what has expired.
      const isPurge = ({ name }: { name: string }) => name === 'rpc purge_expired';
      const purges = spans.filter(isPurge);
      expect(purges).toHaveLength(1);
      expect(purges.every(({ parentSpanId }) => !parentSpanId)).toBe(true);
      const calls = spans.filter((span) => span.kind !== SERVER_KIND && !isPurge(span));
      expect(calls.map(({ name }) => name).sort()).toEqual([
        'GET strategy_sessions',
        'POST strategy_sessions',
        'rpc take_rate_limits',
      ]);
      for (const call of calls) {
        expect(call).toMatchObject({ traceId: contact?.traceId, parentSpanId: contact?.spanId });
        expect(readAttributes(call)['request.id']).toBe(ids.at(-1));
      }

      const [first] = collector.listDeliveries();
      expect(readAttributes(first?.resourceSpans[0]?.resource ?? { attributes: [] })).toEqual({
        'service.name': new URL(getWorld().origin).host,
      });
      const sent = collector.received.join('\n');
      const typed = [CANARY, CANARY_NETWORK, 'Karel', 'Vom', '?', '@', 'Hello'];
      const marks = [...typed, getWorld().database.secretKey];
      expect(marks.filter((mark) => sent.includes(mark))).toEqual([]);
      expect(sent).not.toContain(TRACEPARENT.split('-')[1]);
    });

    test('delay neither responses nor shutdown while the collector is down', async () => {
      collector.close();
      const site = await getWorld().start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
      const ids = await requestEachKind(site, getWorld().origin, chunk);
      expect(ids.at(-1)).toEqual(expect.any(String));
      const before = performance.now();
      await site.terminate();
      const seconds = (performance.now() - before) / 1000;
      printFigure('seconds until a server without its collector has stopped', seconds.toFixed(1));
      // After five seconds it would have been killed.
      expect(seconds).toBeLessThan(4.5);
      expect(site.readLog()).toContain('"msg":"traces not delivered"');
    });
  });
}

const createSpanAttributes = (method: string, status: number, route?: string) => ({
  'http.request.method': method,
  'http.response.status_code': status,
  ...(route ? { 'http.route': route } : {}),
});
