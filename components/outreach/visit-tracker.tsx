'use client';

import { useEffect, useRef, useState } from 'react';
import type { PersonalCopy } from '@/lib/content/cs';
import { sendVisit } from '@/lib/outreach/send-visit';
import { whenSeen } from './when-seen';

type VisitTrackerProps = { copy: PersonalCopy['visit']; assistantId: string };

/** Reports the visit once a person has seen the page, and shows a red banner when that fails. */
export function VisitTracker({ copy, assistantId }: VisitTrackerProps) {
  const sent = useRef(false);
  const [error, setError] = useState<string | null>(null);

  useEffect(
    () =>
      whenSeen(() => {
        if (sent.current) return;
        sent.current = true;
        void sendVisit(assistantId, copy).then(setError);
      }),
    [assistantId, copy],
  );

  return (
    <div role="alert">
      {error && (
        <p className="border-b border-danger-line bg-danger-surface px-gutter py-3 text-center text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
