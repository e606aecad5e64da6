'use client';

import { useState, type ReactNode } from 'react';
import type { FailureCopy } from '@/lib/content/call-copy';
import { Button } from '../ui/button';
import { reloadIfOutdated } from './reload-if-outdated';

interface FailureActionsProps {
  failure: FailureCopy;
  onRetry: () => void;
  /** Another way to reach us, from the page. */
  failureAction?: ReactNode;
}

/** The buttons that help after a failure. */
export function FailureActions({ failure, onRetry, failureAction }: FailureActionsProps) {
  const [done, setDone] = useState(false);
  const act = () => {
    if (failure.does === 'retry') onRetry();
    if (failure.does === 'load-again')
      void reloadIfOutdated().then((reloads) => reloads || onRetry());
    if (failure.does === 'open-secure') {
      window.location.replace(window.location.href.replace(/^http:/, 'https:'));
    }
    if (failure.does === 'copy-link') {
      navigator.clipboard?.writeText(window.location.href).then(
        () => setDone(true),
        () => undefined,
      );
    }
  };
  return (
    <div className="flex flex-wrap justify-center gap-3">
      <Button look="quiet" onClick={act}>
        <span aria-live="polite">{done ? failure.done : failure.action}</span>
      </Button>
      {failureAction}
    </div>
  );
}
