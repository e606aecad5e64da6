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

/** What `work` comes to after exactly `ms`, on the test's own clock. */
export async function settlesAfter<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const settled = jest.fn();
  void work.then(settled, settled);
  await jest.advanceTimersByTimeAsync(ms - 1);
  expect(settled).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(settled).toHaveBeenCalledTimes(1);
  return work;
}
