'use client';

import { useEffect, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import type { CallState } from '@/lib/call/session/call-state';
import { ActivityLabel } from './activity-label';
import { useCallContext } from './call-context';
import { CallTimer } from './call-timer';
import { CallButton, EndButton, MuteButton } from './controls/call-button';

/** Keeps the part of the window clear that the header and the bar cover. */
const ROOT_MARGIN = '-12% 0px';

interface CallBarProps {
  state: CallState;
  widget: RefObject<HTMLElement | null>;
  /** The most urgent note of a live call. */
  note: string | undefined;
}

/**
 * Shows a live call and its main controls while the widget is scrolled out of sight, and that it
 * failed meanwhile. The stage announces the same.
 */
export function CallBar({ state, widget, note }: CallBarProps) {
  const { copy } = useCallContext();
  const isLive = state.status === 'live';
  // It stays while the call is ending, as the stage's controls do.
  const isCall = isLive || state.status === 'ending';
  const failure = state.status === 'idle' && state.failure && copy.failures[state.failure.kind];
  const bar = useRef<HTMLElement>(null);
  // After a call, true until the widget is seen: the page must not become shorter before.
  const [isOutOfSight, setIsOutOfSight] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting && bar.current?.contains(document.activeElement))
            target.querySelector<HTMLElement>('.stage-key')?.focus({ preventScroll: true });
          setIsOutOfSight((wasOutOfSight) => (isCall || wasOutOfSight) && !isIntersecting);
        }
      },
      { rootMargin: ROOT_MARGIN },
    );
    if (widget.current) observer.observe(widget.current);
    return () => observer.disconnect();
  }, [isCall, widget]);
  if (!isOutOfSight) return null;
  return createPortal(
    <section
      ref={bar}
      aria-label={failure ? copy.errorTitle : copy.active}
      hidden={!isCall && !failure}
      className="call-bar"
    >
      {failure && <p className="call-bar-note">{failure.message}</p>}
      {note && <p className="call-bar-note call-bar-aside">{note}</p>}
      {isCall && (
        <div className="flex flex-wrap justify-center gap-x-4">
          <ActivityLabel activity={isLive ? state.activity : null} />
          {isLive && (
            <CallTimer
              startedAt={state.startedAt}
              endsAt={state.endsAt}
              isUrgent={state.lastMinute}
              label={copy.elapsed}
            />
          )}
        </div>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        {isCall && <MuteButton state={state} />}
        {isCall && <EndButton state={state} data-to-call="" />}
        <CallButton data-to-call="">{copy.backToCall}</CallButton>
      </div>
    </section>,
    document.body,
  );
}
