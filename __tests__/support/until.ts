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
