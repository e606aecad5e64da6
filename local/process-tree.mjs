import pidtree from 'pidtree';

/**
 * Signals a process and everything it has started, the process first. Windows knows no signals: it
 * ends them all at once.
 *
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 * @returns {Promise<number[]>} the processes, to signal again those that are left
 */
export async function signalTree(pid, signal) {
  // A slim container has no `ps`, and the process may have ended.
  const pids = await pidtree(pid, { root: true }).catch(() => [pid]);
  signalAll(pids, signal);
  return pids;
}

/**
 * @param {readonly number[]} pids
 * @param {NodeJS.Signals} signal
 */
export function signalAll(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}
