/** For `--import`: a signal to a process group throws, as on Windows, which has none. */
export const NO_PROCESS_GROUPS = `data:text/javascript,${encodeURIComponent(`
  const kill = process.kill;
  process.kill = (pid, signal) => {
    if (pid < 0) throw new Error('no process groups');
    return kill.call(process, pid, signal);
  };`).replaceAll("'", '%27')}`;
