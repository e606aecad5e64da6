/** A press on Start while the page or widget loads expires: a late call would be unexpected. */
export const EARLY_START_LIFETIME_MS = 20_000;

/** Computes how long such a press still counts, in ms; 0 or less once it has expired. */
export const computeEarlyStartTimeLeft = (pressedAt: DOMHighResTimeStamp) =>
  pressedAt + EARLY_START_LIFETIME_MS - performance.now();
