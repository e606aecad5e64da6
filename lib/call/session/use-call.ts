import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { CallSession, type SessionPage } from './call-session';
import type { CallState } from './call-state';
import type { loadCallCode } from './set-up';

interface CallOptions extends SessionPage {
  loadCode?: typeof loadCallCode | undefined;
}

/** Ends the call on unmount or when the page is left. */
export function useCall({ assistantId, language, beforeStart, loadCode }: CallOptions): {
  state: CallState;
  session: CallSession;
} {
  const [session] = useState(() => new CallSession(loadCode));
  useLayoutEffect(() => {
    session.configure({ assistantId, language, beforeStart });
  }, [session, assistantId, language, beforeStart]);
  useEffect(() => session.mount(), [session]);
  const { subscribe, get } = session.state;
  return { state: useSyncExternalStore(subscribe, get, get), session };
}
