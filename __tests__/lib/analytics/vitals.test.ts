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

type Report = (metric: { rating: string }) => void;

test.each([
  ['LCP', onLCP, 'lcp'],
  ['INP', onINP, 'inp'],
  ['CLS', onCLS, 'cls'],
  ['TTFB', onTTFB, 'ttfb'],
] as const)('counts the rating of %s', (_name, on, event) => {
  countVitals();
  const report = (on as unknown as jest.Mock<void, [Report]>).mock.lastCall?.[0];
  expect(countEvent).not.toHaveBeenCalledWith(event, 'poor');
  report?.({ rating: 'poor' });
  expect(countEvent).toHaveBeenCalledWith(event, 'poor');
});
