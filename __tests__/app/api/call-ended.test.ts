/** @jest-environment node */
import type { Vapi } from '@vapi-ai/server-sdk';
import { changeSettings, provideSettings, SITE } from '@/__tests__/lib/server/settings';
import * as route from '@/app/api/call/ended/route';
import { createRefusal, createSender, setUpCallServices } from './call-services';

provideSettings();
const services = setUpCallServices();
const acknowledged = { status: 200, body: { ok: true } };
const secretHeaders = { 'x-vapi-secret': 'hook-secret' };
type Published = Vapi.ServerMessageEndOfCallReport;
const usualMessage = {
  type: 'end-of-call-report',
  endedReason: 'customer-ended-call',
  cost: 0.1234,
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
const createReport = (more: object = {}) => ({
  message: { ...usualMessage, durationSeconds: 83.6, ...more },
});
const send = createSender('/api/call/ended', route, createReport());
const sendReport = (more: object) => send({ headers: secretHeaders, body: createReport(more) });
const listSettled = () =>
  services.sentQueries
    .filter(({ table }) => table === 'rpc/settle_call')
    .map(({ table, body }) => ({ table, body }));
const findLogged = () => services.lines.filter(({ msg }) => msg === 'a call ended');

test('stores the length of a reported call in whole seconds, and its cost', async () => {
  expect(await send({ headers: secretHeaders })).toEqual(acknowledged);
  expect(listSettled()).toEqual([
    { table: 'rpc/settle_call', body: { id: 'id-1', state: 'over', seconds: 84, cost: 0.1234 } },
  ]);
  expect(findLogged()).toEqual([
    expect.objectContaining({
      level: 'info',
      seconds: 84,
      cost: 0.1234,
      reason: 'customer-ended-call',
    }),
  ]);
});

test.each([
  ['customer-ended-call', 'visitor'],
  ['assistant-ended-call', 'assistant'],
  ['silence-timed-out', 'silence'],
  ['exceeded-max-duration', 'time-limit'],
  ['pipeline-error-openai-llm-failed', 'failed'],
])('a call that ended by %s is recorded as ended by %s', async (endedReason, ended) => {
  expect(await sendReport({ endedReason })).toEqual(acknowledged);
  expect(services.listQueryNames()).toEqual(['rpc/settle_call', 'rpc/record_prospect_call']);
  expect(services.findBody('rpc/record_prospect_call')).toEqual({
    ...{ id: 'id-1', length: 84, ended, rating: null },
    should_alert: true,
  });
});

describe('the length of a call', () => {
  const startedAt = '2026-11-25T10:00:00.000Z';
  const endedAt = '2026-11-25T10:01:23.600Z';

  test('is the time between startedAt and endedAt', async () => {
    const body = { message: { ...usualMessage, startedAt, endedAt } satisfies Published };
    expect(await send({ headers: secretHeaders, body })).toEqual(acknowledged);
    expect(listSettled()).toMatchObject([{ body: { id: 'id-1', state: 'over', seconds: 84 } }]);
  });

  test.each<[string, object, number]>([
    ['the times count before the unpublished seconds', { startedAt, endedAt }, 84],
    ['times in another zone', { startedAt: '2026-11-25T11:00:00+01:00', endedAt }, 84],
    ['no beginning, since nobody joined', { endedAt }, 50],
    ['no end', { startedAt }, 50],
    ['words for times', { startedAt: 'ten', endedAt: 'eleven' }, 50],
    ['null for times', { startedAt: null, endedAt: null }, 50],
    ['an end before the beginning', { startedAt: endedAt, endedAt: startedAt }, 50],
    ['more than a day', { startedAt: '2026-11-23T10:00:00Z', endedAt }, 50],
  ])('%s', async (_what, times, seconds) => {
    expect(await sendReport({ durationSeconds: 50, ...times })).toEqual(acknowledged);
    expect(listSettled()).toMatchObject([{ body: { id: 'id-1', state: 'over', seconds } }]);
  });
});

test.each([
  { authorization: 'Bearer hook-secret' },
  { authorization: 'bearer hook-secret', 'x-vapi-secret': '' },
])('takes the secret as the provider sends it by default, too: %j', async (headers) => {
  expect(await send({ headers: headers as Record<string, string> })).toEqual(acknowledged);
  expect(listSettled()).toHaveLength(1);
});

test.each<[string, Record<string, string>]>([
  ['no secret', {}],
  ['an empty one', { 'x-vapi-secret': '' }],
  ['a wrong one', { 'x-vapi-secret': 'hook-secreT' }],
  ['another one in each place', { 'x-vapi-secret': 'a', authorization: 'Bearer b' }],
  ['a longer one', { 'x-vapi-secret': 'hook-secret2' }],
  ['a page of ours', { origin: SITE, 'sec-fetch-site': 'same-origin' }],
  ['the secret of another scheme', { authorization: 'Basic hook-secret' }],
  ['the secret alone', { authorization: 'hook-secret' }],
])('refuses a report with %s and settles no call', async (_what, headers) => {
  expect(await send({ headers })).toEqual(createRefusal(403, 'forbidden'));
  expect(services.sentQueries).toEqual([]);
});

test.each([secretHeaders, {}, { 'x-vapi-secret': '' }, { 'x-vapi-secret': 'undefined' }])(
  'refuses every report if no secret is set (%j)',
  async (headers: Record<string, string>) => {
    changeSettings({ VAPI_WEBHOOK_SECRET: undefined });
    expect(await send({ headers })).toEqual(createRefusal(403, 'forbidden'));
    expect(services.sentQueries).toEqual([]);
  },
);

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
  ['nothing', { durationSeconds: undefined, cost: undefined }],
  ['words', { durationSeconds: 'long', cost: 'much' }],
  ['negative', { durationSeconds: -5, cost: -1 }],
  ['null', { durationSeconds: null, cost: null }],
])('a report with %s for length and cost frees the slot, and leaves both open', async (_, more) => {
  expect(await sendReport(more)).toEqual(acknowledged);
  expect(services.listQueryNames()).toEqual(['rpc/settle_call']);
  expect(listSettled()).toEqual([
    { table: 'rpc/settle_call', body: { id: 'id-1', state: 'over', seconds: null, cost: null } },
  ]);
});

