'use client';

import { useEffect } from 'react';
import { waitForInteraction, waitUntilIdle } from '@/components/ui/wait';

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
  onTTFB(({ rating }) => window.sendCount?.('ttfb', rating));
  onLCP(({ rating }) => window.sendCount?.('lcp', rating));
  // Once, when the page is first hidden.
  onINP(({ rating }) => window.sendCount?.('inp', rating));
  onCLS(({ rating }) => window.sendCount?.('cls', rating));
}
