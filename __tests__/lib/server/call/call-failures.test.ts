/** @jest-environment node */
import { FAILURE_KINDS, FAILURES, type FailureKind } from '@/lib/call/failures';
import { CALL_REFUSALS, type CallRefusal } from '@/lib/call/refusals';
import { sendAlertsAfterResponse, sendDueAlerts } from '@/lib/server/notify/alerts';
import { countRefusedCall, countReportedCallFailure } from '@/lib/server/call/call-failures';
import { createAnswer, connectDatabase, createRefusal } from '../database/database-answers';
import { collectLogLines } from '../log/log-lines';
import { provideSettings } from '../settings';

jest.mock('@/lib/server/notify/alerts');
jest.mock('@/lib/server/database/supabase', () => jest.requireActual<object>('../database/fake'));

provideSettings({ TRUSTED_IP_HEADER: 'x-real-ip' });

const MINUTE = 60_000;
const logged = collectLogLines();
const mockSendAlertsAfterResponse = jest.mocked(sendAlertsAfterResponse);
let day = 0;

// Each test has a day of its own, far from the failures of the one before.
beforeEach(() => {
  day += 1;
  jest.useFakeTimers({
    now: Date.UTC(2026, 10, day, 10, 59, 30),
    doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'],
  });
});

const formatAddress = (n: number) => `10.0.${n >> 8}.${n & 255}`;
let reporterCount = 0;
/** Each report comes from another network. */
const reportFailures = (times: number, kind: FailureKind = 'no-answer') => {
  for (let n = 0; n < times; n += 1) {
    const headers = { 'x-real-ip': formatAddress((reporterCount += 1)) };
    countReportedCallFailure(kind, new Request('http://localhost', { headers }));
  }
};
const advanceClock = (ms: number) => jest.setSystemTime(Date.now() + ms);
/** Runs what was scheduled for after the response. */
const runAfterResponse = async () => {
  for (const [task] of mockSendAlertsAfterResponse.mock.calls) await task?.();
};

test('alerts of five failures within ten minutes, with their kinds', async () => {
  const sentQueries = connectDatabase(() => createAnswer(null));
  reportFailures(4);
  advanceClock(10 * MINUTE - 1);
  expect(mockSendAlertsAfterResponse).not.toHaveBeenCalled();
  reportFailures(1, 'service-failed');
  await runAfterResponse();
  expect(sentQueries).toMatchObject([
    {
      table: 'rpc/write_alert',
      body: {
        kind: 'calls-failing',
        subject: null,
        facts: { count: 5, kinds: 'no-answer, service-failed' },
        dedupe: `calls-failing ${new Date().toISOString().slice(0, 13)}`,
      },
    },
  ]);
  expect(sendDueAlerts).toHaveBeenCalledTimes(1);
});

test('does not count failures older than ten minutes', () => {
  reportFailures(1);
  advanceClock(10 * MINUTE);
  reportFailures(4);
  expect(mockSendAlertsAfterResponse).not.toHaveBeenCalled();
  reportFailures(1);
  expect(mockSendAlertsAfterResponse).toHaveBeenCalledTimes(1);
});

test('uses one key per hour, so each hour has one alert', async () => {
  const sentQueries = connectDatabase(() => createAnswer(null));
  reportFailures(10);
  advanceClock(MINUTE);
  reportFailures(5);
  await runAfterResponse();
  const names = sentQueries.map(({ body }) => (body as { dedupe: string }).dedupe.slice(-3));
  expect(names).toEqual(['T10', 'T10', 'T11']);
});

test.each<FailureKind>([
  ...(['microphone-denied', 'microphone-denied-by-system', 'microphone-dismissed'] as const),
  'microphone-missing',
  ...(['microphone-busy', 'insecure-context', 'in-app-browser', 'unsupported-browser'] as const),
  ...(['not-configured', 'calls-spent', 'calls-off'] as const),
])('does not count %s', (kind) => {
  reportFailures(4);
  reportFailures(10, kind);
  expect(mockSendAlertsAfterResponse).not.toHaveBeenCalled();
});

test.each(FAILURE_KINDS)('counts %s as its record says', (kind) => {
  reportFailures(5, kind);
  expect(mockSendAlertsAfterResponse).toHaveBeenCalledTimes(FAILURES[kind].alerts ? 1 : 0);
});

test.each(Object.keys(CALL_REFUSALS) as CallRefusal[])(
  'counts a call refused with %s as the record of its failure says',
  (refusal) => {
    for (let n = 0; n < 5; n += 1) countRefusedCall(refusal);
    const { alerts } = FAILURES[CALL_REFUSALS[refusal]];
    expect(mockSendAlertsAfterResponse).toHaveBeenCalledTimes(alerts ? 1 : 0);
  },
);

test('logs an alert that cannot be written', async () => {
  connectDatabase(createRefusal('XX000', 'broken', 500));
  reportFailures(5);
  await runAfterResponse();
  expect(logged).toMatchObject([{ level: 'warn', code: 'XX000', msg: 'alert not written' }]);
});
