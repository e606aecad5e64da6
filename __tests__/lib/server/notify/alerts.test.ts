/** @jest-environment node */
import { after } from 'next/server';
import {
  type AlertMessage,
  listChannels,
  type Delivery,
  sendMessage,
} from '@/lib/server/notify/alert-channels';
import { sendAlertsAfterResponse, sendDueAlerts } from '@/lib/server/notify/alerts';
import { type ClaimedAlert, getDatabase } from '@/lib/server/database/supabase';
import { answer, connected, refusal, type Sent } from '../database/database-answers';
import { logLines } from '../observe/log-lines';
import { giveSettings } from '../settings';

jest.mock('next/server', () => ({ after: jest.fn() }));
jest.mock('@/lib/server/notify/alert-channels');
jest.mock('@/lib/server/database/supabase', () => ({
  ...jest.requireActual<object>('@/lib/server/database/supabase'),
  getDatabase: jest.fn(),
}));

giveSettings();
const logged = logLines();
const state = Symbol.for('site.alerts');
const sendOver = jest.mocked(sendMessage);
const delivered: Delivery = { ok: true };
const failed: Delivery = { ok: false, failure: 'timeout', final: false };

const alertOf = (id: string, more: Partial<ClaimedAlert> = {}): ClaimedAlert => ({
  id,
  kind: 'request',
  subject: null,
  facts: { service: 'other', suspected_spam: false },
  missing: ['webhook'],
  address: null,
  ...more,
});

beforeEach(() => {
  Reflect.deleteProperty(globalThis, state);
  jest.mocked(listChannels).mockReturnValue(['webhook', 'mail']);
  sendOver.mockReset().mockResolvedValue(delivered);
  jest.mocked(after).mockReset();
  jest.mocked(getDatabase).mockReset();
});

/** A database that gives these alerts out, one list for each time that it is asked. */
function outbox(...claims: ClaimedAlert[][]) {
  return connected(({ table }) =>
    answer(table === 'rpc/claim_alerts' ? (claims.shift() ?? []) : null),
  );
}
const marks = (sent: Sent[]) =>
  sent.filter(({ table }) => table === 'rpc/alert_sent').map(({ body }) => body);
const claims = (sent: Sent[]) => sent.filter(({ table }) => table === 'rpc/claim_alerts');
/** Ten, as many as are sent at a time. */
const ten = (name: string) => Array.from({ length: 10 }, (_, n) => alertOf(`${name}-${n}`));

test('what is due is sent over each channel that misses it, then marked', async () => {
  const sent = outbox([alertOf('a', { missing: ['webhook', 'mail'] }), alertOf('b')]);
  await sendDueAlerts();
  expect(claims(sent).map(({ body }) => body)).toEqual([
    { channels: ['webhook', 'mail'], most: 10 },
  ]);
  expect(sendOver.mock.calls.map(([channel, { id }]) => [channel, id])).toEqual([
    ['webhook', 'a'],
    ['mail', 'a'],
    ['webhook', 'b'],
  ]);
  expect(marks(sent)).toEqual([
    { id: 'a', channel: 'webhook' },
    { id: 'a', channel: 'mail' },
    { id: 'b', channel: 'webhook' },
  ]);
});

test('all that is due is sent, ten at a time', async () => {
  const sent = outbox(ten('first'), ten('second'), [alertOf('last')]);
  await sendDueAlerts();
  expect(claims(sent)).toHaveLength(3);
  expect(marks(sent)).toHaveLength(21);
});

test('channels that fail are left alone until the next time', async () => {
  const sent = outbox(ten('first'), ten('second'));
  sendOver.mockResolvedValue(failed);
  await sendDueAlerts();
  expect(claims(sent)).toHaveLength(1);
  expect(marks(sent)).toEqual([]);
  expect(logged).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      kind: 'request',
      channel: 'webhook',
      failure: 'timeout',
      msg: 'alert not delivered',
    }),
  );
});

test('one that fails keeps no other one back', async () => {
  const sent = outbox([alertOf('a'), alertOf('b', { missing: ['mail', 'webhook'] })]);
  sendOver.mockImplementation(async (channel, { id }) =>
    id === 'b' && channel === 'mail' ? failed : delivered,
  );
  await sendDueAlerts();
  expect(marks(sent)).toEqual([
    { id: 'a', channel: 'webhook' },
    { id: 'b', channel: 'webhook' },
  ]);
});

