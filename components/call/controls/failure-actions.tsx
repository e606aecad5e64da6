'use client';

import type { ReactNode } from 'react';
import type { FailureCopy } from '@/lib/content/call-copy';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { CopyLink } from '@/components/call/copy/copy-link';
import { reloadIfOutdated } from '@/components/call/loading/reload-if-outdated';

interface FailureActionsProps {
  failure: FailureCopy;
  onRetry: () => void;
  /** Starts a typed call; absent if that does not help. */
  typedCall?: { label: string; onStart: () => void } | undefined;
  failureAction?: ReactNode;
  getLinkToCopy?: (() => string) | undefined;
}

/** The buttons after a failure: the main action and the alternatives. */
export function FailureActions({
  failure,
  onRetry,
  typedCall,
  failureAction,
  getLinkToCopy = () => window.location.href,
}: FailureActionsProps) {
  const { button } = failure;
  const runAction = () => {
    if (button?.action === 'retry') onRetry();
    if (button?.action === 'load-again')
      void reloadIfOutdated().then((isLeaving) => isLeaving || onRetry());
    if (button?.action === 'open-secure') {
      window.location.replace(getLinkToCopy().replace(/^http:/, 'https:'));
    }
  };
  return (
    <>
      {button?.action === 'copy-link' && <CopyLink button={button} getLink={getLinkToCopy} />}
      {button && button.action !== 'copy-link' && (
        <Button data-call-main="" onClick={runAction}>
          <span>{button.label}</span>
        </Button>
      )}
      <div className="stage-ways">
        {typedCall && (
          <Button variant="quiet" onClick={typedCall.onStart}>
            <Icon name="keyboard" />
            <span>{typedCall.label}</span>
          </Button>
        )}
        {failureAction}
      </div>
    </>
  );
}
