/** @jest-environment node */
import { findBucket, listBuckets, type Histogram, BUCKET_BOUNDS } from '@/lib/analytics/histograms';

test.each([
  ['start_to_active', 0, '1'],
  ['start_to_active', 1, '1'],
  ['start_to_active', 1.001, '2'],
  ['start_to_active', 30, '30'],
  ['start_to_active', 30.001, 'more'],
  ['cls', 0, '0.01'],
] as const)('puts a %s of %d into the bucket %s', (scale, value, range) => {
  expect(findBucket(scale, value)).toBe(range);
});

test.each(Object.keys(BUCKET_BOUNDS) as Histogram[])(
  'orders the buckets of %s, the last of which is open',
  (scale) => {
    const ends: readonly number[] = BUCKET_BOUNDS[scale];
    expect([...ends].sort((one, other) => one - other)).toEqual(ends);
    expect(listBuckets(scale)).toEqual([...ends.map(String), 'more']);
    for (const end of ends) expect(findBucket(scale, end)).toBe(String(end));
  },
);
