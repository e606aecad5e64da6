/** @jest-environment node */
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
} from 'node:http';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { withRequestId } from '@/lib/server/observe/log';
import { createCall, hasCallEnded } from '@/lib/server/call/voice-provider';
import { findRandomFreePort, listen } from '../../../../local/ports.mjs';
import { collectLogLines } from '../observe/log-lines';
import { installFakeClock, expectSettledAfter } from '../own-clock';
import { changeSettings, provideSettings, SITE } from '../settings';

/** The waits in milliseconds; here they take no time. */
const mockWaits = jest.fn(async (_ms: number): Promise<void> => undefined);
jest.mock('node:timers/promises', () => ({ setTimeout: (ms: number) => mockWaits(ms) }));

const logged = collectLogLines();
provideSettings();

const PRIVATE = 'private-key-of-the-server';
const ticket = { id: 'ticket-1', assistantId: 'demo-cs', personal: true };
const call = {
  id: 'call-1',
  webCallUrl: 'https://calls.example/room',
  artifactPlan: { videoRecordingEnabled: false },
  assistant: { voice: { provider: 'azure' } },
  transport: { callToken: 'token' },
};

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
afterEach(() => void jest.useRealTimers());

const failed = { ok: false, refusal: 'provider_failed', mayExist: false };
const mayExist = { ...failed, mayExist: true };
const getOnlyRequest = () => {
  expect(providerRequests).toHaveLength(1);
  return providerRequests[0] as ProviderRequest;
};
const readBearer = () => getOnlyRequest().headers.authorization?.replace(/^Bearer /, '') ?? '';

describe('a new call', () => {
  test('is requested with our own headers and settings only', async () => {
    await withRequestId('request-1', () => createCall(ticket));
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
        metadata: { requestId: 'request-1', ticketId: 'ticket-1' },
        artifactPlan: { recordingEnabled: false, videoRecordingEnabled: false },
      },
    });
  });

  test('takes its length and recording from the settings', async () => {
    changeSettings({ CALL_MAX_SECONDS: 60, CALL_RECORDING: true });
    await createCall(ticket);
    const artifactPlan = { recordingEnabled: true, videoRecordingEnabled: false };
    expect(JSON.parse(getOnlyRequest().body)).toMatchObject({
      assistantOverrides: { maxDurationSeconds: 60, artifactPlan },
    });
  });

  test('keeps the path of the provider’s address, without a double slash', async () => {
    changeSettings({ VAPI_API_URL: `${address}/voice/` });
    await createCall(ticket);
    expect(getOnlyRequest().url).toBe('/voice/call/web');
  });

  test('is requested from the hosted provider by default', async () => {
    changeSettings({ VAPI_API_URL: undefined });
    const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(call));
    expect(await createCall(ticket)).toEqual({ ok: true, call });
    expect(fetched).toHaveBeenCalledWith('https://api.vapi.ai/call/web', expect.anything());
  });

  test.each([
    ['a private key alone', { VAPI_PRIVATE_KEY: PRIVATE }],
    ['an organization alone', { VAPI_ORG_ID: 'org-1' }],
  ])('is requested with the public key when there is %s', async (_what, settings) => {
    changeSettings(settings);
    await createCall(ticket);
    expect(readBearer()).toBe('public-key');
  });

  describe('with the private key and its organization', () => {
    beforeEach(() => changeSettings({ VAPI_PRIVATE_KEY: PRIVATE, VAPI_ORG_ID: 'org-1' }));

    test.each([undefined, 'public-key'])(
      'is requested with a token for this call only (public key: %p)',
      async (VAPI_PUBLIC_KEY) => {
        changeSettings({ VAPI_PUBLIC_KEY });
        await createCall(ticket);
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
  test('is returned with the fields that the SDK reads only', async () => {
    handleRequest = createResponse({
      ...call,
      orgId: 'org-1',
      monitor: { listenUrl: 'wss://listen.example', controlUrl: 'https://control.example' },
      artifactPlan: { ...call.artifactPlan, recordingPath: 's3://x' },
      assistant: { ...call.assistant, model: { messages: [{ content: 'prompt' }] } },
      transport: { ...call.transport, provider: 'daily' },
      assistantOverrides: { metadata: { ticketId: 'ticket-1' } },
    });
    expect(await createCall(ticket)).toEqual({ ok: true, call });
    expect(logged).toEqual([]);
  });

  test.each([
    {},
    { artifactPlan: null },
    { assistant: null },
    { assistant: { voice: null } },
    { transport: null },
    { transport: { callToken: null } },
    { id: null },
  ])('may lack parts: %j', async (part) => {
    const created = { webCallUrl: call.webCallUrl, ...part };
    handleRequest = createResponse(created);
    expect(await createCall(ticket)).toEqual({ ok: true, call: created });
  });

  test.each([
    ['no address', '{"id":"call-1"}'],
    ['no JSON', '<html>'],
    ['half an answer', '{"webCallUrl":"https'],
    ['nothing', ''],
    ['null', 'null'],
  ])('may exist after an answer with %s, which cannot be used', async (_what, body) => {
    handleRequest = createResponse(body);
    expect(await createCall(ticket)).toEqual(mayExist);
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
    [500, 'provider_failed'],
    [503, 'provider_failed'],
  ])('after an answer with status %i: %s', async (status, refusal) => {
    changeSettings({ VAPI_PRIVATE_KEY: PRIVATE, VAPI_ORG_ID: 'org-1' });
    handleRequest = createResponse(
      { message: 'Assistant demo-cs of Jan Novák', subscriptionLimits: {} },
      status,
    );
    expect(await createCall(ticket)).toEqual({ ok: false, refusal, mayExist: false });
    const line = { level: 'error', refusal, status, msg: 'no call created' };
    expect(logged).toEqual([expect.objectContaining({ ...line, ms: expect.any(Number) })]);
    expect(JSON.stringify(logged)).not.toMatch(/Novák|demo-cs|ticket-1|private-key|Bearer/);
  });

  test('when the connection is refused, so it cannot exist', async () => {
    changeSettings({ VAPI_API_URL: `http://127.0.0.1:${await findRandomFreePort()}` });
    expect(await createCall(ticket)).toEqual(failed);
    expect(logged).toMatchObject([{ failure: 'ECONNREFUSED' }]);
  });

  test.each(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])(
    'after %s, before anything was sent, so it cannot exist',
    async (code) => {
      const cause = Object.assign(new Error(), { code });
      jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }));
      expect(await createCall(ticket)).toEqual(failed);
      expect(logged).toMatchObject([{ failure: code }]);
    },
  );

  test('when the connection breaks, but it may exist', async () => {
    handleRequest = (request) => void request.socket.destroy();
    expect(await createCall(ticket)).toEqual(mayExist);
    const failure = expect.stringMatching(/^(UND_ERR_SOCKET|ECONNRESET)$/);
    expect(logged).toMatchObject([{ failure }]);
  });

  test('when the request cannot be made', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('public-key'));
    expect(await createCall(ticket)).toEqual(mayExist);
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
  ])('after ten seconds with %s, but it may exist', async (_what, facts, beginAnswer) => {
    installFakeClock();
    jest.advanceTimersByTime(60_000);
    const arrived = new Promise<void>((resolve) => {
      handleRequest = (...asked) => (beginAnswer(...asked), resolve());
    });
    const creating = createCall(ticket);
    await arrived;
    expect(await expectSettledAfter(10_000, creating)).toEqual(mayExist);
    expect(logged).toMatchObject([{ ...facts, ms: 10_000 }]);
  });
});

