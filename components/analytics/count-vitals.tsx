'use client';

import { useEffect } from 'react';
import { waitForInteraction, waitUntilIdle } from '@/components/ui/wait';
import { countEvent } from '@/lib/analytics/count';

/** Measures the web vitals from the first interaction on: browsers keep what happened before. */
export function CountVitals() {
  useEffect(() => {
    if (!window.sendCount) return;
    const controller = new AbortController();
    countVitals(controller.signal).catch(() => undefined);
    return () => controller.abort();
  }, []);
  return null;
}

async function countVitals(signal: AbortSignal): Promise<void> {
  await waitForInteraction(signal);
  // The response to the visitor comes first.
  await waitUntilIdle();
  const { onCLS, onINP, onLCP, onTTFB } = await import('web-vitals');
  onTTFB(({ rating }) => countEvent('ttfb', rating));
  onLCP(({ rating }) => countEvent('lcp', rating));
  // Once, when the page is first hidden.
  onINP(({ rating }) => countEvent('inp', rating));
  onCLS(({ rating }) => countEvent('cls', rating));
}
