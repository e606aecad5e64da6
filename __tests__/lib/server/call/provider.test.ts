/** @jest-environment node */
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
} from 'node:http';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { withRequestId } from '@/lib/server/log/log';
import { createCall, listCalls } from '@/lib/server/call/provider';
import { KEEP_NOTHING } from '@/__tests__/support/private-call';
import { CALL_REFUSALS } from '@/lib/call/failures';
import { REFUSED_CALLS } from '@/local/voice/scenarios';
import { sendReply, startVoiceProvider } from '@/local/voice/server';
import { listen } from '../../../../local/ports';
import { findRandomFreePort } from '../../../../scripts/test/test-site';
import { collectLogLines } from '../log/log-lines';
import { installFakeClock, expectSettledAfter } from '../fake-clock';
import { changeSettings, provideSettings, SITE } from '../settings';

const logged = collectLogLines();
provideSettings();

const PRIVATE = 'private-key-of-the-server';
const request = { id: 'id-1', assistantId: 'demo-cs' };
const webCall = { webCallUrl: 'https://calls.example/room', transport: { callToken: 'token' } };
const call = { id: 'call-1', ...webCall };

/** What the provider sends a browser by default, with the results of the tools. */
const clientMessages = [
  ...['conversation-update', 'function-call', 'hang', 'model-output', 'speech-update'],
  ...['status-update', 'transfer-update', 'transcript', 'tool-calls', 'user-interrupted'],
  ...['voice-input', 'workflow.node.started', 'assistant.started', 'tool-calls-result'],
];

type ProviderRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

let providerRequests: ProviderRequest[];
let handleRequest: RequestListener;
let provider: Server;
let address: string;
beforeAll(async () => {
  provider = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      providerRequests.push({ method, url, headers, body });
      handleRequest(request, response);
    });
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
      .writeHead(status, { 'content-type': 'application/json' })
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

const failed = { ok: false, refusal: 'provider_failed', mayExist: false };
const mayExist = { ...failed, mayExist: true };
const getOnlyRequest = () => {
  expect(providerRequests).toHaveLength(1);
  return providerRequests[0] as ProviderRequest;
};
const findBearer = (asked?: ProviderRequest) =>
  asked?.headers.authorization?.replace(/^Bearer /, '') ?? '';
const readBearer = () => findBearer(getOnlyRequest());

describe('a new call', () => {
  test('is requested with our own headers and settings only', async () => {
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
        maxDurationSeconds: 300,
        clientMessages,
        metadata: { requestId: 'request-1', callId: 'id-1' },
        ...KEEP_NOTHING,
      },
    });
  });

  test('takes its length and recording from the settings', async () => {
    changeSettings({ CALL_MAX_SECONDS: 60, CALL_RECORDING: true });
    await withRequestId('request-1', () => createCall(request));
    expect(JSON.parse(getOnlyRequest().body)).toEqual({
      assistantId: 'demo-cs',
      assistantOverrides: {
        maxDurationSeconds: 60,
        clientMessages,
        metadata: { requestId: 'request-1', callId: 'id-1' },
        artifactPlan: { recordingEnabled: true, videoRecordingEnabled: false },
      },
    });
  });

  test('keeps the path of the provider’s address, without a double slash', async () => {
    changeSettings({ VAPI_API_URL: `${address}/voice/` });
    await createCall(request);
    expect(getOnlyRequest().url).toBe('/voice/call/web');
  });

  test('is requested from the hosted provider by default', async () => {
    changeSettings({ VAPI_API_URL: undefined });
    const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(call));
    expect(await createCall(request)).toMatchObject({ ok: true, call: webCall });
    expect(fetched).toHaveBeenCalledWith('https://api.vapi.ai/call/web', expect.anything());
  });

  test.each([
    ['a private key alone', { VAPI_PRIVATE_KEY: PRIVATE }],
    ['an organization alone', { VAPI_ORG_ID: 'org-1' }],
  ])('is requested with the public key when there is %s', async (_what, settings) => {
    changeSettings(settings);
    await createCall(request);
    expect(readBearer()).toBe('public-key');
  });

  describe('with the private key and its organization', () => {
    beforeEach(() => changeSettings({ VAPI_PRIVATE_KEY: PRIVATE, VAPI_ORG_ID: 'org-1' }));

    test.each([undefined, 'public-key'])(
      'is requested with a token for this call only (public key: %p)',
      async (VAPI_PUBLIC_KEY) => {
        changeSettings({ VAPI_PUBLIC_KEY });
        await createCall(request);
        const { payload } = await jwtVerify(readBearer(), new TextEncoder().encode(PRIVATE));
        const { exp = 0, ...claims } = payload;
        expect(claims).toEqual({
          orgId: 'org-1',
          token: {
            tag: 'public',
            restrictions: {
              enabled: true,
              allowedOrigins: [SITE],
              allowedAssistantIds: ['demo-cs'],
              allowTransientAssistant: false,
            },
          },
        });
        const seconds = exp - Date.now() / 1000;
        expect(seconds).toBeGreaterThan(50);
        expect(seconds).toBeLessThanOrEqual(60);
        expect(decodeProtectedHeader(readBearer())).toEqual({ alg: 'HS256', typ: 'JWT' });
        expect(JSON.stringify(getOnlyRequest())).not.toContain(PRIVATE);
      },
    );
  });
});

