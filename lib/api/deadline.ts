/** Creates a signal that aborts after this time; older browsers have no `AbortSignal.timeout`. */
export function createDeadline(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}
