/** @jest-environment node */
import { changeSettings, provideSettings } from '@/__tests__/lib/server/settings';
import * as route from '@/app/api/call/route';
import { waitForCondition } from '@/__tests__/support/until';
import {
  createdCall,
  providerAnswer,
  createRefusal,
  createSender,
  LANDING_ASSISTANT,
  PROSPECT_ASSISTANT,
  setUpCallServices,
} from './call-services';

provideSettings();
const services = setUpCallServices();
const ID = '3f0c4a52-6a5e-4a8e-9b0e-0d6b9f6c2a11';
const usual = { id: ID, assistantId: LANDING_ASSISTANT };
const send = createSender('/api/call', route, usual);
const postCall = (body: object = usual) => send({ body });
const postPersonalCall = () => postCall({ id: ID, assistantId: PROSPECT_ASSISTANT });
afterEach(() => {
  changeSettings({ VAPI_PRIVATE_KEY: undefined });
  Reflect.deleteProperty(globalThis, Symbol.for('site.failures'));
});

describe('GET', () => {
  const own = { 'sec-fetch-site': 'same-origin' };
  const get = (query = '', headers: Record<string, string> = own) =>
    route.GET(new Request(`http://localhost/api/call${query}`, { headers }));
  const read = async (query?: string) => (await get(query)).json();

  test('returns the settings of calls, and counts nothing', async () => {
    changeSettings({ VAPI_CALL_MACHINE_URL: 'https://voice.example/machine.js' });
    const response = await get();
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      ok: true,
      configured: true,
      refusal: null,
      maxSeconds: 300,
      assistantId: LANDING_ASSISTANT,
      callMachineUrl: 'https://voice.example/machine.js',
    });
    changeSettings({ VAPI_CALL_MACHINE_URL: undefined });
    expect(await read()).toMatchObject({ callMachineUrl: null });
    expect(services.listQueryNames()).toEqual(['rpc/take_call', 'rpc/take_call']);
  });

  test.each([
    ['', LANDING_ASSISTANT, false],
    [`?assistant=${LANDING_ASSISTANT}`, LANDING_ASSISTANT, false],
    [`?assistant=${PROSPECT_ASSISTANT}`, PROSPECT_ASSISTANT, true],
  ])('asks for the assistant of %p', async (query, assistant_id, personal) => {
    await get(query);
    expect(services.findBody('rpc/take_call')).toMatchObject({ id: null, assistant_id, personal });
  });

  test.each([
    ['assistant', 'unknown_assistant'],
    ['day', 'calls_spent'],
    ['off', 'calls_off'],
    // There may be a slot again when Start is pressed.
    ['at_once', null],
    ['unknown', null],
  ])('returns the refusal %s as %p', async (spent, refusal) => {
    services.spentBudget = spent;
    expect(await read()).toMatchObject({ configured: true, refusal });
  });

  test('says that calls are unavailable while the database is down', async () => {
    services.isDatabaseDown = true;
    expect(await read()).toMatchObject({ configured: true, refusal: 'unavailable' });
  });

  test.each([
    ['a%20b', { refusal: 'unknown_assistant' }, {}],
    ['../x', { refusal: 'unknown_assistant' }, {}],
    ['x'.repeat(65), { refusal: 'unknown_assistant' }, {}],
    ['demo', { refusal: 'calls_off' }, { CALLS_OFF: true }],
    ['demo', { ok: true, configured: false }, { VAPI_PUBLIC_KEY: undefined }],
  ])('asks no service about %.10s: %j', async (assistant, answer, settings) => {
    changeSettings(settings);
    expect(await read(`?assistant=${assistant}`)).toMatchObject(answer);
    expect(services.sentQueries).toEqual([]);
  });

  test('is configured without an assistant, or with keys that sign tokens', async () => {
    changeSettings({ VAPI_ASSISTANT_ID: undefined });
    expect(await read()).toMatchObject({ configured: true, refusal: null, assistantId: null });
    const keys = { VAPI_PRIVATE_KEY: 'private-key', VAPI_ORG_ID: 'org' };
    changeSettings({ VAPI_PUBLIC_KEY: undefined, ...keys });
    expect(await read()).toMatchObject({ configured: true });
    changeSettings({ VAPI_ORG_ID: undefined });
    expect(await read()).toMatchObject({ configured: false });
  });

  test.each<[string, number, Record<string, string>]>([
    ['another site', 403, { 'sec-fetch-site': 'cross-site' }],
    ['a plain client', 403, {}],
    ['our page in a browser without fetch metadata', 200, { 'x-requested-with': 'call-widget' }],
  ])('answers %s with %i', async (_who, status, headers) => {
    expect((await get('', headers)).status).toBe(status);
  });

  test('returns no key, no provider address and no other server setting', async () => {
    changeSettings({ VAPI_PRIVATE_KEY: 'private-key', VAPI_ORG_ID: 'org-1' });
    const text = JSON.stringify(await read());
    expect(text).not.toMatch(/secret|-key|org-1|voice\.example/);
  });
});

