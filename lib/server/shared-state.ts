/** Next may bundle a module several times for one process; all copies share this state. */
export function shareInProcess<State>(name: string, create: () => State): State {
  const shared = globalThis as { [key: symbol]: State | undefined };
  return (shared[Symbol.for(name)] ??= create());
}

/** Returns true at most once in an interval. */
export function isDue(name: string, intervalMs: number): boolean {
  const last = shareInProcess(name, () => ({ at: -Infinity }));
  if (Date.now() - last.at < intervalMs) return false;
  last.at = Date.now();
  return true;
}

const getOpenWork = () =>
  shareInProcess('site.open-work', () => ({
    works: new Set<Promise<unknown>>(),
    isStopping: false,
  }));

/** Whether the server stops: no work begins that can wait for another one. */
export const isStopping = () => getOpenWork().isStopping;

export async function finishOpenWork(): Promise<void> {
  const openWork = getOpenWork();
  openWork.isStopping = true;
  while (openWork.works.size > 0) await Promise.allSettled(openWork.works);
}

type RequestContext = { get(): { waitUntil?: (work: Promise<unknown>) => void } | undefined };

// https://nextjs.org/docs/app/api-reference/functions/after#platform-support
/** Lets `work`, which has begun, be done before the process is stopped or frozen. Returns it. */
export function waitUntil<Result>(work: Promise<Result>): Promise<Result> {
  const { works } = getOpenWork();
  const remove = () => void works.delete(work);
  works.add(work);
  work.then(remove, remove);
  keepAwake(work);
  return work;
}

/** Keeps a serverless host from freezing this process until `work` is done. */
export function keepAwake(work: Promise<unknown>): void {
  const hostContext = Reflect.get(globalThis, Symbol.for('@next/request-context')) as
    RequestContext | undefined;
  hostContext?.get()?.waitUntil?.(work);
}
