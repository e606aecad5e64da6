import { shareInProcess } from './shared-state';

const getOpenWork = () => shareInProcess('site.open-work', () => new Set<Promise<unknown>>());

/** Lets a server that stops wait for `work`, which has begun, and returns it. */
export function trackWork<Result>(work: Promise<Result>): Promise<Result> {
  const remove = () => void getOpenWork().delete(work);
  getOpenWork().add(work);
  work.then(remove, remove);
  return work;
}

/** Resolves once no tracked work is open. */
export async function finishOpenWork(): Promise<void> {
  while (getOpenWork().size > 0) await Promise.allSettled(getOpenWork());
}
