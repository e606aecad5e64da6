import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import type { CallState } from '@/lib/call/session/call-state';
import { useCallContext } from './call-context';
import { CallButton, EndButton, MuteButton } from './controls/call-button';
import { ActivityLabel, CallTimer } from './stage';

const ROOT_MARGIN = '-12% 0px';

const getOpenDialog = () => document.querySelector('dialog[open]');

function watchDialogs(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { subtree: true, attributeFilter: ['open'] });
  return () => observer.disconnect();
}

interface CallBarProps {
  state: CallState;
  widget: RefObject<HTMLElement | null>;
  /** The most urgent note of a live call. */
  note: string | false | undefined;
}

/** A modal dialog makes what is outside it inert: the bar is in it then, and announces. */
export function CallBar({ state, widget, note }: CallBarProps) {
  const { copy } = useCallContext();
  const isLive = state.status === 'live';
  // It stays while the call is ending, as the stage's controls do.
  const isCall = isLive || state.status === 'ending';
  const failure = state.status === 'idle' && state.failure && copy.failures[state.failure.kind];
  const bar = useRef<HTMLElement>(null);
  const dialog = useSyncExternalStore(watchDialogs, getOpenDialog, () => null);
  const [isInSight, setIsInSight] = useState(true);
  const place = dialog ?? (isInSight ? null : document.body);
  const [shownIn, setShownIn] = useState<Element | null>(null);
  // After a call, until the widget is seen: the page must not become shorter before.
  const isKept = shownIn !== null && (place === shownIn || place === document.body);
  const container = isCall || isKept ? place : null;
  if (container !== shownIn) setShownIn(container);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting && bar.current?.contains(document.activeElement))
            target.querySelector<HTMLElement>('.stage-key')?.focus({ preventScroll: true });
          setIsInSight(isIntersecting);
        }
      },
      { rootMargin: ROOT_MARGIN },
    );
    if (widget.current) observer.observe(widget.current);
    return () => observer.disconnect();
  }, [widget]);
  if (!container) return null;
  const end = dialog && state.status === 'idle' && state.ended;
  const outcome = failure ? failure.message : end && copy.endedBy[end.reason];
  const toCall = dialog ? {} : { 'data-to-call': '' as const };
  return createPortal(
    <section
      ref={bar}
      aria-label={isCall ? copy.active : failure ? copy.errorTitle : copy.label}
      hidden={!isCall && !outcome}
      className="call-bar"
    >
      <div
        role={dialog ? 'status' : undefined}
        className="basis-full text-center text-note [line-height:1.375] text-hint"
      >
        {outcome && <p className="pb-1">{outcome}</p>}
        {note && <p className="pb-1 @max-[17rem]:hidden">{note}</p>}
      </div>
      {isCall && (
        <div className="flex flex-wrap justify-center gap-x-4">
          <ActivityLabel activity={isLive ? state.activity : null} />
          {isLive && <CallTimer state={state} />}
        </div>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        {isCall && <MuteButton state={state} />}
        {isCall && <EndButton state={state} {...toCall} />}
        {!dialog && <CallButton {...toCall}>{copy.backToCall}</CallButton>}
      </div>
    </section>,
    container,
  );
}
