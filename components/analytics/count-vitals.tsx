'use client';

import { useEffect } from 'react';
import { waitForInteraction, waitUntilIdle } from '@/components/ui/wait';

/** Measures the web vitals from the first interaction on: browsers keep what happened before. */
export function CountVitals() {
  useEffect(() => {
    if (!window.sendCounts) return;
    const controller = new AbortController();
    const count = async () => {
      await waitForInteraction(controller.signal);
      // The response to the visitor comes first.
      await waitUntilIdle();
      const { countVitals } = await import('@/lib/analytics/vitals');
      countVitals();
    };
    count().catch(() => undefined);
    return () => controller.abort();
  }, []);
  return null;
}
