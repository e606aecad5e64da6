import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { withRequestId } from '@/lib/server/log/log';
import { createCall, listCalls } from '@/lib/server/call/provider';
import { listen } from '../../../../local/ports';
import { collectLogLines } from '../log/log-lines';
import { installFakeClock, expectSettledAfter } from '../fake-clock';
import { changeSettings, provideSettings, SITE } from '../settings';

/** How a call asks the provider to keep nothing. By default it keeps it all. */
const KEEP_NOTHING = {
  artifactPlan: {
    recordingEnabled: false,
    videoRecordingEnabled: false,
    loggingEnabled: false,
    transcriptPlan: { enabled: false },
  },
  analysisPlan: { summaryPlan: { enabled: false }, successEvaluationPlan: { enabled: false } },
  monitorPlan: { listenEnabled: false, controlEnabled: true },
};

const logged = collectLogLines();
provideSettings();

const PRIVATE = 'private-key-of-the-server';
const request = { id: 'id-1', assistantId: 'demo-cs' };
const webCall = { webCallUrl: 'https://calls.example/room', transport: { callToken: 'token' } };
const call = { id: 'call-1', ...webCall };

type ProviderRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string };

let providerRequests: ProviderRequest[];
let handleRequest: RequestListener;
let provider: Server;
let address: string;
beforeAll(async () => {
  provider = createServer(async (request, response) => {
    const { method, url, headers } = request;
    providerRequests.push({ method, url, headers, body: await text(request) });
    handleRequest(request, response);
  });
  address = `http://127.0.0.1:${await listen(provider)}`;
});
afterAll(() => {
  provider.closeAllConnections();
  provider.close();
});

const createResponse =
  (body: unknown, status = 201): RequestListener =>
  (_, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', location: '/call/other' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));

beforeEach(() => {
  providerRequests = [];
  handleRequest = createResponse(call);
  changeSettings({
    VAPI_API_URL: address,
    VAPI_PUBLIC_KEY: 'public-key',
    VAPI_PRIVATE_KEY: undefined,
    VAPI_ORG_ID: undefined,
    CALL_MAX_SECONDS: 300,
    CALL_RECORDING: false,
  });
});

const failed = { refusal: 'provider_failed' };
const getOnlyRequest = () => {
  expect(providerRequests).toHaveLength(1);
  return providerRequests[0] as ProviderRequest;
};
const findBearer = (asked?: ProviderRequest) =>
  asked?.headers.authorization?.replace(/^Bearer /, '') ?? '';

describe('a new call', () => {
  test.each([
    ['nothing is kept', {}, 300, KEEP_NOTHING],
    [
      'a shorter call is recorded',
      { CALL_MAX_SECONDS: 60, CALL_RECORDING: true },
      60,
      { artifactPlan: { recordingEnabled: true, videoRecordingEnabled: false } },
    ],
  ])('has our own headers and settings only: %s', async (_what, settings, seconds, plans) => {
    changeSettings(settings);
    await withRequestId('request-1', () => createCall(request));
    const { method, url, headers, body } = getOnlyRequest();
    expect({ method, url }).toEqual({ method: 'POST', url: '/call/web' });
    expect(headers).toMatchObject({
      authorization: 'Bearer public-key',
      'content-type': 'application/json',
      origin: SITE,
      'user-agent': 'agency-site',
    });
    for (const name of ['cookie', 'referer', 'x-forwarded-for', 'x-real-ip', 'forwarded'])
      expect(headers).not.toHaveProperty(name);
    expect(JSON.parse(body)).toEqual({
      assistantId: 'demo-cs',
      assistantOverrides: {
        maxDurationSeconds: seconds,
        clientMessages: ['status-update', 'transcript', 'tool-calls', 'tool-calls-result'],
        metadata: { requestId: 'request-1', callId: 'id-1' },
        ...plans,
      },
    });
  });

  test.each([
    [undefined, 'https://api.vapi.ai/call/web'],
    ['https://voice.example/voice/', 'https://voice.example/voice/call/web'],
  ])('is requested from the hosted provider, or VAPI_API_URL: %s', async (VAPI_API_URL, url) => {
    changeSettings({ VAPI_API_URL });
    const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(call));
    expect(await createCall(request)).toMatchObject({ fate: 'created', call: webCall });
    expect(fetched).toHaveBeenCalledWith(url, expect.anything());
  });

  test('is requested with a token for this call only where the private key is set', async () => {
    changeSettings({ VAPI_PRIVATE_KEY: PRIVATE, VAPI_ORG_ID: 'org-1' });
    await createCall(request);
    const token = findBearer(getOnlyRequest());
    const { payload } = await jwtVerify(token, new TextEncoder().encode(PRIVATE));
    const { exp = 0, ...claims } = payload;
    const restrictions = {
      enabled: true,
      allowedOrigins: [SITE],
      allowedAssistantIds: ['demo-cs'],
      allowTransientAssistant: false,
    };
    expect(claims).toEqual({ orgId: 'org-1', token: { tag: 'public', restrictions } });
    const seconds = exp - Date.now() / 1000;
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(JSON.stringify(getOnlyRequest())).not.toContain(PRIVATE);
  });
});

