import { existsSync, readFileSync } from 'node:fs';

/** Whether a process runs. Linux keeps the number of one that has ended until its parent asks. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc') || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
