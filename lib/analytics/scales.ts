/**
 * The ranges that a measured value is counted in, by their upper ends. They are narrow where most values lie, since a median
 * or a p75 is worked out inside of one.
 */
export const scales = {
  /** Seconds from the press on Start until the call is live, the browser's question for the microphone included. */
  start_to_active: [1, 2, 3, 4, 5, 7, 10, 15, 30],
  /** Seconds for which a call was live. */
  call_length: [10, 30, 60, 120, 300],
  /** Milliseconds. */
  lcp: [400, 800, 1200, 1600, 2000, 2500, 3000, 4000, 6000, 10_000],
  /** Milliseconds. */
  inp: [50, 100, 150, 200, 300, 500, 1000],
  /** A score without a unit. */
  cls: [0.01, 0.05, 0.1, 0.15, 0.25, 0.5],
  /** Milliseconds. */
  ttfb: [50, 100, 200, 400, 600, 800, 1200, 1800, 3000],
} as const;

export type Scale = keyof typeof scales;

/** A range, named by its upper end; `more` is beyond the last one. */
export type Range<Of extends Scale> = `${(typeof scales)[Of][number]}` | 'more';

/** All ranges of a scale, from the lowest on. */
export const rangesOf = <Of extends Scale>(scale: Of) =>
  [...scales[scale], 'more'].map(String) as Range<Of>[];

/** The range that a value, in the scale's unit, falls into. */
export const rangeOf = <Of extends Scale>(scale: Of, value: number) =>
  `${scales[scale].find((end) => value <= end) ?? 'more'}` as Range<Of>;
