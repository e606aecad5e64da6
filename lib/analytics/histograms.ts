/**
 * Histogram bucket upper bounds: calls in seconds, `lcp`, `inp` and `ttfb` in ms, `cls` as a score.
 * Buckets are narrow where most values are, because a median or p75 is interpolated within one.
 */
export const BUCKET_BOUNDS = {
  /** From the press on Start, including the browser's microphone prompt. */
  start_to_active: [1, 2, 3, 4, 5, 7, 10, 15, 30],
  call_length: [10, 30, 60, 120, 300],
  lcp: [400, 800, 1200, 1600, 2000, 2500, 3000, 4000, 6000, 10_000],
  inp: [50, 100, 150, 200, 300, 500, 1000],
  cls: [0.01, 0.05, 0.1, 0.15, 0.25, 0.5],
  ttfb: [50, 100, 200, 400, 600, 800, 1200, 1800, 3000],
} as const;

export type Histogram = keyof typeof BUCKET_BOUNDS;

/** A bucket, named by its upper bound; `more` is the overflow bucket. */
export type Bucket<Name extends Histogram> = `${(typeof BUCKET_BOUNDS)[Name][number]}` | 'more';

export const listBuckets = <Name extends Histogram>(histogram: Name) =>
  [...BUCKET_BOUNDS[histogram], 'more'].map(String) as Bucket<Name>[];

/** Finds the bucket of a value, which is in the histogram's unit. */
export const findBucket = <Name extends Histogram>(histogram: Name, value: number) =>
  `${BUCKET_BOUNDS[histogram].find((bound) => value <= bound) ?? 'more'}` as Bucket<Name>;
