'use client';

import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import { CallSession, type CallListeners } from './state/call-session';
import { initialCallState, type CallState } from './state/call-state';
import { voiceClient, type VoiceClient } from './sdk/voice-client';

const serverState = () => initialCallState;

/**
 * One call widget's session and its state. Starts the set-up on mount; ends the call on unmount and when the page is
 * left.
 *
 * @param options.assistantId whom to call; the server's default when absent
 * @param options.language of what the assistant is shown to do
 * @param options.client tests have their own
 * @param options.readyShown whether the page has said “ready” already; read on mount
 */
export function useCall({
  assistantId,
  language,
  client = voiceClient(),
  readyShown = false,
  onCallStart,
  onCallEnd,
  onCallError,
}: CallListeners & {
  assistantId?: string | undefined;
  language: CallCopy['language'];
  client?: VoiceClient | undefined;
  readyShown?: boolean | undefined;
}): {
  state: CallState;
  session: CallSession;
} {
  const [session] = useState(() => new CallSession(client, readyShown));
  useLayoutEffect(() => {
    session.configure(assistantId ?? null, language, { onCallStart, onCallEnd, onCallError });
  }, [session, assistantId, language, onCallStart, onCallEnd, onCallError]);
  useEffect(() => session.mount(), [session]);
  const state = useSyncExternalStore(session.state.subscribe, session.state.get, serverState);
  return { state, session };
}
