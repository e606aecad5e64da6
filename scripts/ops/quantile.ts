import { listBuckets, type Histogram, BUCKET_BOUNDS } from '@/lib/analytics/histograms';

/** Interpolates a quantile of a histogram; `beyond`: it is more than `value`. */
export function estimateQuantile(
  histogram: Histogram,
  counts: Readonly<Record<string, number>>,
  share: number,
): { value: number; beyond: boolean } | undefined {
  const total = listBuckets(histogram).reduce((sum, bucket) => sum + (counts[bucket] ?? 0), 0);
  if (total === 0) return undefined;
  let below = 0;
  let start = 0;
  for (const end of BUCKET_BOUNDS[histogram]) {
    const inside = counts[end] ?? 0;
    if (inside > 0 && below + inside >= total * share) {
      const value = start + ((end - start) * (total * share - below)) / inside;
      return { value, beyond: false };
    }
    below += inside;
    start = end;
  }
  return { value: start, beyond: true };
}
