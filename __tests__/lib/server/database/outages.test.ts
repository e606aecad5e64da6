/** @jest-environment node */
import { listChannels, type Delivery, sendMessage } from '@/lib/server/notify/alert-channels';
import { alertOutage as alert, countLostRequest, endOutage } from '@/lib/server/database/outages';
import { collectLogLines } from '../log/log-lines';

jest.mock('@/lib/server/notify/alert-channels');

const MINUTE = 60_000;
const logged = collectLogLines();
const mockSendMessage = jest.mocked(sendMessage);
const failed: Delivery = { ok: false, failure: 'status 500', isFinal: false };
const alertOutage = () => alert({ status: 0 });
const advance = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const listAlerted = () => mockSendMessage.mock.calls.map(([channel]) => channel);

beforeEach(() => {
  jest.useFakeTimers();
  Reflect.deleteProperty(globalThis, Symbol.for('site.outage'));
  jest.mocked(listChannels).mockReturnValue(['webhook', 'mail', 'visitor']);
  mockSendMessage.mockReset().mockResolvedValue({ ok: true });
});

test('alerts the operator once and immediately, however often circuits open', async () => {
  alertOutage();
  await advance(0);
  expect(listAlerted()).toEqual(['webhook', 'mail']);
  expect(mockSendMessage.mock.calls[0]?.[1]).toMatchObject({
    id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    kind: 'database-away',
    subject: expect.stringMatching(/ out of reach \(no answer\)\. Requests are/) as string,
    text: expect.stringContaining('See the dashboard') as string,
    link: null,
  });
  expect(jest.getTimerCount()).toBe(0);
  for (let n = 0; n < 100; n += 1) {
    await advance(MINUTE);
    alertOutage();
  }
  expect(listAlerted()).toHaveLength(2);
});

test('retries a failing channel with backoff and the same id', async () => {
  const times: number[] = [];
  const startedAt = Date.now();
  mockSendMessage.mockImplementation(async (channel) => {
    if (channel !== 'webhook') return { ok: true };
    times.push(Math.round((Date.now() - startedAt) / 1000));
    return failed;
  });
  alertOutage();
  await advance(20 * MINUTE);
  expect(times).toEqual([0, 5, 15, 35, 75, 155, 315, 615, 915]);
  expect(listAlerted().filter((channel) => channel === 'mail')).toHaveLength(1);
  expect(new Set(mockSendMessage.mock.calls.map(([, { id }]) => id)).size).toBe(1);
  const line = { level: 'warn', kind: 'database-away', channel: 'webhook' };
  expect(logged[0]).toMatchObject({ ...line, failure: 'status 500', msg: 'alert not delivered' });
  mockSendMessage.mockResolvedValue({ ok: true });
  await advance(60 * MINUTE);
  expect(listAlerted().filter((channel) => channel === 'webhook')).toHaveLength(times.length + 1);
});

test('waits as told, over that channel only', async () => {
  mockSendMessage.mockImplementation(async (channel) =>
    channel === 'webhook' ? { ...failed, waitSeconds: 60 } : failed,
  );
  alertOutage();
  await advance(59_999);
  expect(listAlerted().filter((channel) => channel === 'webhook')).toHaveLength(1);
  expect(listAlerted().filter((channel) => channel === 'mail')).toHaveLength(4);
  await advance(1);
  expect(listAlerted().filter((channel) => channel === 'webhook')).toHaveLength(2);
});

test('sends no alert once the outage is over', async () => {
  mockSendMessage.mockResolvedValue(failed);
  alertOutage();
  await advance(1000);
  endOutage();
  mockSendMessage.mockClear();
  await advance(60 * MINUTE);
  expect(listAlerted()).toEqual([]);
});

test('alerts of the next outage at most half an hour after the last one', async () => {
  alertOutage();
  await advance(10 * MINUTE);
  endOutage();
  alertOutage();
  await advance(20 * MINUTE - 1);
  alertOutage();
  expect(listAlerted()).toHaveLength(2);
  await advance(1);
  alertOutage();
  expect(listAlerted()).toHaveLength(4);
  const ids = mockSendMessage.mock.calls.map(([, { id }]) => id);
  expect(ids[2]).not.toBe(ids[0]);
});

test.each([
  [failed, 4],
  [{ ...failed, mayHaveArrived: true }, 2],
])('alerts of the next outage at once only if nobody was told: %j', async (delivery, count) => {
  mockSendMessage.mockResolvedValue(delivery);
  alertOutage();
  await advance(1000);
  endOutage();
  alertOutage();
  expect(listAlerted()).toHaveLength(count);
});

test('alerts immediately after half an hour without an outage', async () => {
  alertOutage();
  endOutage();
  await advance(30 * MINUTE);
  alertOutage();
  await advance(0);
  expect(listAlerted()).toHaveLength(4);
});

test('does nothing without a channel', async () => {
  jest.mocked(listChannels).mockReturnValue(['visitor']);
  alertOutage();
  await advance(60 * MINUTE);
  expect(mockSendMessage).not.toHaveBeenCalled();
});

test('asks a serverless host to wait', () => {
  const hostContext = Symbol.for('@next/request-context');
  const waitUntil = jest.fn();
  Reflect.set(globalThis, hostContext, { get: () => ({ waitUntil }) });
  alertOutage();
  Reflect.deleteProperty(globalThis, hostContext);
  expect(waitUntil).toHaveBeenCalledWith(expect.any(Promise));
});

describe('requests that are lost', () => {
  const unwritable = { status: 405, code: '25006' };
  const loseRequest = async () => {
    countLostRequest(unwritable);
    await advance(0);
  };

  test('alert at the third in a row, with the cause, and once until one is stored', async () => {
    await loseRequest();
    await loseRequest();
    expect(listAlerted()).toEqual([]);
    await loseRequest();
    expect(listAlerted()).toEqual(['webhook', 'mail']);
    expect(mockSendMessage.mock.calls[0]?.[1]).toMatchObject({
      kind: 'database-away',
      subject:
        'The database has failed (405 25006). ' +
        'Requests are not stored, and visitors are shown a mail address.',
      text: expect.stringContaining('disk is full') as string,
    });
    for (let n = 0; n < 100; n += 1) {
      await advance(MINUTE);
      await loseRequest();
    }
    expect(listAlerted()).toHaveLength(2);

    endOutage();
    for (let n = 0; n < 3; n += 1) await loseRequest();
    expect(listAlerted()).toHaveLength(4);
  });

  test('are counted from the last one that was stored', async () => {
    for (let n = 0; n < 10; n += 1) {
      await loseRequest();
      await loseRequest();
      endOutage();
    }
    expect(listAlerted()).toEqual([]);
  });

  test.each([{ status: 401 }, { status: 404, code: 'PGRST205' }, { status: 402 }])(
    'alert at the first if the next must fail like it: %j',
    (failure) => {
      countLostRequest(failure);
      expect(listAlerted()).toEqual(['webhook', 'mail']);
      countLostRequest(failure);
      expect(listAlerted()).toHaveLength(2);
    },
  );

  test.each([0, 429])('do not alert at the first with status %i, which may pass', (status) => {
    countLostRequest({ status });
    expect(listAlerted()).toEqual([]);
  });

  test('alert again when the last alert is six hours old', async () => {
    for (let n = 0; n < 3; n += 1) await loseRequest();
    await advance(6 * 60 * MINUTE - 1);
    await loseRequest();
    expect(listAlerted()).toHaveLength(2);
    await advance(1);
    await loseRequest();
    expect(listAlerted()).toHaveLength(4);
  });
});