describe('a created call', () => {
  test('is returned with what the SDK needs to join only', async () => {
    handleRequest = createResponse({
      ...call,
      orgId: 'org-1',
      monitor: { listenUrl: 'wss://listen.example', controlUrl: 'https://control.example' },
      artifactPlan: { videoRecordingEnabled: true, recordingPath: 's3://x' },
      assistant: { voice: { provider: 'tavus' }, model: { messages: [{ content: 'prompt' }] } },
      transport: { ...call.transport, provider: 'daily' },
      assistantOverrides: { metadata: { callId: 'id-1' } },
    });
    const handle = { call_id: 'call-1', control_url: 'https://control.example' };
    expect(await createCall(request)).toEqual({ ok: true, call: webCall, handle });
    expect(logged).toEqual([]);
  });

  test.each([
    ['no monitor', call, 'call-1', null],
    ['no control URL', { ...call, monitor: {} }, 'call-1', null],
    ['a control URL that is none', { ...call, monitor: { controlUrl: 'control' } }, 'call-1', null],
    ['a file', { ...call, monitor: { controlUrl: 'file:///etc' } }, 'call-1', null],
    ['an id with a path', { ...call, id: '../org' }, null, null],
  ])(
    'with %s is returned, with the handle that can be used',
    async (_what, body, call_id, control_url) => {
      handleRequest = createResponse(body);
      expect(await createCall(request)).toMatchObject({
        ok: true,
        handle: { call_id, control_url },
      });
    },
  );

  test.each([{}, { transport: null }, { transport: { callToken: null } }])(
    'may lack its id and a token: %j',
    async (part) => {
      const created = { webCallUrl: call.webCallUrl, ...part };
      handleRequest = createResponse(created);
      expect(await createCall(request)).toMatchObject({ ok: true, call: created });
    },
  );

  test.each([
    ['no handle', '{"id":"call-1"}'],
    ['no JSON', '<html>'],
    ['half an answer', '{"webCallUrl":"https'],
    ['nothing', ''],
    ['null', 'null'],
  ])('may exist after an answer with %s, which cannot be used', async (_what, body) => {
    handleRequest = createResponse(body);
    expect(await createCall(request)).toEqual(mayExist);
    const line = { level: 'error', refusal: 'provider_failed', msg: 'no call created' };
    expect(logged).toMatchObject([{ ...line, status: 201 }]);
  });
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
    [422, 'provider_failed'],
  ])('after an answer with status %i: %s', async (status, refusal) => {
    changeSettings({ VAPI_PRIVATE_KEY: PRIVATE, VAPI_ORG_ID: 'org-1' });
    handleRequest = createResponse(
      { message: 'Assistant demo-cs of Jan Novák', subscriptionLimits: {} },
      status,
    );
    expect(await createCall(request)).toEqual({ ok: false, refusal, mayExist: false });
    const line = { level: 'error', refusal, status, msg: 'no call created' };
    expect(logged).toEqual([expect.objectContaining({ ...line, ms: expect.any(Number) })]);
    expect(JSON.stringify(logged)).not.toMatch(/Novák|demo-cs|id-1|private-key|Bearer/);
  });

  test.each(Object.entries(REFUSED_CALLS))(
    'in the scenario %s of the local voice provider',
    async (_scenario, { refusal, failure }) => {
      handleRequest = (_, response) => sendReply(response, refusal);
      const created = await createCall(request);
      expect(created.ok || CALL_REFUSALS[created.refusal]).toBe(failure);
      expect(created).toMatchObject({ mayExist: failure === 'service-failed' });
    },
  );

  test('in at least one scenario for each failure of the provider', () => {
    const failures = Object.entries(CALL_REFUSALS)
      .filter(([error]) => error.startsWith('provider_'))
      .map(([, failure]) => failure);
    const shown = Object.values(REFUSED_CALLS).map(({ failure }) => failure);
    expect(shown).toEqual(expect.arrayContaining(failures));
  });

  const json = '{"message":"x","statusCode":400}';
  const page = '<!doctype html><title>Bad Gateway</title>';
  test.each<[status: number, body: string]>([
    ...[500, 501, 502, 503, 504, 507, 520, 522, 523, 524, 525, 530, 599].flatMap(
      (status): [number, string][] => [
        [status, json],
        [status, page],
        [status, ''],
      ],
    ),
    ...[408, 460, 499].map((status): [number, string] => [status, json]),
    ...[300, 302, 303, 307, 308].map((status): [number, string] => [status, json]),
    ...[400, 401, 403, 404, 413, 429].flatMap((status): [number, string][] => [
      [status, page],
      [status, ''],
      [status, '{"message":'],
      [status, 'null'],
      [status, '"error code: 1010"'],
    ]),
  ])('as far as we see, but it may exist: an answer with %i %p', async (status, body) => {
    handleRequest = (_, response) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', location: '/call/other' })
        .end(body);
    expect(await createCall(request)).toMatchObject({ ok: false, mayExist: true });
    expect(providerRequests).toHaveLength(1);
  });

  test('when the connection is refused, so it cannot exist', async () => {
    changeSettings({ VAPI_API_URL: `http://127.0.0.1:${await findRandomFreePort()}` });
    expect(await createCall(request)).toEqual(failed);
    expect(logged).toMatchObject([{ failure: 'ECONNREFUSED' }]);
  });

  test.each(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])(
    'after %s, before anything was sent, so it cannot exist',
    async (code) => {
      const cause = Object.assign(new Error(), { code });
      jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }));
      expect(await createCall(request)).toEqual(failed);
      expect(logged).toMatchObject([{ failure: code }]);
    },
  );

  test('when the connection breaks, but it may exist', async () => {
    handleRequest = (request) => void request.socket.destroy();
    expect(await createCall(request)).toEqual(mayExist);
    const failure = expect.stringMatching(/^(UND_ERR_SOCKET|ECONNRESET)$/);
    expect(logged).toMatchObject([{ failure }]);
  });

  test('when the request cannot be made', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('public-key'));
    expect(await createCall(request)).toEqual(mayExist);
    expect(logged).toMatchObject([{ failure: 'network' }]);
    expect(JSON.stringify(logged)).not.toContain('public-key');
  });

  test.each<[string, object, RequestListener]>([
    ['no answer', { failure: 'timeout' }, () => undefined],
    [
      'half an answer',
      { status: 201 },
      (_, response) =>
        void response.writeHead(201, { 'content-type': 'application/json' }).write('{"id":'),
    ],
    [
      'half a refusal',
      { status: 400 },
      (_, response) =>
        void response.writeHead(400, { 'content-type': 'application/json' }).write('{"mess'),
    ],
  ])('after ten seconds with %s, but it may exist', async (_what, facts, beginAnswer) => {
    installFakeClock();
    jest.advanceTimersByTime(60_000);
    const arrived = new Promise<void>((resolve) => {
      handleRequest = (...asked) => (beginAnswer(...asked), resolve());
    });
    const creating = createCall(request);
    await arrived;
    expect(await expectSettledAfter(10_000, creating)).toMatchObject({ ok: false, mayExist: true });
    expect(logged).toMatchObject([{ ...facts, ms: 10_000 }]);
  });
});

