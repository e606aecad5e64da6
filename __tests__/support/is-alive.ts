import { existsSync, readFileSync } from 'node:fs';

/** Whether a process runs. On Linux a zombie keeps its pid, so it is checked separately. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc') || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
