'use client';

import { useEffect } from 'react';

/** Measures the page's speed from the moment React runs, which is the visitor's first interaction. Shows nothing. */
export function CountVitals() {
  useEffect(() => {
    // Where nobody is counted nothing is measured.
    if (!window.sendCounts) return;
    import('@/lib/analytics/vitals').then(
      ({ countVitals }) => countVitals(),
      () => undefined,
    );
  }, []);
  return null;
}
