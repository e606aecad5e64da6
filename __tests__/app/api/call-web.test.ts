/** @jest-environment node */
import { changeSettings, provideSettings, SITE } from '@/__tests__/lib/server/settings';
import * as route from '@/app/api/call/web/route';
import { sealTicket } from '@/lib/server/call/call-ticket';
import { countFailure } from '@/lib/server/failures';
import {
  setUpCallServices,
  createdCall,
  createRefusal,
  LANDING_ASSISTANT,
  createSender,
  PROSPECT_ASSISTANT,
} from './call-services';

jest.mock('@/lib/server/failures');
jest.mock('@/lib/server/database/supabase', () =>
  jest.requireActual<object>('../../lib/server/database/fake'),
);

provideSettings();
const services = setUpCallServices();
const send = createSender('/api/call/web', route, { assistantId: LANDING_ASSISTANT });
const sealOurTicket = () => sealTicket({ assistantId: LANDING_ASSISTANT, personal: false });
const sealPersonalTicket = () => sealTicket({ assistantId: PROSPECT_ASSISTANT, personal: true });
const ticketHeaders = (ticket: string) => ({ origin: SITE, authorization: `Bearer ${ticket}` });
const postCall = async (body: unknown = { assistantId: LANDING_ASSISTANT }) =>
  send({ body, headers: ticketHeaders(await sealOurTicket()) });
const postPersonalCall = async () => {
  const headers = ticketHeaders(await sealPersonalTicket());
  return send({ body: { assistantId: PROSPECT_ASSISTANT }, headers });
};

