import { rangeOf, rangesOf, type Scale, scales } from '@/lib/analytics/scales';

test.each([
  [0, '1'],
  [1, '1'],
  [1.001, '2'],
  [30, '30'],
  [30.001, 'more'],
])('a start of %d seconds falls into the range that ends at %s', (seconds, range) => {
  expect(rangeOf('start_to_active', seconds)).toBe(range);
});

test('a shift of nothing falls into the lowest range', () => {
  expect(rangeOf('cls', 0)).toBe('0.01');
});

test.each(Object.keys(scales) as Scale[])(
  'the ranges of %s rise, and the last is open',
  (scale) => {
    const ends: readonly number[] = scales[scale];
    expect([...ends].sort((one, other) => one - other)).toEqual(ends);
    expect(rangesOf(scale)).toEqual([...ends.map(String), 'more']);
    for (const end of ends) expect(rangeOf(scale, end)).toBe(String(end));
  },
);
