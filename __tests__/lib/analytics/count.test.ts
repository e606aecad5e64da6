import type * as counting from '@/lib/analytics/count';

let countEvent: typeof counting.countEvent;
const mockSendCounts = jest.fn();

beforeEach(async () => {
  window.sendCounts = mockSendCounts;
  // Each test is another view of the page.
  jest.resetModules();
  ({ countEvent } = await import('@/lib/analytics/count'));
});
afterEach(() => delete window.sendCounts);

test('sends an event at once, with its detail', () => {
  countEvent('call_near');
  countEvent('call_active', '3');
  expect(mockSendCounts.mock.calls).toEqual([[['call_near']], [['call_active:3']]]);
});

test('counts an event once per page view, with its first detail', () => {
  countEvent('call_ended', 'visitor');
  countEvent('call_ended', 'assistant');
  countEvent('call_ended', 'visitor');
  expect(mockSendCounts.mock.calls).toEqual([[['call_ended:visitor']]]);
});

test('counts nothing of visitors who object', () => {
  delete window.sendCounts;
  expect(() => countEvent('call_near')).not.toThrow();
  expect(mockSendCounts).not.toHaveBeenCalled();
});