test('counts a call before creating it, and returns what the SDK needs', async () => {
  services.answerAsProvider = () =>
    Response.json({ ...providerAnswer, monitor: { listenUrl: 'wss://x' } }, { status: 201 });
  expect(await postCall()).toEqual({ status: 201, body: { ok: true, ...createdCall } });
  expect(services.listQueryNames()).toEqual(['rpc/take_call', '/call/web', 'rpc/settle_call']);
  const counted = { id: ID, assistant_id: LANDING_ASSISTANT, personal: false };
  expect(services.findBody('rpc/take_call')).toMatchObject(counted);
  expect(services.findBody('/call/web')).toMatchObject({
    assistantId: LANDING_ASSISTANT,
    assistantOverrides: { metadata: { callId: ID, requestId: expect.any(String) } },
  });
});

test('counts a call to a prospect’s assistant as personal', async () => {
  expect((await postPersonalCall()).status).toBe(201);
  expect(services.findBody('rpc/take_call')).toMatchObject({ personal: true });
  expect(services.findBody('/call/web')).toMatchObject({ assistantId: PROSPECT_ASSISTANT });
});

const findRenewal = () =>
  services.sentQueries.find(
    ({ method, table }) => method === 'PATCH' && table === 'decisionMakers',
  );

test('renews the personal links of the prospect’s assistant', async () => {
  expect((await postPersonalCall()).status).toBe(201);
  expect(findRenewal()).toMatchObject({
    query: { vapi_assistant_id: `eq.${PROSPECT_ASSISTANT}` },
    body: { renewed_at: expect.any(String) },
  });
});

test('does not wait for the renewal of a link', async () => {
  const answer = jest.mocked(fetch).getMockImplementation();
  jest
    .mocked(fetch)
    .mockImplementation((input, init) =>
      init?.method === 'PATCH' ? new Promise(() => undefined) : answer!(input, init),
    );
  expect((await postPersonalCall()).status).toBe(201);
});

test('renews no link for a call that is refused, or to the landing page’s assistant', async () => {
  await postCall();
  services.spentBudget = 'day';
  await postPersonalCall();
  services.spentBudget = null;
  services.answerAsProvider = () => Response.json({}, { status: 400 });
  await postPersonalCall();
  expect(findRenewal()).toBeUndefined();
});

test('does not forward extra body fields to the provider', async () => {
  const evil = 'evil.example';
  const { status } = await postCall({
    ...usual,
    assistant: { model: { url: evil }, server: { url: evil } },
    assistantOverrides: {
      maxDurationSeconds: 43_200,
      firstMessage: evil,
      metadata: { callId: evil },
      artifactPlan: { recordingEnabled: true },
    },
    squadId: evil,
    workflowId: evil,
    transport: { provider: evil },
    roomDeleteOnUserLeaveEnabled: false,
  });
  expect(status).toBe(201);
  const body = services.findBody('/call/web') as { assistantOverrides: object };
  expect(Object.keys(body)).toEqual(['assistantId', 'assistantOverrides']);
  expect(Object.keys(body.assistantOverrides).sort()).toEqual([
    'analysisPlan',
    'artifactPlan',
    'clientMessages',
    'maxDurationSeconds',
    'metadata',
    'monitorPlan',
  ]);
  expect(body.assistantOverrides).toMatchObject({
    maxDurationSeconds: 300,
    artifactPlan: { recordingEnabled: false },
  });
  expect(JSON.stringify(services.sentQueries)).not.toContain(evil);
});