test('counts a call before creating it, and returns what the SDK reads', async () => {
  services.answerAsProvider = () =>
    Response.json(
      { ...createdCall, orgId: 'org', monitor: { listenUrl: 'wss://x' } },
      { status: 201 },
    );
  expect(await postCall()).toEqual({ status: 201, body: { ok: true, ...createdCall } });
  expect(services.listQueryNames()).toEqual(['rpc/take_call', '/call/web', 'rpc/record_call']);
  const counted = services.findBody('rpc/take_call') as { ticket: string };
  expect(counted).toMatchObject({ personal: false, caller: expect.any(String) });
  expect(services.findBody('/call/web')).toMatchObject({
    assistantId: LANDING_ASSISTANT,
    assistantOverrides: { metadata: { ticketId: counted.ticket, requestId: expect.any(String) } },
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
    assistantId: LANDING_ASSISTANT,
    assistant: { model: { url: evil }, server: { url: evil } },
    assistantOverrides: {
      maxDurationSeconds: 43_200,
      firstMessage: evil,
      metadata: { ticketId: evil },
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

describe('refuses without contacting the database or the provider', () => {
  const expectRefusal = async (
    authorization: string | undefined,
    body: unknown = { assistantId: LANDING_ASSISTANT },
  ) => {
    const headers = { origin: SITE, ...(authorization && { authorization }) };
    expect(await send({ headers, body })).toEqual(createRefusal(401, 'ticket_refused'));
    expect(services.sentQueries).toEqual([]);
  };

  test.each<[string, (ticket: string) => string | undefined]>([
    ['a request without a ticket', () => undefined],
    ['the provider’s public key', () => 'Bearer public-key'],
    ['a ticket in another scheme', (ticket) => `Basic ${ticket}`],
    ['a ticket with something before it', (ticket) => `My Bearer ${ticket}`],
    ['a ticket with something behind it', (ticket) => `Bearer ${ticket} x`],
    ['a forged ticket', (ticket) => `Bearer ${ticket}`.replace(/\.[^.]+$/, `.${'A'.repeat(22)}`)],
  ])('%s', async (_what, authorize) => expectRefusal(authorize(await sealOurTicket())));
  test('a ticket for another assistant', async () =>
    expectRefusal(`Bearer ${await sealPersonalTicket()}`));
  test.each([
    ['without an assistant id', {}],
    ['with a list of assistants', { assistantId: [LANDING_ASSISTANT] }],
  ])('a request %s', async (_what, body) => expectRefusal(`Bearer ${await sealOurTicket()}`, body));

  test('an expired ticket', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const ticket = await sealOurTicket();
    jest.setSystemTime(Date.now() + 120_000);
    await expectRefusal(`Bearer ${ticket}`);
  });
});

test.each([
  ['off', 503, 'calls_off'],
  ['used', 401, 'ticket_refused'],
  ['day', 429, 'calls_spent'],
  ['at_once', 429, 'calls_busy'],
])(
  'after the refusal %s of the database, answers %i %s and creates no call',
  async (spent, status, error) => {
    services.spentBudget = spent;
    expect(await postCall()).toEqual(createRefusal(status, error));
    expect(services.listQueryNames()).toEqual(['rpc/take_call']);
  },
);

test.each([
  ['calls are switched off', { CALLS_OFF: true }, 'calls_off'],
  ['there is no key', { VAPI_PUBLIC_KEY: undefined }, 'not_configured'],
])('refuses every ticket if %s, and contacts no service', async (_why, settings, error) => {
  changeSettings(settings);
  expect(await postCall()).toEqual(createRefusal(503, error));
  expect(services.sentQueries).toEqual([]);
});

test.each([
  [400, 404, 'unknown_assistant'],
  [402, 502, 'provider_quota'],
  [429, 429, 'calls_busy'],
])(
  'after %i from the provider, answers %i %s and cancels the call',
  async (answered, status, error) => {
    services.answerAsProvider = () => Response.json({ message: 'Jan Novák' }, { status: answered });
    expect(await postCall()).toEqual(createRefusal(status, error));
    expect(services.listQueryNames()).toEqual(['rpc/take_call', '/call/web', 'rpc/cancel_call']);
    const { ticket } = services.findBody('rpc/take_call') as { ticket: string };
    expect(services.findBody('rpc/cancel_call')).toEqual({ ticket });
  },
);

test('removes a call that cannot have been created from the budgets', async () => {
  const cause = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
  services.answerAsProvider = () => Promise.reject(new TypeError('fetch failed', { cause }));
  expect(await postCall()).toEqual(createRefusal(502, 'provider_failed'));
  expect(services.listQueryNames()).toContain('rpc/cancel_call');
});

test.each([
  ['without an answer', () => Promise.reject(new DOMException('late', 'TimeoutError'))],
  ['with an answer that says nothing', () => Response.json({}, { status: 201 })],
  ['with a gateway’s 502', () => new Response('<html>', { status: 502 })],
])('keeps counting a call that may exist: %s', async (_how, answerAsProvider) => {
  services.answerAsProvider = answerAsProvider;
  expect(await postCall()).toEqual(createRefusal(502, 'provider_failed'));
  expect(services.listQueryNames()).toEqual(['rpc/take_call', '/call/web']);
});

describe('a call whose visitor has left meanwhile', () => {
  const hostContext = Symbol.for('@next/request-context');
  const control = 'https://voice.example/control';
  const created = () =>
    Response.json({ ...createdCall, monitor: { controlUrl: control } }, { status: 201 });
  let backgroundWork: Promise<unknown>[];
  beforeEach(() => {
    backgroundWork = [];
    const waitUntil = (work: Promise<unknown>) => void backgroundWork.push(work);
    Reflect.set(globalThis, hostContext, { get: () => ({ waitUntil }) });
    services.answerAsProvider = created;
  });
  afterEach(() => void Reflect.deleteProperty(globalThis, hostContext));

  test('is ended, and its slot is free', async () => {
    services.hasLeft = true;
    expect(await postCall()).toEqual(createRefusal(401, 'ticket_refused'));
    await Promise.all(backgroundWork);
    expect(services.listQueryNames()).toEqual([
      'rpc/take_call',
      '/call/web',
      'rpc/record_call',
      '/control',
      'rpc/settle_call',
    ]);
    const { ticket } = services.findBody('rpc/take_call') as { ticket: string };
    const handle = { call_id: 'call-1', control_url: control };
    expect(services.findBody('rpc/record_call')).toEqual({ ticket, ...handle, has_left: false });
    expect(services.findBody('/control')).toEqual({ type: 'end-call' });
    expect(services.findBody('rpc/settle_call')).toEqual({ ticket });
  });

  test('is ended when the browser has closed the connection', async () => {
    const tab = new AbortController();
    services.answerAsProvider = () => {
      tab.abort();
      return created();
    };
    const headers = ticketHeaders(await sealOurTicket());
    await send({ headers, signal: tab.signal });
    await Promise.all(backgroundWork);
    expect(services.findBody('rpc/record_call')).toMatchObject({ has_left: true });
    expect(services.findBody('/control')).toEqual({ type: 'end-call' });
    expect(services.listQueryNames()).toContain('rpc/settle_call');
  });
});

test('creates no call while the database is down', async () => {
  services.isDatabaseDown = true;
  const answers = await Promise.all(Array.from({ length: 20 }, () => postCall()));
  expect(answers).toEqual(Array(20).fill(createRefusal(503, 'unavailable')));
  expect(services.listQueryNames()).not.toContain('/call/web');
});

test('a refusal of the provider counts for an alert, one of our own doesn’t', async () => {
  services.spentBudget = 'at_once';
  await postCall();
  expect(countFailure).not.toHaveBeenCalled();
  services.spentBudget = null;
  services.answerAsProvider = () => Response.json({}, { status: 402 });
  await postCall();
  await postCall();
  expect(jest.mocked(countFailure).mock.calls).toEqual([
    ['calls-failing', 'quota-exhausted'],
    ['calls-failing', 'quota-exhausted'],
  ]);
});

test('a prospect’s assistant that the provider does not know counts, too', async () => {
  services.answerAsProvider = () => Response.json({}, { status: 404 });
  await postPersonalCall();
  expect(jest.mocked(countFailure).mock.calls).toEqual([['calls-failing', 'assistant-unknown']]);
});
