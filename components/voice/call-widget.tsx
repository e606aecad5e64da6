'use client';

import { useEffect, type ReactNode } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallListeners } from '@/lib/voice/call-session';
import { useCall } from '@/lib/voice/use-call';
import type { VoiceClient } from '@/lib/voice/voice-client';
import { CallPanel } from './call-panel';
import { Captions } from './captions';
import { useMainFocus } from './use-main-focus';

export interface CallWidgetProps extends CallListeners {
  copy: CallCopy;
  privacyHref: string;
  /** Whom to call; the server's default assistant when absent. */
  assistantId?: string | undefined;
  /** Shown with every failure, for instance a button that opens the contact dialog. */
  failureAction?: ReactNode;
  /** Start was pressed before this code had loaded. */
  startRequested?: boolean;
  /** When that was, in the time of `performance.now()`. */
  pressedAt?: number | undefined;
  /** The focus was inside what this widget replaces. */
  takeFocus?: boolean;
  client?: VoiceClient | undefined;
}

/** The call widget (docs/behaviour.md, sections 2, 4 and 8). */
export function CallWidget({
  copy,
  privacyHref,
  failureAction,
  startRequested = false,
  pressedAt,
  takeFocus = false,
  ...options
}: CallWidgetProps) {
  const { state, session } = useCall(options);
  const root = useMainFocus(session, state.status, takeFocus);
  useEffect(() => {
    if (startRequested) session.start(pressedAt);
  }, [session, startRequested, pressedAt]);
  const { status } = state;
  return (
    <div ref={root} role="group" aria-label={copy.label} className="w-full">
      <CallPanel
        copy={copy}
        state={state}
        session={session}
        privacyHref={privacyHref}
        failureAction={failureAction}
      />
      <Captions copy={copy} session={session} live={status === 'live' || status === 'ending'} />
    </div>
  );
}
