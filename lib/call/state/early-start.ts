/** A press on Start while the widget loads is forgotten after this: a later call would surprise. */
export const EARLY_START_MS = 20_000;
