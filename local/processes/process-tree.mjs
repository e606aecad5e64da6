import pidtree from 'pidtree';

/**
 * Signals a process and all its descendants, and returns their ids. Windows has no signals and ends
 * them all at once.
 * @type {(pid: number, signal: NodeJS.Signals) => Promise<number[]>}
 */
export async function signalTree(pid, signal) {
  // A slim container has no `ps`, and the process may have ended.
  const pids = await pidtree(pid, { root: true }).catch(() => [pid]);
  signalAll(pids, signal);
  return pids;
}

export function signalAll(
  /** @type {readonly number[]} */ pids,
  /** @type {NodeJS.Signals} */ signal,
) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended.
    }
  }
}
