/**
 * From here on time passes when the test says so: deadlines follow Jest's fake timers, as
 * everything else that waits.
 */
export function ownTheClock() {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const deadline = new AbortController();
    setTimeout(() => deadline.abort(new DOMException('too late', 'TimeoutError')), ms);
    return deadline.signal;
  });
}
