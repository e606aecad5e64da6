'use client';

import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import { CallSession, type CallListeners } from './call-session';
import { initialCallState, type CallState } from './call-state';
import { getVoiceClient, type VoiceClient } from '@/lib/call/sdk/voice-client';

const getServerState = () => initialCallState;

/** Creates one widget's call session and ends its call on unmount or when the page is left. */
export function useCall({
  assistantId,
  language,
  client = getVoiceClient(),
  readyShown = false,
  onCallEnd,
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
    session.configure(assistantId ?? null, language, { onCallEnd });
  }, [session, assistantId, language, onCallEnd]);
  useEffect(() => session.mount(), [session]);
  const state = useSyncExternalStore(session.state.subscribe, session.state.get, getServerState);
  return { state, session };
}
