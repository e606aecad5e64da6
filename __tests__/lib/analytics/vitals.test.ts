/** @jest-environment node */
import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import { countEvent } from '@/lib/analytics/count';
import { countVitals } from '@/lib/analytics/vitals';

jest.mock('web-vitals', () => ({
  onCLS: jest.fn(),
  onINP: jest.fn(),
  onLCP: jest.fn(),
  onTTFB: jest.fn(),
}));
jest.mock('@/lib/analytics/count', () => ({ countEvent: jest.fn() }));

type Report = (metric: { value: number }) => void;

test.each([
  ['LCP', onLCP, 1234.5, 'lcp', '1600'],
  ['INP', onINP, 40, 'inp', '50'],
  ['CLS', onCLS, 0, 'cls', '0.01'],
  ['TTFB', onTTFB, 5_000, 'ttfb', 'more'],
] as const)('counts %s by its bucket', (_name, on, value, event, range) => {
  countVitals();
  const report = (on as unknown as jest.Mock<void, [Report]>).mock.lastCall?.[0];
  expect(countEvent).not.toHaveBeenCalledWith(event, range);
  report?.({ value });
  expect(countEvent).toHaveBeenCalledWith(event, range);
});
