/** @jest-environment node */
import { after } from 'next/server';
import { servicesEn } from '@/lib/content/services-en';
import { listChannels, type Delivery, sendMessage } from '@/lib/server/notify/alert-channels';
import type { AlertMessage } from '@/lib/server/notify/alert-messages';
import { sendAlertsAfterResponse, sendDueAlerts } from '@/lib/server/notify/alerts';
import type { ClaimedAlert } from '@/lib/server/database/results';
import { getDatabase } from '@/lib/server/database/supabase';
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
jest.mock('@/lib/server/database/supabase', () => jest.requireActual<object>('../database/fake'));

provideSettings();
const logged = collectLogLines();
const workerSymbol = Symbol.for('site.alerts');
const mockSendMessage = jest.mocked(sendMessage);
const delivered: Delivery = { ok: true };
const failed: Delivery = { ok: false, failure: 'timeout', isFinal: false };

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
  Reflect.deleteProperty(globalThis, workerSymbol);
  jest.mocked(listChannels).mockReturnValue(['webhook', 'mail']);
  mockSendMessage.mockReset().mockResolvedValue(delivered);
  jest.mocked(after).mockReset();
  jest.mocked(getDatabase).mockReset();
});

/** Connects a database that returns these alerts, one list per claim. */
function connectOutbox(...claims: ClaimedAlert[][]) {
  return connectDatabase(({ table }) =>
    createAnswer(table === 'rpc/claim_alerts' ? (claims.shift() ?? []) : null),
  );
}
const listMarks = (sent: SentQuery[]) =>
  sent.filter(({ table }) => table === 'rpc/alert_sent').map(({ body }) => body);
const listClaims = (sent: SentQuery[]) => sent.filter(({ table }) => table === 'rpc/claim_alerts');
/** Ten alerts, which are one full batch. */
const createTenAlerts = (name: string) =>
  Array.from({ length: 10 }, (_, n) => alert(`${name}-${n}`));

test('sends what is due over each missing channel, then marks it', async () => {
  const sent = connectOutbox([alert('a', { missing: ['webhook', 'mail'] }), alert('b')]);
  await sendDueAlerts();
  expect(listClaims(sent)).toMatchObject([{ body: { channels: ['webhook', 'mail'], most: 10 } }]);
  const done = [
    { id: 'a', channel: 'webhook' },
    { id: 'a', channel: 'mail' },
    { id: 'b', channel: 'webhook' },
  ];
  expect(mockSendMessage.mock.calls.map(([channel, { id }]) => ({ id, channel }))).toEqual(done);
  expect(listMarks(sent)).toEqual(done);
});

test('sends all that is due, ten at a time', async () => {
  const sent = connectOutbox(createTenAlerts('first'), createTenAlerts('second'), [alert('last')]);
  await sendDueAlerts();
  expect(listClaims(sent)).toHaveLength(3);
  expect(listMarks(sent)).toHaveLength(21);
});

test('stops after failures until the next pass', async () => {
  const sent = connectOutbox(createTenAlerts('first'), createTenAlerts('second'));
  mockSendMessage.mockResolvedValue(failed);
  await sendDueAlerts();
  expect(listClaims(sent)).toHaveLength(1);
  expect(listMarks(sent)).toEqual([]);
  const line = { level: 'warn', kind: 'request', channel: 'webhook', failure: 'timeout' };
  expect(logged[0]).toMatchObject({ ...line, msg: 'alert not delivered' });
});

test('sends the other alerts after one fails', async () => {
  const sent = connectOutbox([alert('a'), alert('b', { missing: ['mail', 'webhook'] })]);
  mockSendMessage.mockImplementation(async (channel, { id }) =>
    id === 'b' && channel === 'mail' ? failed : delivered,
  );
  await sendDueAlerts();
  expect(listMarks(sent)).toEqual([
    { id: 'a', channel: 'webhook' },
    { id: 'b', channel: 'webhook' },
  ]);
});

test('retries a permanently rejected mail to the operator, not to a visitor', async () => {
  const sent = connectOutbox([
    alert('visitor', { kind: 'acknowledgement', missing: ['visitor'], address: 'x@y.example' }),
    alert('owner', { missing: ['mail'] }),
  ]);
  mockSendMessage.mockResolvedValue({ ok: false, failure: 'status 550', isFinal: true });
  await sendDueAlerts();
  expect(listMarks(sent)).toEqual([{ id: 'visitor', channel: 'visitor' }]);
  expect(JSON.stringify(logged)).not.toContain('y.example');
});

test('marks an alert later instead of sending it again', async () => {
  const claimed = [[alert('a')], [alert('a')]];
  let isRefusing = true;
  const sent = connectDatabase(({ table }) => {
    if (table === 'rpc/claim_alerts') return createAnswer(claimed.shift() ?? []);
    return isRefusing ? createRefusal('XX000', 'broken', 500)() : createAnswer(null);
  });
  await sendDueAlerts();
  expect(logged).toMatchObject([
    { level: 'warn', code: 'XX000', status: 500, msg: 'alert sent, but not marked' },
  ]);
  await sendDueAlerts();
  expect(mockSendMessage).toHaveBeenCalledTimes(1);
  isRefusing = false;
  await sendDueAlerts();
  await sendDueAlerts();
  expect(mockSendMessage).toHaveBeenCalledTimes(1);
  const tries = listMarks(sent).length;
  expect(tries).toBeGreaterThanOrEqual(3);
  await sendDueAlerts();
  expect(listMarks(sent)).toHaveLength(tries);
});

test('runs one pass at a time, and looks again for what was written during it', async () => {
  const sent = connectOutbox([alert('a')], [alert('b')]);
  let release: () => void = () => undefined;
  mockSendMessage.mockImplementationOnce(
    () => new Promise((resolve) => (release = () => resolve(delivered))),
  );
  const first = sendDueAlerts();
  const second = sendDueAlerts();
  expect(second).toBe(first);
  while (mockSendMessage.mock.calls.length === 0) await new Promise(setImmediate);
  void sendDueAlerts();
  expect(listClaims(sent)).toHaveLength(1);
  release();
  await second;
  expect(listClaims(sent)).toHaveLength(2);
  expect(listMarks(sent)).toHaveLength(2);
});

test('begins nothing new while the server stops', async () => {
  const sent = connectOutbox(createTenAlerts('first'), createTenAlerts('second'));
  mockSendMessage.mockImplementation(async () => {
    Object.assign(Reflect.get(globalThis, workerSymbol) as object, { stopping: true });
    return delivered;
  });
  await sendDueAlerts();
  await sendDueAlerts();
  expect(listClaims(sent)).toHaveLength(1);
  expect(listMarks(sent)).toHaveLength(10);
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
    connectOutbox([alert('a')]);
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
    expect(getDatabase).not.toHaveBeenCalled();
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
  connectOutbox([alert('a', { subject })]);
  await sendDueAlerts();
  expect(mockSendMessage.mock.calls[0]?.[1]).toEqual<AlertMessage>({
    id: 'a',
    kind: 'request',
    subject: `New request: ${servicesEn.other.name}.`,
    text: `Request ${subject}`,
    link: null,
  });
});
