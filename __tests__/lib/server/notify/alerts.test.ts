/** @jest-environment node */
import { after } from 'next/server';
import { servicesEn } from '@/lib/content/services-en';
import { listChannels, type Delivery, sendMessage } from '@/lib/server/notify/alert-channels';
import type { AlertMessage } from '@/lib/server/notify/alert-messages';
import { sendAlertsAfterResponse, sendDueAlerts } from '@/lib/server/notify/alerts';
import type { Channel, ClaimedAlert } from '@/lib/server/database/results';
import { finishOpenWork } from '@/lib/server/shared-state';
import {
  createAnswer,
  connectDatabase,
  createRefusal,
  type SentQuery,
} from '../database/database-answers';
import { collectLogLines } from '../log/log-lines';
import { provideSettings } from '../settings';

jest.mock('next/server', () => ({ after: jest.fn() }));
jest.mock('@/lib/server/notify/alert-channels');

provideSettings();
const logged = collectLogLines();
const STATES = ['site.alerts', 'site.open-work'].map((name) => Symbol.for(name));
const mockSendMessage = jest.mocked(sendMessage);
const delivered: Delivery = { ok: true };
const failed: Delivery = { ok: false, failure: 'ECONNREFUSED' };
const unconfirmed: Delivery = {
  ok: false,
  failure: 'timeout',
  isFinal: false,
  mayHaveArrived: true,
};

const alert = (id: string, more: Partial<ClaimedAlert> = {}): ClaimedAlert => ({
  id,
  kind: 'request',
  subject: null,
  facts: { service: 'other', suspected_spam: false },
  missing: ['webhook'],
  address: null,
  ...more,
});

beforeEach(() => {
  for (const state of STATES) Reflect.deleteProperty(globalThis, state);
  jest.mocked(listChannels).mockReturnValue(['webhook', 'mail']);
  mockSendMessage.mockReset().mockResolvedValue(delivered);
  jest.mocked(after).mockReset();
});

/** Connects a database that returns these alerts, one for each claim. */
function connectOutbox(...alerts: ClaimedAlert[]) {
  return connectDatabase(({ table }) =>
    createAnswer(table === 'rpc/claim_alerts' ? alerts.splice(0, 1) : null),
  );
}
const listSettled = (sent: SentQuery[]) =>
  sent.filter(({ table }) => table === 'rpc/settle_alert').map(({ body }) => body);
const listClaims = (sent: SentQuery[]) => sent.filter(({ table }) => table === 'rpc/claim_alerts');
const createAlerts = (count: number) => Array.from({ length: count }, (_, n) => alert(`a${n}`));

test('sends what is due over each missing channel, then marks it', async () => {
  const sent = connectOutbox(alert('a', { missing: ['webhook', 'mail'] }), alert('b'));
  await sendDueAlerts();
  expect(listClaims(sent)[0]).toMatchObject({ body: { channels: ['webhook', 'mail'], most: 1 } });
  expect(mockSendMessage.mock.calls.map(([channel, { id }]) => `${id} ${channel}`)).toEqual([
    ...['a webhook', 'a mail', 'b webhook'],
  ]);
  expect(listSettled(sent)).toEqual([
    { id: 'a', taken: ['webhook', 'mail'], again: false, seconds: null },
    { id: 'b', taken: ['webhook'], again: false, seconds: null },
  ]);
});

test('sends all that is due, one after another', async () => {
  const sent = connectOutbox(...createAlerts(12));
  let sending = 0;
  mockSendMessage.mockImplementation(async () => {
    expect((sending += 1)).toBe(1);
    await new Promise(setImmediate);
    sending -= 1;
    return delivered;
  });
  await sendDueAlerts();
  expect(listSettled(sent)).toHaveLength(12);
});

