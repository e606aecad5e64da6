import { setTimeout as later } from 'node:timers/promises';

/**
 * Looks 20 times a second whether something has happened.
 *
 * @param happened what to look at
 * @param what says it in the error's words
 * @param seconds how long it may take
 * @throws with what did not happen in that time
 */
export async function until(
  happened: () => boolean | Promise<boolean>,
  what: string,
  seconds = 30,
): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await happened())) {
    if (Date.now() > end) throw new Error(`${what} did not happen within ${seconds} s`);
    await later(50);
  }
}
