/** @jest-environment node */
import { estimateQuantile } from '@/scripts/ops/funnel-report';

test('returns undefined without values', () => {
  expect(estimateQuantile('start_to_active', {}, 0.5)).toBeUndefined();
  expect(estimateQuantile('start_to_active', { 2: 0 }, 0.5)).toBeUndefined();
});

test.each([
  // All between 2 and 3 seconds: half of them below the middle.
  [{ 3: 10 }, 0.5, 2.5],
  // The lowest bucket begins at 0.
  [{ 1: 4 }, 0.75, 0.75],
  // The fourth of eight values is the last one in the first bucket.
  [{ 1: 4, 5: 4 }, 0.5, 1],
  [{ 1: 2, 5: 8 }, 0.5, 4.375],
  [{ 1: 5, 2: 3, 3: 2 }, 0.75, 1 + 2.5 / 3],
  // Unknown buckets are ignored.
  [{ 3: 10, 99: 50 }, 0.5, 2.5],
])('of %j the quantile %d is %d', (counts, share, value) => {
  expect(estimateQuantile('start_to_active', counts, share)).toEqual({
    value: expect.closeTo(value),
    isBeyond: false,
  });
});

test('returns only a lower limit for the overflow bucket', () => {
  expect(estimateQuantile('start_to_active', { 1: 1, more: 9 }, 0.5)).toEqual({
    value: 30,
    isBeyond: true,
  });
});
