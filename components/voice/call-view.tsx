import type { ReactNode } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/voice/call-session';
import type { CallState } from '@/lib/voice/call-state';
import { ActiveView } from './active-view';
import { CallShell } from './call-shell';
import { ConnectingView } from './connecting-view';
import { EndingView } from './ending-view';
import { FailureNotice } from './failure-notice';

interface CallViewProps {
  copy: CallCopy;
  state: CallState;
  session: CallSession;
  privacyHref: string;
  failureAction?: ReactNode;
}

/** One view per state. */
export function CallView({ copy, state, session, privacyHref, failureAction }: CallViewProps) {
  switch (state.status) {
    case 'connecting':
      return <ConnectingView copy={copy} state={state} session={session} />;
    case 'active':
      return <ActiveView copy={copy} state={state} session={session} />;
    case 'ending':
      return <EndingView copy={copy} />;
  }
  const failure = state.status === 'initialising' ? null : state.failure;
  const ready = state.status === 'idle';
  const settled = ready ? copy.ready : null;
  return (
    <CallShell
      copy={copy}
      privacyHref={privacyHref}
      status={state.status === 'initialising' ? copy.initialising : settled}
      disabled={!ready}
      busy={state.status === 'initialising' && state.startRequested}
      onStart={() => session.start()}
    >
      {failure && (
        <FailureNotice
          title={copy.errorTitle}
          failure={copy.failures[failure.kind]}
          linkCopied={copy.linkCopied}
          onRetry={() => (ready ? session.start() : session.reload())}
          failureAction={failureAction}
        />
      )}
    </CallShell>
  );
}