test.each([undefined, null, 'The customer Jan Novák hung up', 'x'.repeat(201), 7])(
  'does not log the reason %.40p, but frees the slot',
  async (endedReason) => {
    expect(await sendReport({ endedReason })).toEqual(acknowledged);
    expect(listSettled()).toHaveLength(1);
    expect(findLogged()).toHaveLength(1);
    expect(findLogged()[0]).not.toHaveProperty('reason');
  },
);

test.each([
  ['the database is down', { isDatabaseDown: true }],
  ['the call of a prospect cannot be recorded', { failing: ['rpc/record_prospect_call'] }],
])('answers 503 while %s, so that the provider retries', async (_what, fault) => {
  Object.assign(services, fault);
  expect(await send({ headers: secretHeaders })).toEqual(createRefusal(503, 'unavailable'));
});

test.each([17, 3000])(
  'accepts a report of %i KB and logs nothing of the conversation',
  async (kb) => {
    const transcript = 'Jan Novák '.repeat((kb * 1024) / 10);
    expect(await sendReport({ artifact: { transcript } })).toEqual(acknowledged);
    expect(listSettled()).toHaveLength(1);
  },
);

test.each<[string, object, number, string]>([
  ['over 4 MB', { body: createReport({ pad: 'x'.repeat(4 * 1024 * 1024) }) }, 413, 'too_large'],
  ['broken JSON', { body: '{' }, 400, 'malformed'],
  ['text', { type: 'text/plain' }, 415, 'unsupported'],
])('refuses %s', async (_what, post, status, error) => {
  expect(await send({ headers: secretHeaders, ...post })).toEqual(createRefusal(status, error));
  expect(services.sentQueries).toEqual([]);
});
