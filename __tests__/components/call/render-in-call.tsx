import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { CallContext, type CallContextValue } from '@/components/call/call-context';
import { callCopyEn } from '@/lib/content/call-en';
import { CallSession } from '@/lib/call/session/call-session';
import { createStore } from '@/lib/call/store';

/** Renders a part of the widget with a session that makes no call. */
export function renderInCall(part: ReactNode, page: Partial<CallContextValue> = {}) {
  const session = new CallSession({
    language: 'en',
    loadCode: () => new Promise(() => undefined),
  });
  const value = { copy: callCopyEn, session, draft: createStore(''), ...page };
  return { session, ...render(<CallContext value={value}>{part}</CallContext>) };
}
