/** @jest-environment node */
import { changeSettings, provideSettings } from '@/__tests__/lib/server/settings';
import * as route from '@/app/api/call/ticket/route';
import { openTicket } from '@/lib/server/call/call-ticket';
import {
  setUpCallServices,
  createRefusal,
  LANDING_ASSISTANT,
  createSender,
  PROSPECT_ASSISTANT,
} from './call-services';

jest.mock('@/lib/server/database/supabase', () =>
  jest.requireActual<object>('../../lib/server/database/fake'),
);

provideSettings();
const services = setUpCallServices();
const send = createSender('/api/call/ticket', route, { assistantId: LANDING_ASSISTANT });

test.each([
  ['the landing page', LANDING_ASSISTANT, false, ['rpc/call_refusal']],
  ['a prospect', PROSPECT_ASSISTANT, true, ['decisionMakers', 'rpc/call_refusal']],
])(
  'issues a ticket for 120 seconds for the assistant of %s',
  async (_whose, assistantId, personal, asked) => {
    const { status, body } = await send({ body: { assistantId } });
    expect({ status, body }).toEqual({
      status: 200,
      body: { ok: true, ticket: expect.any(String), lifetimeSeconds: 120 },
    });
    expect(await openTicket((body as { ticket: string }).ticket)).toEqual({
      id: expect.any(String),
      assistantId,
      personal,
    });
    expect(services.listQueryNames()).toEqual(asked);
    expect(services.findBody('rpc/call_refusal')).toMatchObject({ personal });
  },
);

test('issues tickets without counting a call or asking the provider', async () => {
  for (let n = 0; n < 20; n += 1) expect((await send()).status).toBe(200);
  expect(new Set(services.listQueryNames())).toEqual(new Set(['rpc/call_refusal']));
});

test('issues no ticket for an unknown assistant', async () => {
  expect(await send({ body: { assistantId: 'nobody' } })).toEqual(
    createRefusal(404, 'unknown_assistant'),
  );
});

test('accepts only prospects’ assistants if VAPI_ASSISTANT_ID is not set', async () => {
  changeSettings({ VAPI_ASSISTANT_ID: undefined });
  expect(await send()).toEqual(createRefusal(404, 'unknown_assistant'));
  expect((await send({ body: { assistantId: PROSPECT_ASSISTANT } })).status).toBe(200);
});

test('issues no ticket while the database is down', async () => {
  services.isDatabaseDown = true;
  expect(await send()).toEqual(createRefusal(503, 'unavailable'));
  expect(await send({ body: { assistantId: PROSPECT_ASSISTANT } })).toEqual(
    createRefusal(503, 'unavailable'),
  );
});

test.each([
  ['day', 429, 'calls_spent'],
  ['at_once', 429, 'calls_busy'],
])('refuses a ticket if %s is spent: %i %s', async (spent, status, error) => {
  services.spentBudget = spent;
  expect(await send()).toEqual(createRefusal(status, error));
  expect(await send({ body: { assistantId: PROSPECT_ASSISTANT } })).toEqual(
    createRefusal(status, error),
  );
});

test.each([
  ['calls are switched off', { CALLS_OFF: true }, 'calls_off'],
  ['there is no key', { VAPI_PUBLIC_KEY: undefined }, 'not_configured'],
  [
    'a private key lacks its organisation',
    { VAPI_PUBLIC_KEY: undefined, VAPI_PRIVATE_KEY: 'private-key' },
    'not_configured',
  ],
])('issues no ticket if %s, and contacts no service', async (_why, settings, error) => {
  changeSettings(settings);
  expect(await send()).toEqual(createRefusal(503, error));
  expect(services.sentQueries).toEqual([]);
});

test('needs no public key if the private key and the organisation are set', async () => {
  changeSettings({
    VAPI_PUBLIC_KEY: undefined,
    VAPI_PRIVATE_KEY: 'private-key',
    VAPI_ORG_ID: 'org',
  });
  expect((await send()).status).toBe(200);
});

test.each([
  ['no id', {}],
  ['an empty id', { assistantId: '' }],
  ['an id with a blank', { assistantId: 'a b' }],
  ['an id of 65 characters', { assistantId: 'x'.repeat(65) }],
  ['a list', { assistantId: [LANDING_ASSISTANT] }],
  ['an assistant of its own', { assistant: { model: { provider: 'openai' } } }],
  ['a filter', { assistantId: 'eq.demo-cs&select=*' }],
])('answers 422 to %s and contacts no service', async (_what, body) => {
  expect(await send({ body })).toEqual(createRefusal(422, 'invalid'));
  expect(services.sentQueries).toEqual([]);
});
