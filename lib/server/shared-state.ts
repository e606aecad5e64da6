/** Next may bundle a module several times for one process; all copies share this state. */
export function shareInProcess<State>(name: string, create: () => State): State {
  const shared = globalThis as { [key: symbol]: State | undefined };
  return (shared[Symbol.for(name)] ??= create());
}

const getOpenWork = () =>
  shareInProcess('site.open-work', () => ({
    works: new Set<Promise<unknown>>(),
    isStopping: false,
  }));

/** Lets a server that stops wait for `work`, which has begun. */
export function trackWork<Result>(work: Promise<Result>): Promise<Result> {
  const { works } = getOpenWork();
  const remove = () => void works.delete(work);
  works.add(work);
  work.then(remove, remove);
  return work;
}

/** Whether the server stops: no work begins that can wait for another one. */
export const isStopping = () => getOpenWork().isStopping;

export async function finishOpenWork(): Promise<void> {
  const openWork = getOpenWork();
  openWork.isStopping = true;
  while (openWork.works.size > 0) await Promise.allSettled(openWork.works);
}