test('lets a server rest that has failed three times in a row, until the next pass', async () => {
  jest.mocked(listChannels).mockReturnValue(['webhook', 'mail', 'visitor']);
  const both = createAlerts(5).map((each) => ({ ...each, missing: ['webhook', 'mail'] as const }));
  const sent = connectOutbox(...both.map((each) => ({ ...each, missing: [...each.missing] })));
  mockSendMessage.mockImplementation(async (channel) => (channel === 'mail' ? failed : delivered));
  await sendDueAlerts();
  const channels = listClaims(sent).map(({ body }) => (body as { channels: string[] }).channels);
  expect(channels.slice(0, 3)).toEqual(Array(3).fill(['webhook', 'mail', 'visitor']));
  expect(channels[3]).toEqual(['webhook']);
  expect(listSettled(sent)[0]).toEqual({
    ...{ id: 'a0', taken: ['webhook'], again: true, seconds: null },
  });
  const line = { level: 'warn', kind: 'request', channel: 'mail', failure: 'ECONNREFUSED' };
  expect(logged[0]).toMatchObject({ ...line, msg: 'alert not delivered' });
  await sendDueAlerts();
  expect(listClaims(sent).at(-1)?.body).toMatchObject({ channels: ['webhook', 'mail', 'visitor'] });
});

test('waits as told, over that channel only, and then goes on by itself', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const sent = connectOutbox(...createAlerts(2));
  mockSendMessage.mockResolvedValueOnce({ ok: false, failure: 'status 429', waitSeconds: 7 });
  await sendDueAlerts();
  expect(listSettled(sent)[0]).toEqual({ id: 'a0', taken: [], again: true, seconds: 7 });
  expect(mockSendMessage).toHaveBeenCalledTimes(2);
  const claimed = () =>
    listClaims(sent).map(({ body }) => (body as { channels: string[] }).channels);
  expect(claimed().slice(1)).toEqual([['mail'], ['mail']]);
  await jest.advanceTimersByTimeAsync(6_999);
  await sendDueAlerts();
  expect(claimed().at(-1)).toEqual(['mail']);
  const before = claimed().length;
  await jest.advanceTimersByTimeAsync(101);
  expect(claimed().slice(before)).toEqual([['webhook', 'mail']]);
});

test('lets no channel wait as the receiver of another has told', async () => {
  const sent = connectOutbox(alert('a', { missing: ['webhook', 'mail'] }));
  mockSendMessage.mockImplementation(async (channel) =>
    channel === 'webhook' ? { ...failed, waitSeconds: 3600 } : failed,
  );
  await sendDueAlerts();
  expect(listSettled(sent)).toEqual([{ id: 'a', taken: [], again: true, seconds: 60 }]);
});

test('repeats soon what was surely not taken, and not what may have arrived', async () => {
  const both: Channel[] = ['webhook', 'mail'];
  const sent = connectOutbox(alert('a', { missing: both }), alert('b', { missing: both }));
  mockSendMessage.mockImplementation(async (channel, { id }) =>
    id === 'b' && channel === 'mail' ? unconfirmed : failed,
  );
  await sendDueAlerts();
  expect(listSettled(sent)).toMatchObject([
    { id: 'a', taken: [], again: true },
    { id: 'b', taken: [], again: false },
  ]);
});

test('warns when some mailboxes refuse a mail, which is not sent again', async () => {
  const sent = connectOutbox(alert('a', { missing: ['mail'] }));
  const failure = 'refused by 1 of 2 mailboxes';
  mockSendMessage.mockResolvedValue({ ok: true, failure });
  await sendDueAlerts();
  expect(listSettled(sent)).toMatchObject([{ id: 'a', taken: ['mail'], again: false }]);
  expect(logged).toMatchObject([{ level: 'warn', failure, msg: 'alert not delivered' }]);
});

// `claim_alerts` has marked it, so that nothing can repeat it.
test.each<[what: string, delivery: Delivery, settled: object[]]>([
  ['was taken', delivered, []],
  ['may have arrived', unconfirmed, []],
  ['has no mailbox', { ok: false, failure: 'RCPT TO 550', isFinal: true }, []],
  ['was surely not taken', failed, [{ id: 'a', taken: [], again: true, seconds: null }]],
])('an acknowledgement that %s is repeated or not', async (_what, delivery, settled) => {
  const more = { missing: ['visitor'] satisfies Channel[], address: 'x@y.example' };
  const sent = connectOutbox(alert('a', { kind: 'acknowledgement', ...more }));
  mockSendMessage.mockResolvedValue(delivery);
  await sendDueAlerts();
  expect(mockSendMessage).toHaveBeenCalledTimes(1);
  expect(listSettled(sent)).toEqual(settled);
  expect(JSON.stringify(logged)).not.toContain('y.example');
});

