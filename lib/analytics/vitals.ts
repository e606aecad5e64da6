import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import { count } from './count';
import { findBucket } from './scales';

/** Counts the web vitals of this page view; INP and CLS once, when the page is first hidden. */
export function countVitals(): void {
  onTTFB(({ value }) => count('ttfb', findBucket('ttfb', value)));
  onLCP(({ value }) => count('lcp', findBucket('lcp', value)));
  onINP(({ value }) => count('inp', findBucket('inp', value)));
  onCLS(({ value }) => count('cls', findBucket('cls', value)));
}
