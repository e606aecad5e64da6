'use client';

import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { Language } from '@/lib/language';
import { CallSession } from './call-session';
import type { CallState } from './call-state';
import { getVoiceClient, type VoiceClient } from './voice-client';

interface CallOptions {
  /** The server's default assistant when absent. */
  assistantId?: string | undefined;
  language: Language;
  /** Called before each call. */
  beforeStart?: (() => void) | undefined;
  client?: VoiceClient | undefined;
}

/** Creates one widget's call session and ends its call on unmount or when the page is left. */
export function useCall({
  assistantId,
  language,
  beforeStart,
  client = getVoiceClient(),
}: CallOptions): { state: CallState; session: CallSession } {
  const [session] = useState(() => new CallSession(client));
  useLayoutEffect(() => {
    session.configure(assistantId ?? null, language, beforeStart);
  }, [session, assistantId, language, beforeStart]);
  useEffect(() => session.mount(), [session]);
  const { subscribe, get } = session.state;
  return { state: useSyncExternalStore(subscribe, get, get), session };
}