describe('a created call', () => {
  test('is returned with what the SDK needs to join only', async () => {
    handleRequest = createResponse({
      ...call,
      orgId: 'org-1',
      monitor: { listenUrl: 'wss://listen.example', controlUrl: 'https://control.example' },
      assistant: { voice: { provider: 'tavus' }, model: { messages: [{ content: 'prompt' }] } },
      transport: { ...call.transport, provider: 'daily' },
    });
    const handle = { call_id: 'call-1', control_url: 'https://control.example' };
    expect(await createCall(request)).toEqual({ fate: 'created', call: webCall, handle });
    expect(logged).toEqual([]);
  });

  const noHandle = { call_id: null, control_url: null };
  test.each([
    ['no monitor', call, { call_id: 'call-1' }],
    ['a control URL that is none', { ...call, monitor: { controlUrl: 'control' } }, {}],
    ['a control URL of a file', { ...call, monitor: { controlUrl: 'file:///etc' } }, {}],
    ['an id with a path', { ...call, id: '../org' }, noHandle],
    ['no id and no token', { webCallUrl: call.webCallUrl, transport: null }, noHandle],
  ])('with %s is returned, with the handle that can be used', async (_what, body, handle) => {
    handleRequest = createResponse(body);
    expect(await createCall(request)).toMatchObject({
      fate: 'created',
      call: { webCallUrl: call.webCallUrl },
      handle: { control_url: null, ...handle },
    });
  });

  test.each(['{"id":"call-1"}', '<html>', '{"webCallUrl":"https', '', 'null'])(
    'may exist after the answer %j, which cannot be used',
    async (body) => {
      handleRequest = createResponse(body);
      expect(await createCall(request)).toEqual({ ...failed, fate: 'unknown' });
      const line = { level: 'error', refusal: 'provider_failed', msg: 'no call created' };
      expect(logged).toMatchObject([{ ...line, status: 201 }]);
    },
  );
});

