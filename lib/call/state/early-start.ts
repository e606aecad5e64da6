/** A press on Start while the page or widget loads expires, so that no call starts unexpectedly. */
export const EARLY_START_LIFETIME_MS = 20_000;
