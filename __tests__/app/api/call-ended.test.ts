import type { Vapi } from '@vapi-ai/server-sdk';
import { provideSettings } from '@/__tests__/lib/server/settings';
import * as route from '@/app/api/call/ended/route';
import { createRefusal, createSender, setUpCallServices } from './call-services';

provideSettings();
const services = setUpCallServices();
const acknowledged = { status: 200, body: { ok: true } };
const secretHeaders = { 'x-vapi-secret': 'hook-secret' };
type Published = Vapi.ServerMessageEndOfCallReport;
const startedAt = '2026-11-25T10:00:00.000Z';
const endedAt = '2026-11-25T10:01:23.600Z';
const usualMessage = {
  type: 'end-of-call-report',
  endedReason: 'customer-ended-call',
  cost: 0.1234,
  startedAt,
  endedAt,
  call: {
    id: 'call-1',
    orgId: 'org',
    createdAt: '2026-11-25T09:59:58.000Z',
    updatedAt: '2026-11-25T10:01:24.000Z',
    assistantOverrides: { metadata: { callId: 'id-1' } },
  },
  artifact: {},
  analysis: {},
} satisfies Published;
const createReport = (more: object = {}) => ({ message: { ...usualMessage, ...more } });
const send = createSender('/api/call/ended', route, createReport());
const sendReport = (more: object) => send({ headers: secretHeaders, body: createReport(more) });
const findLogged = () => services.lines.filter(({ msg }) => msg === 'a call ended');

// The contract has what is stored of a report.
test('logs length, cost and reason', async () => {
  expect(await sendReport({})).toEqual(acknowledged);
  const line = { level: 'info', seconds: 84, cost: 0.1234, reason: 'customer-ended-call' };
  expect(findLogged()).toEqual([expect.objectContaining(line)]);
});

test.each<[string, object, number | null]>([
  ['times in another zone', { startedAt: '2026-11-25T11:00:00+01:00' }, 84],
  ['no beginning, since nobody joined', { startedAt: undefined }, null],
  ['null', { startedAt: null, endedAt: null }, null],
  ['words', { startedAt: 'ten', endedAt: 'eleven' }, null],
  ['an end before the beginning', { startedAt: endedAt, endedAt: startedAt }, null],
  ['more than a day', { startedAt: '2026-11-23T10:00:00Z' }, null],
])('with %s the length is %p', async (_what, times, seconds) => {
  await sendReport(times);
  expect(findLogged()).toMatchObject([{ seconds }]);
});

test.each([
  { authorization: 'Bearer hook-secret' },
  { authorization: 'bearer hook-secret', 'x-vapi-secret': '' },
])('takes the secret as the provider sends it by default, too: %j', async (headers) => {
  expect(await send({ headers: headers as Record<string, string> })).toEqual(acknowledged);
  expect(findLogged()).toHaveLength(1);
});

test.each([
  ['a message of another type', createReport({ type: 'status-update' })],
  ['a call that is not of this site', createReport({ call: { id: 'call-1' } })],
  ['other metadata', createReport({ call: { assistantOverrides: { metadata: { a: 1 } } } })],
  ['no message', {}],
  ['a message of no type', { message: {} }],
])('ignores %s and answers 200', async (_what, body) => {
  expect(await send({ headers: secretHeaders, body })).toEqual(acknowledged);
  expect(services.sentQueries).toEqual([]);
  expect(findLogged()).toEqual([]);
});

test.each([
  ['nothing', undefined],
  ['words', 'much'],
  ['negative', -1],
  ['null', null],
])('a report with %s for its cost leaves it open', async (_, cost) => {
  expect(await sendReport({ cost })).toEqual(acknowledged);
  expect(findLogged()).toMatchObject([{ cost: null }]);
});

test.each([undefined, null, 'The customer Jan Novák hung up', 'x'.repeat(201), 7])(
  'does not log the reason %.40p',
  async (endedReason) => {
    expect(await sendReport({ endedReason })).toEqual(acknowledged);
    expect(findLogged()).toHaveLength(1);
    expect(findLogged()[0]).not.toHaveProperty('reason');
  },
);

test.each(['rpc/settle_call', 'rpc/record_prospect_call'])(
  'answers 503 while %s fails, so that the provider retries',
  async (failing) => {
    services.failing = [failing];
    expect(await send({ headers: secretHeaders })).toEqual(createRefusal(503, 'unavailable'));
  },
);

test.each([
  [4 * 1024 * 1024, 413],
  [3 * 1024 * 1024, 200],
])('of a body of over %i bytes answers %i', async (bytes, status) => {
  const transcript = 'Jan Novák '.repeat(Math.ceil(bytes / 11));
  const body = createReport({ artifact: { transcript } });
  expect((await send({ headers: secretHeaders, body })).status).toBe(status);
});
