/** @jest-environment node */
import { changeSettings, provideSettings } from '@/__tests__/lib/server/settings';
import * as endRoute from '@/app/api/call/end/route';
import { createRefusal, createSender, setUpCallServices } from './call-services';

// The pauses before the provider is asked again have no value; the time for a body has.
jest.mock('node:timers/promises', () => {
  type Timers = { setTimeout: (ms: number, ...rest: unknown[]) => Promise<unknown> };
  const { setTimeout: wait } = jest.requireActual<Timers>('node:timers/promises');
  return { setTimeout: (ms: number, ...rest: unknown[]) => wait(rest.length ? ms : 0, ...rest) };
});

provideSettings();
const services = setUpCallServices();
const id = '3f0c4a52-6a5e-4a8e-9b0e-0d6b9f6c2a11';
const end = createSender('/api/call/end', endRoute, { id });
const acknowledged = { status: 200, body: { ok: true } };
const unavailable = createRefusal(503, 'unavailable');
const handle = { call_id: 'call-1', control_url: 'https://voice.example/control' };
const outcome = { seconds: 84, reason: 'visitor' };
afterEach(() => changeSettings({ VAPI_PRIVATE_KEY: undefined, PROSPECT_ALERTS_OFF: false }));

test('the end of a call ends it at the provider, then frees its slot', async () => {
  services.handles = [handle];
  expect(await end()).toEqual(acknowledged);
  expect(services.listQueryNames()).toEqual(['rpc/end_call', '/control', 'rpc/settle_call']);
  expect(services.findBody('rpc/end_call')).toEqual({ id });
  expect(services.findBody('rpc/settle_call')).toEqual({ id, state: 'over' });
});

test.each([
  ['goes on', 'in-progress', []],
  ['has ended', 'ended', ['rpc/settle_call']],
])('with the private key, the provider is asked whether the call %s', async (_, status, freed) => {
  changeSettings({ VAPI_PRIVATE_KEY: 'private-key' });
  services.handles = [{ ...handle, control_url: null }];
  services.answerAsProvider = () => Response.json({ id: 'call-1', status });
  expect(await end()).toEqual(acknowledged);
  const names = services.listQueryNames().filter((name) => name !== '/call/call-1');
  expect(names).toEqual(['rpc/end_call', ...freed]);
});

test('a call that another request ends, or that is being created, is left to it', async () => {
  expect(await end()).toEqual(acknowledged);
  expect(services.listQueryNames()).toEqual(['rpc/end_call']);
});

test('an end that the database keeps no more is to be sent again', async () => {
  services.handles = [{ call_id: null, control_url: null }];
  expect(await end()).toEqual(unavailable);
});

test.each([true, false])('records the end of a call, with an alert: %s', async (should_alert) => {
  changeSettings({ PROSPECT_ALERTS_OFF: !should_alert });
  expect(await end({ body: { id, outcome } })).toEqual(acknowledged);
  const call = { id, length: 84, ended: 'visitor', rating: null, should_alert };
  expect(services.findBody('rpc/record_prospect_call')).toEqual(call);
});

test('stores the rating', async () => {
  expect(await end({ body: { id, outcome: { ...outcome, rating: 5 } } })).toEqual(acknowledged);
  expect(services.findBody('rpc/record_prospect_call')).toMatchObject({ id, rating: 5 });
});

test.each<object>([
  {},
  { id: 'call-1' },
  { id: '../org' },
  { id, outcome: {} },
  { id, outcome: { ...outcome, seconds: -1 } },
  { id, outcome: { ...outcome, seconds: 1.5 } },
  { id, outcome: { ...outcome, seconds: 86_401 } },
  { id, outcome: { ...outcome, reason: 'Jan Novák hung up' } },
  { id, outcome: { ...outcome, rating: 0 } },
  { id, outcome: { ...outcome, rating: 6 } },
  { id, outcome: { ...outcome, rating: '5' } },
])('refuses %j and contacts no service', async (body) => {
  expect(await end({ body })).toEqual(createRefusal(422, 'invalid'));
  expect(services.sentQueries).toEqual([]);
});

test('answers 503 while the database is down', async () => {
  services.isDatabaseDown = true;
  expect(await end()).toEqual(unavailable);
  services.isDatabaseDown = false;
  services.failing = ['rpc/record_prospect_call'];
  expect(await end({ body: { id, outcome } })).toEqual(unavailable);
});
