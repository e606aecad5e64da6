import type * as counting from '@/lib/analytics/count';
import { findStartup } from '@/lib/analytics/events';

let countEvent: typeof counting.countEvent;
const mockSendCount = jest.fn();

beforeEach(async () => {
  window.sendCount = mockSendCount;
  // Each test is another view of the page.
  jest.resetModules();
  ({ countEvent } = await import('@/lib/analytics/count'));
});
afterEach(() => delete window.sendCount);

test('sends an event at once, with its detail', () => {
  countEvent('call_near');
  countEvent('call_active', '3');
  expect(mockSendCount.mock.calls).toEqual([['call_near'], ['call_active:3']]);
});

test('counts an event once per page view, with its first detail', () => {
  countEvent('call_ended', 'visitor');
  countEvent('call_ended', 'assistant');
  countEvent('call_ended', 'visitor');
  expect(mockSendCount.mock.calls).toEqual([['call_ended:visitor']]);
});

test('counts nothing of visitors who object', () => {
  delete window.sendCount;
  expect(() => countEvent('call_near')).not.toThrow();
  expect(mockSendCount).not.toHaveBeenCalled();
});

test.each([
  [0, '3'],
  [3, '3'],
  [3.001, '5'],
  [10, '10'],
  [10.001, 'more'],
] as const)('counts a start of %d seconds as %s', (seconds, detail) => {
  expect(findStartup(seconds)).toBe(detail);
});
