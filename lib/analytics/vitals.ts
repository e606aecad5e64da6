import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import { countEvent } from './count';

/** Counts the web vitals of this page view; INP and CLS once, when the page is first hidden. */
export function countVitals(): void {
  onTTFB(({ rating }) => countEvent('ttfb', rating));
  onLCP(({ rating }) => countEvent('lcp', rating));
  onINP(({ rating }) => countEvent('inp', rating));
  onCLS(({ rating }) => countEvent('cls', rating));
}