test.each([
  ['no id', { assistantId: LANDING_ASSISTANT }],
  ['an id that is no UUID', { ...usual, id: 'call-1' }],
  ['no assistant', { id: ID }],
  ['an assistant with a blank', { id: ID, assistantId: 'a b' }],
  ['an assistant of 65 characters', { id: ID, assistantId: 'x'.repeat(65) }],
  ['a list of assistants', { id: ID, assistantId: [LANDING_ASSISTANT] }],
  ['a filter', { id: ID, assistantId: 'eq.demo-cs&select=*' }],
])('answers 422 to %s and contacts no service', async (_what, body) => {
  expect(await postCall(body)).toEqual(createRefusal(422, 'invalid'));
  expect(services.sentQueries).toEqual([]);
});

test.each([
  ['off', 503, 'calls_off'],
  ['used', 401, 'call_refused'],
  ['assistant', 404, 'unknown_assistant'],
  ['unknown', 502, 'provider_failed'],
  ['day', 429, 'calls_spent'],
  ['at_once', 429, 'calls_busy'],
])(
  'after the refusal %s of the database, answers %i %s and creates no call',
  async (spent, status, error) => {
    services.spentBudget = spent;
    expect(await postCall()).toEqual(createRefusal(status, error));
    expect(services.listQueryNames()).toEqual(['rpc/take_call']);
    const line = { level: 'warn', reason: spent, personal: false, msg: 'call refused' };
    expect(services.lines).toContainEqual(expect.objectContaining(line));
  },
);

test.each([
  ['calls are switched off', { CALLS_OFF: true }, 'calls_off'],
  ['there is no key', { VAPI_PUBLIC_KEY: undefined }, 'not_configured'],
])('refuses every call if %s, and contacts no service', async (_why, settings, error) => {
  changeSettings(settings);
  expect(await postCall()).toEqual(createRefusal(503, error));
  expect(services.sentQueries).toEqual([]);
});

test.each([
  [400, 404, 'unknown_assistant'],
  [402, 502, 'provider_quota'],
  [429, 429, 'calls_busy'],
])(
  'after %i from the provider, answers %i %s and uncounts the call',
  async (answered, status, error) => {
    services.answerAsProvider = () => Response.json({ message: 'Jan Novák' }, { status: answered });
    expect(await postCall()).toEqual(createRefusal(status, error));
    expect(services.listQueryNames()).toEqual(['rpc/take_call', '/call/web', 'rpc/settle_call']);
    expect(services.findBody('rpc/settle_call')).toEqual({ id: ID, state: 'refused' });
  },
);

test('removes a call that cannot have been created from the budgets', async () => {
  const cause = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
  services.answerAsProvider = () => Promise.reject(new TypeError('fetch failed', { cause }));
  expect(await postCall()).toEqual(createRefusal(502, 'provider_failed'));
  expect(services.findBody('rpc/settle_call')).toEqual({ id: ID, state: 'refused' });
});

test.each([
  ['without an answer', () => Promise.reject(new DOMException('late', 'TimeoutError'))],
  ['with an answer that says nothing', () => Response.json({}, { status: 201 })],
  ['with a gateway’s 502', () => new Response('<html>', { status: 502 })],
])('of a call that may exist, %s, the provider is asked', async (_how, answerAsProvider) => {
  services.answerAsProvider = answerAsProvider;
  expect(await postCall()).toEqual(createRefusal(502, 'provider_failed'));
  // Nothing can be asked without the private key: it stays counted.
  expect(services.listQueryNames()).toEqual(['rpc/take_call', '/call/web']);

  changeSettings({ VAPI_PRIVATE_KEY: 'private-key' });
  services.sentQueries.length = 0;
  expect(await postCall()).toEqual(createRefusal(502, 'provider_failed'));
  expect(services.findBody('rpc/settle_call')).toEqual({ id: ID, state: 'unknown' });
});

