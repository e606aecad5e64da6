import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for a condition, which it checks 20 times a second.
 *
 * @param isReached is checked until it returns true
 * @param what names it in the error message
 * @param seconds the longest time to wait
 * @throws when it does not come true in that time
 */
export async function waitForCondition(
  isReached: () => boolean | Promise<boolean>,
  what: string,
  seconds = 30,
): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await isReached())) {
    if (Date.now() > deadline) throw new Error(`${what} did not happen within ${seconds} s`);
    await sleep(50);
  }
}

/** Waits near the end of a day of UTC, so that a test which names the day sees one day only. */
export const avoidMidnight = (): Promise<void> => {
  const isLate = () => Date.now() % 86_400_000 > 86_400_000 - 20_000;
  return waitForCondition(() => !isLate(), 'midnight');
};
