import type * as counting from '@/lib/analytics/count';

let countEvent: typeof counting.countEvent;
let listeners: [EventTarget, Parameters<EventTarget['addEventListener']>][] = [];
const sent = jest.fn();

beforeEach(async () => {
  jest.useFakeTimers();
  sent.mockReset();
  window.sendCounts = sent;
  // Each test is another view of the page, without the listeners of the one before.
  jest.resetModules();
  ({ countEvent } = await import('@/lib/analytics/count'));
  const listen = window.addEventListener.bind(window);
  jest.spyOn(window, 'addEventListener').mockImplementation((...args: unknown[]) => {
    listeners.push([window, args as Parameters<EventTarget['addEventListener']>]);
    listen(...(args as Parameters<typeof listen>));
  });
});
afterEach(() => {
  for (const [target, args] of listeners) target.removeEventListener(...args);
  listeners = [];
  delete window.sendCounts;
  jest.useRealTimers();
});

function hide(state: DocumentVisibilityState = 'hidden') {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

test('what happens within a second is sent together', () => {
  countEvent('call_near');
  jest.advanceTimersByTime(999);
  countEvent('call_active', '3');
  jest.advanceTimersByTime(999);
  expect(sent).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(sent.mock.calls).toEqual([[['call_near', 'call_active:3']]]);
  jest.advanceTimersByTime(60_000);
  expect(sent).toHaveBeenCalledTimes(1);
});

test('an event counts once in a view of a page, with the detail that it had first', () => {
  countEvent('call_ended', 'visitor:60');
  jest.advanceTimersByTime(1_000);
  countEvent('call_ended', 'assistant:10');
  countEvent('call_ended', 'visitor:60');
  countEvent('form_sent');
  jest.advanceTimersByTime(1_000);
  expect(sent.mock.calls).toEqual([[['call_ended:visitor:60']], [['form_sent']]]);
});

test('a hidden page sends at once what waits, also what is counted because it is hidden', () => {
  countEvent('form_typed');
  document.addEventListener('visibilitychange', () => countEvent('cls', '0.01'), { once: true });
  hide();
  expect(sent.mock.calls).toEqual([[['form_typed', 'cls:0.01']]]);
  jest.advanceTimersByTime(60_000);
  expect(sent).toHaveBeenCalledTimes(1);
});

test('a page that comes into view again sends nothing for it', () => {
  countEvent('form_typed');
  hide('visible');
  expect(sent).not.toHaveBeenCalled();
});

test('what happens on a hidden page is sent after the pause', () => {
  countEvent('call_active', '3');
  hide();
  sent.mockClear();
  countEvent('call_30_seconds');
  expect(sent).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1_000);
  expect(sent.mock.calls).toEqual([[['call_30_seconds']]]);
});

test('sends the queue when the page is left, and later events when it is hidden', () => {
  countEvent('call_active', '3');
  window.dispatchEvent(new Event('pagehide'));
  expect(sent.mock.calls).toEqual([[['call_active:3']]]);
  countEvent('call_ended', 'left-page:30');
  countEvent('inp', '100');
  expect(sent).toHaveBeenCalledTimes(1);
  hide();
  expect(sent).toHaveBeenLastCalledWith(['call_ended:left-page:30', 'inp:100']);
});

test('a hidden page that is left sends at once what is counted on the way out', () => {
  countEvent('call_active', '3');
  hide();
  window.dispatchEvent(new Event('pagehide'));
  countEvent('call_ended', 'left-page:30');
  expect(sent).toHaveBeenLastCalledWith(['call_ended:left-page:30']);
});

test('a page on which nothing waits sends nothing when it is left', () => {
  countEvent('call_near');
  jest.advanceTimersByTime(1_000);
  hide();
  window.dispatchEvent(new Event('pagehide'));
  expect(sent).toHaveBeenCalledTimes(1);
});

test('who does not want to be counted is not: no timer, no listener', () => {
  delete window.sendCounts;
  countEvent('call_near');
  expect(jest.getTimerCount()).toBe(0);
  expect(listeners).toEqual([]);
});
