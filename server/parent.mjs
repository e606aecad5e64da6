/**
 * Calls `then` once the process that has started this one is gone. It does not keep this one alive.
 *
 * @param {() => void} then
 */
export function onceParentIsGone(then) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent && isThere(parent)) return;
    clearInterval(timer);
    then();
  }, 500);
  timer.unref();
}

/**
 * Windows goes on naming a parent that has ended; elsewhere the number changes at once.
 *
 * @param {number} pid
 */
function isThere(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH';
  }
}