test('visitors without a mailbox do not keep mails from others', async () => {
  jest.mocked(listChannels).mockReturnValue(['visitor']);
  const thanks = createAlerts(5).map((each) => ({ ...each, kind: 'acknowledgement' as const }));
  connectOutbox(...thanks.map((each) => ({ ...each, missing: ['visitor'] satisfies Channel[] })));
  mockSendMessage.mockResolvedValue({ ok: false, failure: 'RCPT TO 550', isFinal: true });
  await sendDueAlerts();
  expect(mockSendMessage).toHaveBeenCalledTimes(5);
});

test('runs one pass at a time, and looks again for what was written during it', async () => {
  const sent = connectOutbox(alert('a'), alert('b'));
  let release: () => void = () => undefined;
  const begun = new Promise<void>((begin) =>
    mockSendMessage.mockImplementationOnce(() => {
      begin();
      return new Promise((resolve) => (release = () => resolve(delivered)));
    }),
  );
  const first = sendDueAlerts();
  const second = sendDueAlerts();
  expect(second).toBe(first);
  await begun;
  void sendDueAlerts();
  expect(listClaims(sent)).toHaveLength(1);
  release();
  await second;
  expect(listClaims(sent)).toHaveLength(3);
  expect(listSettled(sent)).toHaveLength(2);
});

test('a server that stops waits for the alert on its way, and begins nothing new', async () => {
  const sent = connectOutbox(...createAlerts(2));
  let stopped: Promise<void> | undefined;
  const begun = new Promise<void>((begin) =>
    mockSendMessage.mockImplementation(async () => {
      stopped = finishOpenWork();
      begin();
      return delivered;
    }),
  );
  void sendDueAlerts();
  await begun;
  await stopped;
  expect(listSettled(sent)).toHaveLength(1);
  await sendDueAlerts();
  expect(listClaims(sent)).toHaveLength(1);
});

test.each([
  [
    'refuses',
    () => createRefusal('XX000', 'eva@example.com', 500)(),
    { level: 'warn', code: 'XX000', status: 500, msg: 'due alerts could not be read' },
  ],
  [
    'returns an unknown alert',
    () => createAnswer([alert('a', { kind: 'new' as 'request' })]),
    { level: 'error', error: 'TypeError', msg: 'alert not sent' },
  ],
])('ends the pass and logs when the database %s', async (_what, reply, line) => {
  connectDatabase(reply);
  await sendDueAlerts();
  expect(mockSendMessage).not.toHaveBeenCalled();
  expect(logged).toMatchObject([line]);
});

describe('after a response', () => {
  test('sends alerts if there is a channel', async () => {
    connectOutbox(alert('a'));
    sendAlertsAfterResponse();
    const [[work]] = jest.mocked(after).mock.calls as [[() => Promise<void>]];
    expect(mockSendMessage).not.toHaveBeenCalled();
    await work();
    expect(mockSendMessage).toHaveBeenCalledTimes(1);
  });

  test('does nothing without a channel', () => {
    jest.mocked(listChannels).mockReturnValue([]);
    sendAlertsAfterResponse();
    expect(after).not.toHaveBeenCalled();
  });

  test('fails no request on a host that cannot wait', () => {
    jest.mocked(after).mockImplementation(() => {
      throw new Error('`waitUntil` is not available in the current environment.');
    });
    expect(() => sendAlertsAfterResponse()).not.toThrow();
    expect(logged).toMatchObject([
      { level: 'warn', msg: 'after() is unavailable, alerts stay queued' },
    ]);
  });
});

test('names the service and the id of the request', async () => {
  const subject = '0b1f9a52-3c1e-4d7a-9a41-2f6f5f0c7a11';
  connectOutbox(alert('a', { subject }));
  await sendDueAlerts();
  expect(mockSendMessage.mock.calls[0]?.[1]).toEqual<AlertMessage>({
    id: 'a',
    kind: 'request',
    subject: `New request: ${servicesEn.other.name}.`,
    text: `Request ${subject}`,
    link: null,
  });
});
