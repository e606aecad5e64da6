import type * as counting from '@/lib/analytics/count';

let countEvent: typeof counting.countEvent;
let listeners: [string, EventListener][] = [];
const mockSendCounts = jest.fn();

beforeEach(async () => {
  jest.useFakeTimers();
  window.sendCounts = mockSendCounts;
  // Each test is another view of the page, without the listeners of the one before.
  jest.resetModules();
  ({ countEvent } = await import('@/lib/analytics/count'));
  const listen = window.addEventListener.bind(window);
  jest.spyOn(window, 'addEventListener').mockImplementation((...args: unknown[]) => {
    listeners.push(args as [string, EventListener]);
    listen(...(args as Parameters<typeof listen>));
  });
});
afterEach(() => {
  for (const args of listeners) window.removeEventListener(...args);
  listeners = [];
  delete window.sendCounts;
});

function hide(state: DocumentVisibilityState = 'hidden') {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

test('sends the events of one second together', () => {
  countEvent('call_near');
  jest.advanceTimersByTime(999);
  countEvent('call_active', '3');
  jest.advanceTimersByTime(999);
  expect(mockSendCounts).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(mockSendCounts.mock.calls).toEqual([[['call_near', 'call_active:3']]]);
  jest.advanceTimersByTime(60_000);
  expect(mockSendCounts).toHaveBeenCalledTimes(1);
});

test('counts an event once per page view, with its first detail', () => {
  countEvent('call_ended', 'visitor:60');
  jest.advanceTimersByTime(1_000);
  countEvent('call_ended', 'assistant:10');
  countEvent('call_ended', 'visitor:60');
  countEvent('form_sent');
  jest.advanceTimersByTime(1_000);
  expect(mockSendCounts.mock.calls).toEqual([[['call_ended:visitor:60']], [['form_sent']]]);
});

test('sends the queue when the page is hidden, including what that adds', () => {
  countEvent('form_typed');
  document.addEventListener('visibilitychange', () => countEvent('cls', '0.01'), { once: true });
  hide();
  expect(mockSendCounts.mock.calls).toEqual([[['form_typed', 'cls:0.01']]]);
  jest.advanceTimersByTime(60_000);
  expect(mockSendCounts).toHaveBeenCalledTimes(1);
});

test('sends nothing when the page is shown again', () => {
  countEvent('form_typed');
  hide('visible');
  expect(mockSendCounts).not.toHaveBeenCalled();
});

test('sends the events of a hidden page after a second', () => {
  countEvent('call_active', '3');
  hide();
  mockSendCounts.mockClear();
  countEvent('call_30_seconds');
  expect(mockSendCounts).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1_000);
  expect(mockSendCounts.mock.calls).toEqual([[['call_30_seconds']]]);
});

test('sends the queue when the page is left, and later events when it is hidden', () => {
  countEvent('call_active', '3');
  window.dispatchEvent(new Event('pagehide'));
  expect(mockSendCounts.mock.calls).toEqual([[['call_active:3']]]);
  countEvent('call_ended', 'left-page:30');
  countEvent('inp', '100');
  expect(mockSendCounts).toHaveBeenCalledTimes(1);
  hide();
  expect(mockSendCounts).toHaveBeenLastCalledWith(['call_ended:left-page:30', 'inp:100']);
});

test('sends what is counted while a hidden page is left', () => {
  countEvent('call_active', '3');
  hide();
  window.dispatchEvent(new Event('pagehide'));
  countEvent('call_ended', 'left-page:30');
  expect(mockSendCounts).toHaveBeenLastCalledWith(['call_ended:left-page:30']);
});

test('sends nothing when the queue is empty', () => {
  countEvent('call_near');
  jest.advanceTimersByTime(1_000);
  hide();
  window.dispatchEvent(new Event('pagehide'));
  expect(mockSendCounts).toHaveBeenCalledTimes(1);
});

test('sets no timer and no listener for visitors who object', () => {
  delete window.sendCounts;
  countEvent('call_near');
  expect(jest.getTimerCount()).toBe(0);
  expect(listeners).toEqual([]);
});