describe('whether a call has ended', () => {
  const createState = (status: string, ticketId = 'ticket-1') =>
    Response.json({ id: 'call-1', status, assistantOverrides: { metadata: { ticketId } } });
  const connectProvider = (reply: () => Response | Promise<Response>) =>
    jest.spyOn(globalThis, 'fetch').mockImplementation(async () => reply());

  beforeEach(() => void mockWaits.mockClear());
  beforeEach(() => changeSettings({ VAPI_PRIVATE_KEY: PRIVATE }));

  test('is asked with the private key', async () => {
    const assistantOverrides = { metadata: { ticketId: 'ticket-1' } };
    handleRequest = createResponse({ status: 'ended', assistantOverrides });
    expect(await hasCallEnded('call-1', ticket)).toBe(true);
    expect(getOnlyRequest()).toMatchObject({
      method: 'GET',
      url: '/call/call-1',
      headers: { authorization: `Bearer ${PRIVATE}`, 'user-agent': 'agency-site' },
    });
  });

  test('is asked once, after five seconds, as the provider notices late', async () => {
    const asking = connectProvider(() => createState('ended'));
    mockWaits.mockImplementationOnce(async () => expect(asking).not.toHaveBeenCalled());
    expect(await hasCallEnded('call-1', ticket)).toBe(true);
    expect(mockWaits.mock.calls).toEqual([[5000]]);
    expect(asking).toHaveBeenCalledTimes(1);
  });

  test.each<[string, () => Response | Promise<Response>]>([
    ...['in-progress', 'queued', 'ringing', 'forwarding'].map(
      (status) => [`it is ${status}`, () => createState(status)] as [string, () => Response],
    ),
    ['it is a call with another ticket', () => createState('ended', 'ticket-2')],
    ['it is a call without one', () => Response.json({ status: 'ended' })],
    ['the provider knows no such call', () => Response.json({ message: 'x' }, { status: 404 })],
    ['the provider’s answer is no JSON', () => new Response('<html>')],
    ['the provider is away', () => Promise.reject(new TypeError('fetch failed'))],
  ])('is no when %s', async (_what, reply) => {
    const asking = connectProvider(reply);
    expect(await hasCallEnded('call-1', ticket)).toBe(false);
    expect(asking).toHaveBeenCalledTimes(1);
  });

  test('is no after four seconds without an answer', async () => {
    installFakeClock();
    const createSilentAnswer = (signal?: AbortSignal | null) =>
      new Promise<Response>((_, fail) =>
        signal?.addEventListener('abort', () => fail(signal.reason)),
      );
    const asking = jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation((_, init) => createSilentAnswer(init?.signal));
    expect(await expectSettledAfter(4000, hasCallEnded('call-1', ticket))).toBe(false);
    expect(asking).toHaveBeenCalledTimes(1);
  });
});
