import 'server-only';

const LINES_WITHOUT_PAUSE = 10;
const PAUSE_MS = 60_000;
const seen = new Map<string, { count: number; loggedAt: number }>();

/**
 * Counts something that strangers can repeat at will. Beyond ten of a sort there is at most one
 * line a minute for it.
 *
 * @param sort from a closed list
 * @returns how many of the sort there were since the process started; 0 when it gets no line
 */
export function countForLog(sort: string): number {
  const { count, loggedAt } = seen.get(sort) ?? { count: 0, loggedAt: 0 };
  const now = Date.now();
  const write = count < LINES_WITHOUT_PAUSE || now - loggedAt >= PAUSE_MS;
  seen.set(sort, { count: count + 1, loggedAt: write ? now : loggedAt });
  return write ? count + 1 : 0;
}
