import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import { count } from './count';
import { rangeOf } from './scales';

/** Counts the web vitals of this page view; INP and CLS once, when the page is first hidden. */
export function countVitals(): void {
  onTTFB(({ value }) => count('ttfb', rangeOf('ttfb', value)));
  onLCP(({ value }) => count('lcp', rangeOf('lcp', value)));
  onINP(({ value }) => count('inp', rangeOf('inp', value)));
  onCLS(({ value }) => count('cls', rangeOf('cls', value)));
}
