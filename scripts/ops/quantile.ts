import { rangesOf, type Scale, scales } from '@/lib/analytics/scales';

/**
 * The value below which a share of all values lie, worked out inside of its range as if values were spread evenly there.
 *
 * @param counts how many values fell into each range
 * @param share 0.5 for the median
 * @returns in the scale's unit; `beyond` where only a lower bound is known; undefined without any value
 */
export function quantile(
  scale: Scale,
  counts: Readonly<Record<string, number>>,
  share: number,
): { value: number; beyond: boolean } | undefined {
  const total = rangesOf(scale).reduce((sum, range) => sum + (counts[range] ?? 0), 0);
  if (total === 0) return undefined;
  let below = 0;
  let start = 0;
  for (const end of scales[scale]) {
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
