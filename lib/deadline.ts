/**
 * Settles like the promise, or rejects after `ms`: a browser may leave a promise unsettled. It does
 * not stop the work.
 */
export function withDeadline<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`nothing after ${ms} ms`)), ms);
    void promise.then(resolve, reject).then(() => clearTimeout(timer));
  });
}

/** Creates a signal that aborts after this time; Safari 15 has no `AbortSignal.timeout`. */
export function createDeadline(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}
