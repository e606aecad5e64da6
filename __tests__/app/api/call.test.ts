import { changeSettings, provideSettings } from '@/__tests__/lib/server/settings';
import * as route from '@/app/api/call/route';
import * as endRoute from '@/app/api/call/end/route';
import { RULES } from '@/lib/server/http/rate-limit';
import { collectBackgroundWork } from '@/__tests__/support/shared-state';
import { waitForCondition } from '@/__tests__/support/until';
import { listAlerts } from '@/__tests__/lib/server/database/database-answers';
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

describe('GET', () => {
  const get = (query = '') => route.GET(new Request(`http://localhost/api/call${query}`));
  const read = async (query?: string) => (await get(query)).json();

  test('returns the settings of calls and no other', async () => {
    expect(await read()).toMatchObject({ callMachineUrl: null });
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
  });

  // The contract has the other refusals.
  test.each([
    // There may be a slot again when Start is pressed.
    ['at_once', null],
    ['unknown', null],
    [null, 'unavailable', ['rpc/take_call']],
  ])('returns the refusal %s as %p', async (spentBudget, refusal, failing: string[] = []) => {
    Object.assign(services, { spentBudget, failing });
    expect(await read()).toMatchObject({ configured: true, refusal });
  });

  test.each([
    ['a%20b', { refusal: 'unknown_assistant' }, {}],
    ['demo', { refusal: 'calls_off' }, { CALLS_OFF: true }],
    ['demo', { ok: true, configured: false }, { VAPI_PUBLIC_KEY: undefined }],
  ])('asks no service about %.10s: %j', async (assistant, answer, settings) => {
    changeSettings(settings);
    expect(await read(`?assistant=${assistant}`)).toMatchObject(answer);
    expect(services.sentQueries).toEqual([]);
  });

  test('is answered so often a minute for an address as the limit says', async () => {
    const headers = { 'x-real-ip': '192.0.2.60' };
    const ask = () => route.GET(new Request('http://localhost/api/call', { headers }));
    for (let n = 0; n < RULES['call per address'].points; n += 1)
      expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });

  test('is configured without an assistant', async () => {
    changeSettings({ VAPI_ASSISTANT_ID: undefined });
    expect(await read()).toMatchObject({ configured: true, refusal: null, assistantId: null });
  });
});

test('creates a call, and returns what the SDK needs', async () => {
  services.answerAsProvider = () =>
    Response.json({ ...providerAnswer, monitor: { listenUrl: 'wss://x' } }, { status: 201 });
  expect(await postCall()).toEqual({ status: 201, body: { ok: true, ...createdCall } });
  expect(services.lines).not.toContainEqual(expect.objectContaining({ level: 'warn' }));
  expect(services.findBody('/call/web')).toMatchObject({
    assistantId: LANDING_ASSISTANT,
    assistantOverrides: { metadata: { callId: ID, requestId: expect.any(String) } },
  });
});

test.each<[string, link: object | undefined, prospect: object | null, told: object | undefined]>([
  ['a page that knows its assistant only', undefined, null, undefined],
  [
    'a link with a row',
    { contact_name: 'Eva', company_name: null },
    {
      contact_name: 'Jan Novák',
      company_name: 'A {{ b',
      variables: { city: 'Brno', now: 'x', nil: 'x' },
    },
    { contact_name: 'Jan Novák', city: 'Brno' },
  ],
  ['a link without one', { contact_name: 'Eva', company_name: 'F' }, null, { contact_name: 'Eva' }],
  ['a forged link', { contact_name: '{{ now }}', city: 'Brno' }, null, undefined],
])('of %s the assistant is told what its row says', async (_what, link, prospect, told) => {
  services.prospect = prospect;
  const body = { id: ID, assistantId: PROSPECT_ASSISTANT, link };
  expect((await postCall(body)).status).toBe(201);
  const { assistantOverrides } = services.findBody('/call/web') as {
    assistantOverrides: { variableValues?: object };
  };
  expect(assistantOverrides.variableValues).toEqual(told);
});

// The contract has the refusal of each budget.
test('after a refusal of the database, says why and creates no call', async () => {
  services.spentBudget = 'day';
  expect(await postCall()).toEqual(createRefusal(429, 'calls_spent'));
  expect(services.findBody('/call/web')).toBeUndefined();
  const line = { level: 'warn', reason: 'day', personal: false, msg: 'call refused' };
  expect(services.lines).toContainEqual(expect.objectContaining(line));
});

test.each([
  ['calls are switched off', { CALLS_OFF: true }, 'calls_off'],
  ['there is no key', { VAPI_PUBLIC_KEY: undefined }, 'not_configured'],
])('refuses every call if %s, and contacts no service', async (_why, settings, error) => {
  changeSettings(settings);
  expect(await postCall()).toEqual(createRefusal(503, error));
  expect(services.sentQueries).toEqual([]);
});

const PRIVATE = { VAPI_PRIVATE_KEY: 'private-key' };

// `__tests__/lib/server/call/provider.test.ts` has each refusal.
test('after a refusal of the provider, says why in our words', async () => {
  services.answerAsProvider = () => Response.json({ message: 'Jan Novák' }, { status: 402 });
  expect(await postCall()).toEqual(createRefusal(502, 'provider_quota'));
});

test('asks the provider about calls that may not exist and fill the budget', async () => {
  changeSettings(PRIVATE);
  services.spentBudget = 'unknown';
  await postCall();
  await waitForCondition(() => services.listQueryNames().includes('calls'), 'the question');
});

// The contract has a visitor who leaves while the provider creates the call.
describe('a call that the visitor cannot have got', () => {
  const control = 'https://voice.example/control';
  const created = () =>
    Response.json({ ...providerAnswer, monitor: { controlUrl: control } }, { status: 201 });
  let backgroundWork: Promise<unknown>[];
  beforeEach(() => {
    backgroundWork = collectBackgroundWork();
    services.answerAsProvider = created;
    services.handles = [{ call_id: 'call-1', control_url: control }];
  });

  test('is ended if it is not stored, and can’t be found without the private key', async () => {
    services.failing = ['rpc/settle_call'];
    expect(await postCall()).toEqual(createRefusal(401, 'call_refused'));
    await Promise.all(backgroundWork);
    expect(services.findBody('/control')).toEqual({ type: 'end-call' });
    changeSettings(PRIVATE);
    expect((await postCall()).status).toBe(201);
  });

  test.each([
    ['', []],
    [', also without the database', ['rpc/settle_call', 'rpc/end_call']],
  ])('is ended when the browser has closed the connection%s', async (_how, failing) => {
    services.failing = failing;
    const tab = new AbortController();
    services.answerAsProvider = () => {
      tab.abort();
      return created();
    };
    await send({ signal: tab.signal });
    await Promise.all(backgroundWork);
    expect(services.findBody('/control')).toEqual({ type: 'end-call' });
  });
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
  expect(listAlerts(services.sentQueries)).toMatchObject(
    kinds.map((kind) => ({ kind: 'calls-failing', facts: { kinds: kind } })),
  );
});

test.each(['rpc/end_call', 'rpc/record_prospect_call'])(
  'an end of which %s fails is to be sent again',
  async (failing) => {
    services.failing = [failing];
    const end = { id: ID, outcome: { seconds: 84, reason: 'visitor' } };
    expect(await createSender('/api/call/end', endRoute, end)()).toEqual(
      createRefusal(503, 'unavailable'),
    );
  },
);
