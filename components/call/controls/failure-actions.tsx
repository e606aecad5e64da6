'use client';

import type { ReactNode } from 'react';
import type { FailureCopy } from '@/lib/content/call-copy';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { CopyLink } from '@/components/call/receipt/copy-link';
import { reloadIfOutdated } from '@/components/call/loading/reload-if-outdated';

interface FailureActionsProps {
  failure: FailureCopy;
  onRetry: () => void;
  /** Starts a typed call; absent if that does not help. */
  typing?: { label: string; onStart: () => void } | undefined;
  failureAction?: ReactNode;
  linkToCopy?: (() => string) | undefined;
}

/** The buttons after a failure: the main action and the alternatives. */
export function FailureActions({
  failure,
  onRetry,
  typing,
  failureAction,
  linkToCopy = () => window.location.href,
}: FailureActionsProps) {
  const { button } = failure;
  const act = () => {
    if (button?.does === 'retry') onRetry();
    if (button?.does === 'load-again')
      void reloadIfOutdated().then((reloads) => reloads || onRetry());
    if (button?.does === 'open-secure') {
      window.location.replace(linkToCopy().replace(/^http:/, 'https:'));
    }
  };
  return (
    <>
      {button?.does === 'copy-link' && <CopyLink words={button} link={linkToCopy} />}
      {button && button.does !== 'copy-link' && (
        <Button data-call-main="" onClick={act}>
          <span>{button.label}</span>
        </Button>
      )}
      <div className="stage-ways">
        {typing && (
          <Button look="quiet" onClick={typing.onStart}>
            <Icon name="keyboard" />
            <span>{typing.label}</span>
          </Button>
        )}
        {failureAction}
      </div>
    </>
  );
}
