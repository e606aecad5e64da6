/** @jest-environment node */
import { findBucket, listBuckets, type Histogram, BUCKET_BOUNDS } from '@/lib/analytics/histograms';

test.each([
  [0, '1'],
  [1, '1'],
  [1.001, '2'],
  [30, '30'],
  [30.001, 'more'],
])('a start of %d seconds falls into the range that ends at %s', (seconds, range) => {
  expect(findBucket('start_to_active', seconds)).toBe(range);
});

test('a shift of nothing falls into the lowest range', () => {
  expect(findBucket('cls', 0)).toBe('0.01');
});

test.each(Object.keys(BUCKET_BOUNDS) as Histogram[])(
  'the ranges of %s rise, and the last is open',
  (scale) => {
    const ends: readonly number[] = BUCKET_BOUNDS[scale];
    expect([...ends].sort((one, other) => one - other)).toEqual(ends);
    expect(listBuckets(scale)).toEqual([...ends.map(String), 'more']);
    for (const end of ends) expect(findBucket(scale, end)).toBe(String(end));
  },
);
