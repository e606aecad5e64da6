'use client';

import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { CallSession, type SessionPage } from './call-session';
import type { CallState } from './call-state';
import { getVoiceClient, type VoiceClient } from './voice-client';

interface CallOptions extends SessionPage {
  client?: VoiceClient | undefined;
}

/** Ends the call on unmount or when the page is left. */
export function useCall({
  assistantId,
  language,
  beforeStart,
  client = getVoiceClient(),
}: CallOptions): { state: CallState; session: CallSession } {
  const [session] = useState(() => new CallSession(client));
  useLayoutEffect(() => {
    session.configure({ assistantId, language, beforeStart });
  }, [session, assistantId, language, beforeStart]);
  useEffect(() => session.mount(), [session]);
  const { subscribe, get } = session.state;
  return { state: useSyncExternalStore(subscribe, get, get), session };
}