describe('no call is created', () => {
  test.each([
    [400, 'unknown_assistant'],
    [401, 'provider_rejected'],
    [402, 'provider_quota'],
    [403, 'provider_rejected'],
    [404, 'unknown_assistant'],
    [429, 'calls_busy'],
    [418, 'provider_failed'],
  ])('after an answer with status %i: %s', async (status, refusal) => {
    changeSettings({ VAPI_PRIVATE_KEY: PRIVATE, VAPI_ORG_ID: 'org-1' });
    handleRequest = createResponse({ message: 'Assistant demo-cs of Jan Novák' }, status);
    expect(await createCall(request)).toEqual({ fate: 'refused', refusal });
    const line = { level: 'error', refusal, status, msg: 'no call created' };
    expect(logged).toEqual([expect.objectContaining({ ...line, ms: expect.any(Number) })]);
    expect(JSON.stringify(logged)).not.toMatch(/Novák|demo-cs|id-1|private-key|Bearer/);
  });

  const json = '{"message":"x","statusCode":400}';
  const page = '<!doctype html><title>Bad Gateway</title>';
  test.each<[bodies: string[], statuses: number[]]>([
    [[json], [302, 307, 408]],
    [
      [json, page, ''],
      [500, 502, 504, 522, 599],
    ],
    [
      [page, '', '{"message":', 'null', '"error code: 1010"'],
      [400, 403, 404, 429],
    ],
  ])('as far as we see, but it may exist: answers with %j and %j', async (bodies, statuses) => {
    for (const status of statuses)
      for (const body of bodies) {
        handleRequest = createResponse(body, status);
        const created = await createCall(request);
        expect({ status, body, created }).toMatchObject({ created: { fate: 'unknown' } });
      }
    expect(providerRequests).toHaveLength(statuses.length * bodies.length);
  });

  test.each<[code: string | undefined, fate: string]>([
    ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].map(
      (code): [string, string] => [code, 'refused'],
    ),
    ['UND_ERR_CONNECT_TIMEOUT', 'refused'],
    ['UND_ERR_SOCKET', 'unknown'],
    [undefined, 'unknown'],
  ])('after %s, which may come after the request was sent: %s', async (code, fate) => {
    const cause = Object.assign(new Error('public-key'), { code });
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }));
    expect(await createCall(request)).toEqual({ ...failed, fate });
    expect(logged).toMatchObject([{ failure: code ?? 'network' }]);
    expect(JSON.stringify(logged)).not.toContain('public-key');
  });

  const begin =
    (status: number, part: string): RequestListener =>
    (_, response) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).write(part);
  test.each<[string, object, RequestListener]>([
    ['no answer', { failure: 'timeout' }, () => undefined],
    ['half an answer', { status: 201 }, begin(201, '{"id":')],
    ['half a refusal', { status: 400 }, begin(400, '{"mess')],
  ])('after ten seconds with %s, but it may exist', async (_what, facts, beginAnswer) => {
    installFakeClock();
    const arrived = new Promise<void>((resolve) => {
      handleRequest = (...asked) => (beginAnswer(...asked), resolve());
    });
    const creating = createCall(request);
    await arrived;
    expect(await expectSettledAfter(10_000, creating)).toMatchObject({ fate: 'unknown' });
    expect(logged).toMatchObject([{ ...facts, ms: 10_000 }]);
  });
});

// `__tests__/contract/parts/calls.ts` finds calls in the list of the local voice provider.
describe('the list of calls', () => {
  const from = Date.parse('2026-11-28T10:00:00.000Z');
  beforeEach(() => changeSettings({ VAPI_PRIVATE_KEY: PRIVATE }));

  const listing = (count: number) =>
    createResponse(
      Array.from({ length: count }, (_, n) => ({
        assistantOverrides: { metadata: { callId: `${n}` } },
      })),
      200,
    );

  test('has all calls of the assistant at about these times', async () => {
    handleRequest = listing(999);
    const listed = await listCalls('demo', from, from + 10_000);
    expect(listed?.map(({ ourId }) => ourId)).toEqual(
      Array.from({ length: 999 }, (_, n) => `${n}`),
    );
    const { url } = getOnlyRequest();
    expect(Object.fromEntries(new URL(url ?? '', address).searchParams)).toEqual({
      assistantId: 'demo',
      createdAtGe: '2026-11-28T09:55:00.000Z',
      createdAtLe: '2026-11-28T10:05:10.000Z',
      limit: '1000',
    });
    expect(findBearer(providerRequests[0])).toBe(PRIVATE);
  });

  test.each<[string, RequestListener]>([
    ['it is refused', createResponse({}, 503)],
    ['it is no list', createResponse({ message: 'x' }, 200)],
    ['more calls may have been left out', listing(1000)],
  ])('is none if %s', async (_what, answer) => {
    handleRequest = answer;
    expect(await listCalls('demo', from, from)).toBeNull();
    expect(logged).toMatchObject([{ level: 'warn', msg: 'calls not listed' }]);
  });
});
