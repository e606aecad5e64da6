import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import { count } from './count';
import { rangeOf } from './scales';

/**
 * Measures how fast this view of the page was. Browsers keep what happened before; of INP and CLS the value counts that they
 * have when the page is hidden for the first time.
 */
export function countVitals(): void {
  onTTFB(({ value }) => count('ttfb', rangeOf('ttfb', value)));
  onLCP(({ value }) => count('lcp', rangeOf('lcp', value)));
  onINP(({ value }) => count('inp', rangeOf('inp', value)));
  onCLS(({ value }) => count('cls', rangeOf('cls', value)));
}
