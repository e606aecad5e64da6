import { listBuckets, type Histogram, BUCKET_BOUNDS } from '@/lib/analytics/histograms';

/** Interpolates a quantile of a histogram; `isBeyond`: it is more than `value`. */
export function estimateQuantile(
  histogram: Histogram,
  counts: Readonly<Record<string, number>>,
  share: number,
): { value: number; isBeyond: boolean } | undefined {
  const total = listBuckets(histogram).reduce((sum, bucket) => sum + (counts[bucket] ?? 0), 0);
  if (total === 0) return undefined;
  let below = 0;
  let start = 0;
  for (const end of BUCKET_BOUNDS[histogram]) {
    const bucketCount = counts[end] ?? 0;
    if (bucketCount > 0 && below + bucketCount >= total * share) {
      const value = start + ((end - start) * (total * share - below)) / bucketCount;
      return { value, isBeyond: false };
    }
    below += bucketCount;
    start = end;
  }
  return { value: start, isBeyond: true };
}