describe('the list of calls', () => {
  const keys = { publicKey: 'public-key', privateKey: PRIVATE };
  const from = Date.parse('2026-11-28T10:00:00.000Z');

  test('has the calls of an assistant, with our id and how to reach each', async () => {
    const voice = await startVoiceProvider(keys);
    changeSettings({ VAPI_API_URL: voice.url, VAPI_PRIVATE_KEY: PRIVATE });
    const before = Date.now();
    await createCall({ id: 'other', assistantId: 'brief' });
    const created = await createCall({ id: 'ours', assistantId: 'demo' });
    const listed = await listCalls('demo', before, before);
    const later = await listCalls('demo', before + 3_600_000, before + 3_600_000);
    await voice.close();
    const handle = created.ok && created.handle;
    expect(listed).toEqual([{ ourId: 'ours', status: 'queued', handle }]);
    expect(later).toEqual([]);
  });

  /** Answers a page of at most 100 of these times, in the order given. */
  const answerPages =
    (times: number[]): RequestListener =>
    (asked, response) => {
      const { searchParams } = new URL(asked.url ?? '', address);
      const [first, last] = ['createdAtGe', 'createdAtLe'].map((name) =>
        Date.parse(searchParams.get(name) ?? ''),
      );
      const page = times
        .filter((time) => time >= first! && time <= last!)
        .slice(0, 100)
        .map((time) => ({ assistantOverrides: { metadata: { callId: String(time) } } }));
      createResponse(page, 200)(asked, response);
    };

  test.each([
    ['latest', -1],
    ['oldest', 1],
  ])('has every page, the %s first', async (_order, direction) => {
    changeSettings({ VAPI_PRIVATE_KEY: PRIVATE });
    const times = Array.from({ length: 730 }, (_, n) => from + n * 7);
    handleRequest = answerPages(times.toSorted((a, b) => (a - b) * direction));
    const listed = await listCalls('demo', from, from + 10_000);
    expect(new Set(listed?.map(({ ourId }) => ourId))).toEqual(new Set(times.map(String)));
    expect(findBearer(providerRequests[0])).toBe(PRIVATE);
  });

  test.each<[string, RequestListener]>([
    ['a page is refused', createResponse({}, 503)],
    ['a page is no list', createResponse({ message: 'x' }, 200)],
    ['more calls than a page has were made at once', answerPages(Array(101).fill(from))],
  ])('is none if %s', async (_what, answer) => {
    handleRequest = answer;
    expect(await listCalls('demo', from, from)).toBeNull();
    expect(logged).toMatchObject([{ level: 'warn', msg: 'calls not listed' }]);
  });
});
