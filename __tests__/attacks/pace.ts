import { setTimeout as sleep } from 'node:timers/promises';

/** The pace of a load. Never a wait for something to happen: that is `waitForCondition`. */
export const pause = (ms: number) => sleep(ms);
