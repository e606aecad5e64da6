'use client';

import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { CallSession, type CallListeners } from './call-session';
import { initialCallState, type CallState } from './call-state';
import { voiceClient, type VoiceClient } from './voice-client';

const serverState = () => initialCallState;

/**
 * The state of one call widget and the session that carries out its wishes. Loads the configuration
 * and the SDK on mount; ends the call on unmount and when the page goes away.
 *
 * @param options.assistantId whom to call; without one, the server's default
 * @param options.client tests give a client over a transport of their own
 */
export function useCall({
  assistantId,
  client = voiceClient(),
  onCallStart,
  onCallEnd,
  onCallError,
}: CallListeners & { assistantId?: string | undefined; client?: VoiceClient | undefined }): {
  state: CallState;
  session: CallSession;
} {
  const [session] = useState(() => new CallSession(client));
  useLayoutEffect(() => {
    session.configure(assistantId ?? null, { onCallStart, onCallEnd, onCallError });
  }, [session, assistantId, onCallStart, onCallEnd, onCallError]);
  useEffect(() => session.mount(), [session]);
  const state = useSyncExternalStore(session.state.subscribe, session.state.get, serverState);
  return { state, session };
}
