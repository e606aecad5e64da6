import { type Call, Calls } from '@/local/voice/calls';

test('a call whose browser was killed ends at its limit', () => {
  jest.useFakeTimers();
  const ended: string[] = [];
  const calls = new Calls(({ endedReason }) => ended.push(endedReason));
  calls.add({ id: 'a', status: 'queued' } as Call, 10);
  calls.join('a');
  jest.advanceTimersByTime(9_999);
  expect(ended).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(ended).toEqual(['exceeded-max-duration']);
});
