/** Runs a task when the browser is idle. */
export const runWhenIdle = (task: () => void, options?: IdleRequestOptions) =>
  // Safari has no requestIdleCallback.
  'requestIdleCallback' in window ? requestIdleCallback(task, options) : setTimeout(task, 200);
