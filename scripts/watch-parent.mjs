export function watchParentExit(/** @type {() => void} */ onEnd) {
  const parentPid = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parentPid && isRunning(parentPid)) return;
    clearInterval(timer);
    onEnd();
  }, 500);
  timer.unref();
}

/** On Windows `ppid` does not change when the parent ends. */
function isRunning(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH';
  }
}
