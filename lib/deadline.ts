/** Rejects after `ms`: a browser may leave a promise unsettled. The work goes on. */
export function withDeadline<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`nothing after ${ms} ms`)), ms);
    void promise.then(resolve, reject).then(() => clearTimeout(timer));
  });
}

/** Safari 15 has no `AbortSignal.timeout`. */
export function createDeadline(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}
