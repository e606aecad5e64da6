'use client';

import { useState, type ReactNode } from 'react';
import type { FailureCopy } from '@/lib/content/call-copy';
import { Button } from '../ui/button';

interface FailureNoticeProps {
  title: string;
  failure: FailureCopy;
  linkCopied: string;
  onRetry: () => void;
  /** Another way to reach us, handed over by the page. */
  failureAction?: ReactNode;
}

/** What went wrong in one sentence, and what can be done about it. */
export function FailureNotice({
  title,
  failure,
  linkCopied,
  onRetry,
  failureAction,
}: FailureNoticeProps) {
  const [copied, setCopied] = useState(false);
  const act = () => {
    if (failure.does === 'retry') onRetry();
    if (failure.does === 'open-secure') {
      window.location.replace(window.location.href.replace(/^http:/, 'https:'));
    }
    if (failure.does === 'copy-link') {
      navigator.clipboard?.writeText(window.location.href).then(
        () => setCopied(true),
        () => undefined,
      );
    }
  };
  return (
    <div className="grid w-full max-w-md gap-2 rounded-card border border-danger-line bg-danger-surface p-5 text-left">
      <h3 className="font-semibold text-danger">{title}</h3>
      <p>{failure.message}</p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button look="quiet" onClick={act}>
          {failure.action}
        </Button>
        {failureAction}
      </div>
      {copied && (
        <p role="status" className="text-note">
          {linkCopied}
        </p>
      )}
    </div>
  );
}
