'use client';

import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { waitForInteraction, waitUntilIdle } from '@/components/ui/wait';
import { CallSession, type SessionPage } from '@/lib/call/session/call-session';
import { createStore, useStore } from '@/lib/call/store';
import { CALL_MAIN_BUTTON } from '@/lib/page-protocol';
import { CallBar } from './call-bar';
import { CallContext, type CallPage } from './call-context';
import { CallView } from './call-view';
import { listLiveNotes } from './live-parts';

export interface CallWidgetProps extends CallPage, Omit<SessionPage, 'language'> {}

/** Below this width, the stage fills the window. */
const PHONE_MAX_PX = 640;

// A pressed button is replaced by the next one, which the rest of the same press must not reach.
function ignoreSecondClick(event: MouseEvent) {
  const target = event.target as Element;
  if (event.detail > 1 && target.closest(`${CALL_MAIN_BUTTON}, .stage-ways`))
    event.stopPropagation();
}

function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

/** The SDK is fetched on idle near the widget, and run on idle after the next interaction. */
export async function loadWhenNear(
  element: Element,
  session: CallSession,
  signal: AbortSignal,
): Promise<void> {
  const section = element.closest('section') ?? element;
  await new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && resolve(),
      { rootMargin: '100% 0px' },
    );
    observer.observe(section);
    section.addEventListener('focusin', () => resolve(), { signal });
    signal.addEventListener('abort', () => observer.disconnect());
  });
  window.sendCount?.('call_near');
  await waitUntilIdle();
  if (signal.aborted) return;
  void session.setUp();
  await waitForInteraction(signal);
  await waitUntilIdle();
  if (!signal.aborted) void session.runSdk();
}

/** The call widget (docs/behaviour.md, sections 2, 4 and 8). */
export function CallWidget(props: CallWidgetProps) {
  const { copy } = props;
  const [session] = useState(() => new CallSession({ ...props, language: copy.language }));
  // Ends the call on unmount or when the page is left.
  useEffect(() => session.mount(), [session]);
  const state = useStore(session.state);
  const [draft] = useState(() => createStore(''));
  // The same as long as the page is: what is said isn't rendered again with every state.
  const context = useMemo(() => ({ ...props, session, draft }), [props, session, draft]);
  const { status } = state;
  const notes = status === 'live' ? listLiveNotes(copy, state) : [];
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const unmounted = new AbortController();
    if (root.current) void loadWhenNear(root.current, session, unmounted.signal);
    return () => unmounted.abort();
  }, [root, session]);
  useLayoutEffect(() => {
    // Styles outside the widget read it: `:has()` would be checked again with every caption.
    document.body.dataset.call = status;
    return () => document.body.removeAttribute('data-call');
  }, [status]);
  useEffect(() => {
    if (status !== 'connecting') return;
    const block = window.innerWidth < PHONE_MAX_PX ? 'start' : 'nearest';
    root.current?.scrollIntoView?.({ block });
  }, [root, status]);
  return (
    <div
      ref={root}
      role="group"
      aria-label={copy.label}
      className="@container"
      onClickCapture={ignoreSecondClick}
      onKeyDown={ignoreHeldEnter}
    >
      <CallContext value={context}>
        <CallView state={state} notes={notes} />
        <CallBar state={state} widget={root} note={notes.find(Boolean)} />
      </CallContext>
    </div>
  );
}
