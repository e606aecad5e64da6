import { findStartup } from '@/lib/analytics/events';

test.each([
  [0, '3'],
  [3, '3'],
  [3.001, '5'],
  [10, '10'],
  [10.001, 'more'],
] as const)('counts a start of %d seconds as %s', (seconds, detail) => {
  expect(findStartup(seconds)).toBe(detail);
});
