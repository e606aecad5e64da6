import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import { countEvent } from './count';
import { findBucket } from './histograms';

/** Counts the web vitals of this page view; INP and CLS once, when the page is first hidden. */
export function countVitals(): void {
  onTTFB(({ value }) => countEvent('ttfb', findBucket('ttfb', value)));
  onLCP(({ value }) => countEvent('lcp', findBucket('lcp', value)));
  onINP(({ value }) => countEvent('inp', findBucket('inp', value)));
  onCLS(({ value }) => countEvent('cls', findBucket('cls', value)));
}