test('a call that may have been counted after the timeout is ended and uncounted', async () => {
  services.failing = ['rpc/take_call'];
  expect(await postCall()).toEqual(createRefusal(503, 'unavailable'));
  await waitForCondition(() => services.findBody('rpc/settle_call') !== undefined, 'the end');
  expect(services.listQueryNames()).toEqual(['rpc/take_call', 'rpc/end_call', 'rpc/settle_call']);
  expect(services.findBody('rpc/settle_call')).toEqual({ id: ID, state: 'refused' });
});

describe('a call whose visitor has left meanwhile', () => {
  const hostContext = Symbol.for('@next/request-context');
  const control = 'https://voice.example/control';
  const created = () =>
    Response.json({ ...providerAnswer, monitor: { controlUrl: control } }, { status: 201 });
  let backgroundWork: Promise<unknown>[];
  beforeEach(() => {
    backgroundWork = [];
    const waitUntil = (work: Promise<unknown>) => void backgroundWork.push(work);
    Reflect.set(globalThis, hostContext, { get: () => ({ waitUntil }) });
    services.answerAsProvider = created;
  });
  afterEach(() => void Reflect.deleteProperty(globalThis, hostContext));

  const handle = { call_id: 'call-1', control_url: control };
  const names = ['rpc/take_call', '/call/web', 'rpc/settle_call', 'rpc/end_call', '/control'];

  test('is ended, and its slot is free', async () => {
    Object.assign(services, { hasLeft: true, handles: [handle] });
    expect(await postCall()).toEqual(createRefusal(401, 'call_refused'));
    await Promise.all(backgroundWork);
    expect(services.listQueryNames()).toEqual([...names, 'rpc/settle_call']);
    expect(services.findBody('rpc/settle_call')).toEqual({ id: ID, state: 'created', ...handle });
    expect(services.findBody('/control')).toEqual({ type: 'end-call' });
    expect(services.sentQueries.at(-1)?.body).toEqual({ id: ID, state: 'over' });
  });

  test('or without the private key whose creation could not be stored, is ended', async () => {
    Object.assign(services, { handles: [handle], failing: ['rpc/settle_call'] });
    expect(await postCall()).toEqual(createRefusal(401, 'call_refused'));
    await Promise.all(backgroundWork);
    expect(services.listQueryNames()).toContain('/control');
    changeSettings({ VAPI_PRIVATE_KEY: 'private-key' });
    expect((await postCall()).status).toBe(201);
  });

  test.each([
    ['', []],
    [', also without the database', ['rpc/settle_call', 'rpc/end_call']],
  ])('is ended when the browser has closed the connection%s', async (_how, failing) => {
    Object.assign(services, { handles: [handle], failing });
    const tab = new AbortController();
    services.answerAsProvider = () => {
      tab.abort();
      return created();
    };
    await send({ signal: tab.signal });
    await Promise.all(backgroundWork);
    expect(services.listQueryNames()).toEqual([...names, 'rpc/settle_call']);
  });
});

test('creates no call while the database is down', async () => {
  services.isDatabaseDown = true;
  const answers = await Promise.all(Array.from({ length: 20 }, () => postCall()));
  expect(answers).toEqual(Array(20).fill(createRefusal(503, 'unavailable')));
  expect(services.listQueryNames()).not.toContain('/call/web');
});

test.each<[what: string, kinds: string[], spent: string | null, status: number, personal: boolean]>(
  [
    ['a refusal of our own', [], 'at_once', 201, false],
    ['a prospect’s call that we refuse', [], 'day', 201, true],
    ['calls that may not exist', ['service-failed'], 'unknown', 201, false],
    ['a refusal of the provider', ['quota-exhausted'], null, 402, false],
    ['a prospect’s assistant that the provider lacks', ['assistant-unknown'], null, 404, true],
  ],
)('five times %s alerts about %j', async (_what, kinds, spent, status, personal) => {
  services.spentBudget = spent;
  services.answerAsProvider = () => Response.json(createdCall, { status });
  for (let n = 0; n < 5; n += 1) await (personal ? postPersonalCall() : postCall());
  await new Promise(setImmediate);
  const written = services.sentQueries.filter(({ table }) => table === 'rpc/write_alert');
  expect(written.map(({ body }) => body)).toMatchObject(
    kinds.map((kind) => ({ kind: 'calls-failing', facts: { kinds: kind } })),
  );
});
