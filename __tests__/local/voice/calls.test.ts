/** @jest-environment node */
import type { Call, EndedCall } from '@/local/voice/calls';
import { Calls } from '@/local/voice/calls';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function createNewCall(id: string): Call {
  return {
    id,
    orgId: 'org',
    createdAt: '2026-11-25T10:00:00.000Z',
    updatedAt: '2026-11-25T10:00:00.000Z',
    assistantId: 'demo',
    assistantOverrides: {},
    status: 'queued',
  };
}

function createCallStore() {
  const ended: [id: string, reason: string, seconds: number][] = [];
  const onEnd = ({ id, endedReason, startedAt, endedAt }: EndedCall) =>
    ended.push([id, endedReason, (Date.parse(endedAt) - Date.parse(startedAt ?? endedAt)) / 1000]);
  return { calls: new Calls(onEnd), ended };
}

test('a call is queued, in progress and ended, and is reported once', () => {
  const { calls, ended } = createCallStore();
  calls.add(createNewCall('a'));
  expect(calls.find('a')?.status).toBe('queued');
  jest.advanceTimersByTime(2_000);
  expect(calls.join('a')).toBe(true);
  expect(calls.find('a')?.status).toBe('in-progress');
  jest.advanceTimersByTime(12_500);
  expect(calls.leave('a', 'assistant-ended-call')).toBe(true);
  expect(calls.find('a')?.status).toBe('ended');
  calls.leave('a', 'customer-ended-call');
  calls.join('a');
  jest.advanceTimersByTime(3_600_000);
  expect(calls.find('a')?.status).toBe('ended');
  expect(ended).toEqual([['a', 'assistant-ended-call', 12.5]]);
});

test('a call that is left before anyone joined it has duration 0', () => {
  const { calls, ended } = createCallStore();
  calls.add(createNewCall('a'));
  jest.advanceTimersByTime(10_000);
  calls.leave('a', 'manually-canceled');
  expect(ended).toEqual([['a', 'manually-canceled', 0]]);
});

test('a call that nobody has created cannot be joined or left', () => {
  const { calls, ended } = createCallStore();
  expect([calls.join('a'), calls.leave('a', 'customer-ended-call'), calls.find('a')]).toEqual([
    false,
    false,
    undefined,
  ]);
  expect(ended).toEqual([]);
});
