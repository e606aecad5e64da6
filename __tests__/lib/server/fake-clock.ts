import { promises } from 'node:timers';

/** Installs fake timers, which also control promised ones and the timeouts of abort signals. */
export function installFakeClock() {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const deadline = new AbortController();
    setTimeout(() => deadline.abort(new DOMException('too late', 'TimeoutError')), ms);
    return deadline.signal;
  });
  jest
    .spyOn(promises, 'setTimeout')
    .mockImplementation((ms, value) => new Promise((done) => setTimeout(done, ms, value as never)));
}

/** Expects the work to settle after exactly this much fake time, and returns its result. */
export async function expectSettledAfter<T>(ms: number, work: Promise<T>): Promise<T> {
  const settled = jest.fn();
  void work.then(settled, settled);
  await jest.advanceTimersByTimeAsync(ms - 1);
  expect(settled).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(settled).toHaveBeenCalledTimes(1);
  return work;
}
