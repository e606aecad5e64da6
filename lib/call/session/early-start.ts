/**
 * A press on Start while the page or widget loads expires, so that no call starts unexpectedly. Its
 * age is read from `Date`: timers and `performance.now()` may stop while a phone is locked.
 */
export const EARLY_START_LIFETIME_MS = 20_000;
