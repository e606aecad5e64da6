'use client';

import { useEffect } from 'react';

/** Measures the web vitals once React runs, after the visitor's first interaction. */
export function CountVitals() {
  useEffect(() => {
    if (!window.sendCounts) return;
    import('@/lib/analytics/vitals').then(
      (module) => module.countVitals(),
      () => undefined,
    );
  }, []);
  return null;
}
