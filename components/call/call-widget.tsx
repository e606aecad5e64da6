'use client';

import { useEffect, type KeyboardEvent, type MouseEvent } from 'react';
import type { CallListeners } from '@/lib/call/session/call-session';
import { useCall } from '@/lib/call/session/use-call';
import type { VoiceClient } from '@/lib/call/sdk/voice-client';
import { CallView, type CallViewProps } from './call-view';
import { useMainFocus } from './controls/use-main-focus';
import './call-widget.css';

export interface CallWidgetProps extends CallListeners, Omit<CallViewProps, 'state' | 'session'> {
  /** The server's default assistant when absent. */
  assistantId?: string | undefined;
  /** Whether Start was pressed before this code had loaded. */
  startRequested?: boolean;
  /** When Start was pressed (epoch ms). */
  pressedAt?: number | undefined;
  /** Whether the page has shown “ready” already. */
  readyShown?: boolean;
  /** Whether the focus was inside the loader. */
  shouldTakeFocus?: boolean;
  client?: VoiceClient | undefined;
}

/** Below this width, the stage fills the window. */
const PHONE_MAX_PX = 640;

// A pressed button is replaced by the next one, which the rest of the same press must not reach.
function ignoreSecondClick(event: MouseEvent) {
  const target = event.target as Element;
  if (event.detail > 1 && target.closest('[data-call-main], .stage-ways')) event.stopPropagation();
}

function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

/** The call widget (docs/behaviour.md, sections 2, 4 and 8). */
export function CallWidget({
  assistantId,
  onCallEnd,
  client,
  startRequested = false,
  pressedAt,
  readyShown,
  shouldTakeFocus = false,
  ...stage
}: CallWidgetProps) {
  const { language } = stage.copy;
  const { state, session } = useCall({ assistantId, language, client, readyShown, onCallEnd });
  const hasFailed = state.status === 'idle' && state.failure !== null;
  const root = useMainFocus(session, hasFailed ? 'failed' : state.status, shouldTakeFocus);
  useEffect(() => {
    if (startRequested) session.start('voice', pressedAt);
  }, [session, startRequested, pressedAt]);
  const { status } = state;
  useEffect(() => {
    if (status !== 'connecting') return;
    const block = window.innerWidth < PHONE_MAX_PX ? 'start' : 'nearest';
    root.current?.scrollIntoView?.({ block });
  }, [root, status]);
  return (
    <div
      ref={root}
      role="group"
      aria-label={stage.copy.label}
      className="stage-frame"
      onClickCapture={ignoreSecondClick}
      onKeyDown={ignoreHeldEnter}
    >
      <CallView {...stage} state={state} session={session} />
    </div>
  );
}