test('a permanently rejected mail to a visitor is not retried; the owner’s is', async () => {
  const sent = outbox([
    alertOf('visitor', { kind: 'acknowledgement', missing: ['visitor'], address: 'x@y.example' }),
    alertOf('owner', { missing: ['mail'] }),
  ]);
  sendOver.mockResolvedValue({ ok: false, failure: 'status 550', final: true });
  await sendDueAlerts();
  expect(marks(sent)).toEqual([{ id: 'visitor', channel: 'visitor' }]);
  expect(JSON.stringify(logged)).not.toContain('y.example');
});

test('an alert that was sent but not marked is marked later, and not sent again', async () => {
  const claimed = [[alertOf('a')], [alertOf('a')]];
  let refusing = true;
  const sent = connected(({ table }) => {
    if (table === 'rpc/claim_alerts') return answer(claimed.shift() ?? []);
    return refusing ? refusal('XX000', 'broken', 500)() : answer(null);
  });
  await sendDueAlerts();
  expect(logged).toMatchObject([
    { level: 'warn', code: 'XX000', status: 500, msg: 'alert sent, but not marked' },
  ]);
  await sendDueAlerts();
  expect(sendOver).toHaveBeenCalledTimes(1);
  refusing = false;
  await sendDueAlerts();
  await sendDueAlerts();
  expect(sendOver).toHaveBeenCalledTimes(1);
  const tries = marks(sent).length;
  expect(tries).toBeGreaterThanOrEqual(3);
  await sendDueAlerts();
  expect(marks(sent)).toHaveLength(tries);
});

test('a pass never meets another one, and what was written meanwhile is looked for', async () => {
  const sent = outbox([alertOf('a')], [alertOf('b')]);
  let release: () => void = () => undefined;
  sendOver.mockImplementationOnce(() => new Promise((done) => (release = () => done(delivered))));
  const first = sendDueAlerts();
  const second = sendDueAlerts();
  expect(second).toBe(first);
  while (sendOver.mock.calls.length === 0) await new Promise(setImmediate);
  void sendDueAlerts();
  expect(claims(sent)).toHaveLength(1);
  release();
  await second;
  expect(claims(sent)).toHaveLength(2);
  expect(marks(sent)).toHaveLength(2);
});

test('a server that stops begins nothing new', async () => {
  const sent = outbox(ten('first'), ten('second'));
  sendOver.mockImplementation(async () => {
    Object.assign(Reflect.get(globalThis, state) as object, { stopping: true });
    return delivered;
  });
  await sendDueAlerts();
  await sendDueAlerts();
  expect(claims(sent)).toHaveLength(1);
  expect(marks(sent)).toHaveLength(10);
});

test.each([
  [
    'cannot be asked',
    () => refusal('XX000', 'eva@example.com', 500)(),
    { level: 'warn', code: 'XX000', status: 500, msg: 'due alerts could not be read' },
  ],
  [
    'gives out what nobody understands',
    () => answer([alertOf('a', { kind: 'new' as 'request' })]),
    { level: 'error', error: 'TypeError', msg: 'alert not sent' },
  ],
])('a database that %s ends the pass with a line in the log', async (_what, reply, line) => {
  connected(reply);
  await sendDueAlerts();
  expect(sendOver).not.toHaveBeenCalled();
  expect(logged).toMatchObject([line]);
});

describe('after an answer', () => {
  test('alerts are sent where there is a channel', async () => {
    outbox([alertOf('a')]);
    sendAlertsAfterResponse();
    const [[work]] = jest.mocked(after).mock.calls as [[() => Promise<void>]];
    expect(sendOver).not.toHaveBeenCalled();
    await work();
    expect(sendOver).toHaveBeenCalledTimes(1);
  });

  test('nothing happens where there is none', () => {
    jest.mocked(listChannels).mockReturnValue([]);
    sendAlertsAfterResponse();
    expect(after).not.toHaveBeenCalled();
    expect(getDatabase).not.toHaveBeenCalled();
  });

  test('a host that cannot wait for them fails no request', () => {
    jest.mocked(after).mockImplementation(() => {
      throw new Error('`waitUntil` is not available in the current environment.');
    });
    expect(() => sendAlertsAfterResponse()).not.toThrow();
    expect(logged).toMatchObject([
      { level: 'warn', msg: 'after() is unavailable, alerts stay queued' },
    ]);
  });
});

test('the words hold the service, the request’s id and the way to it', async () => {
  const subject = '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11';
  outbox([alertOf('a', { subject })]);
  await sendDueAlerts();
  expect(sendOver.mock.calls[0]?.[1]).toEqual<AlertMessage>({
    id: 'a',
    kind: 'request',
    subject: 'New request: Custom Solution.',
    text: `Request ${subject}`,
    link: null,
  });
});
