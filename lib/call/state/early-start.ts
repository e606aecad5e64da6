/** A press on Start while the widget loads is forgotten after this: a later call would surprise. */
export const earlyStartMs = 20_000;
