import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';
import { createPortal } from 'react-dom';
import type { CallState } from '@/lib/call/session/call-state';
import { useCallContext } from './call-context';
import { ActivityLabel, CallButton, CallTimer, EndButton, MuteButton } from './live-parts';

const ROOT_MARGIN = '-12% 0px';

const getOpenDialog = () => document.querySelector('dialog[open]');

function watchDialogs(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { subtree: true, attributeFilter: ['open'] });
  return () => observer.disconnect();
}

type Place = Element | null;

/**
 * The element that shows the bar: an open dialog, which makes what is outside it inert, or the page
 * while the stage is out of sight. After the call, it stays where it was, or on the page, until the
 * stage is seen.
 */
function findPlace(dialog: Place, isInSight: boolean, isCall: boolean, last: Place): Place {
  const place = dialog ?? (isInSight ? null : document.body);
  const stays = last !== null && (place === last || place === document.body);
  return isCall || stays ? place : null;
}

interface CallBarProps {
  state: CallState;
  widget: RefObject<HTMLElement | null>;
  /** The most urgent note of a live call. */
  note: string | false | undefined;
}

/** The call in an open dialog, or at the end of the page while the stage is out of sight. */
export function CallBar({ state, widget, note }: CallBarProps) {
  const { copy } = useCallContext();
  const bar = useRef<HTMLElement>(null);
  const dialog = useSyncExternalStore(watchDialogs, getOpenDialog, () => null);
  const [isInSight, setIsInSight] = useState(true);
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
  const isLive = state.status === 'live';
  // It stays while the call is ending, as the stage's controls do.
  const isCall = isLive || state.status === 'ending';
  const [lastPlace, setLastPlace] = useState<Place>(null);
  const place = findPlace(dialog, isInSight, isCall, lastPlace);
  if (place !== lastPlace) setLastPlace(place);
  const failure = state.status === 'idle' && state.failure && copy.failures[state.failure.kind];
  const end = dialog && state.status === 'idle' && state.ended;
  const outcome = failure ? failure.message : end && copy.endedBy[end.reason];
  const isShown = place !== null && (isCall || Boolean(outcome));
  useLayoutEffect(() => {
    // Styles outside the bar read it, as `data-call`. `kept`: its room, so that nothing moves.
    if (place !== null) document.body.dataset.callBar = isShown ? 'shown' : 'kept';
    return () => document.body.removeAttribute('data-call-bar');
  }, [place, isShown]);
  if (!isShown) return null;
  const toCall = dialog ? {} : { 'data-to-call': '' as const };
  return createPortal(
    <section
      ref={bar}
      aria-label={isCall ? copy.active : failure ? copy.errorTitle : copy.label}
      className="call-bar"
    >
      <div
        role={dialog ? 'status' : undefined}
        className="basis-full text-center text-note [line-height:1.375] text-hint"
      >
        {outcome && <p className="pb-1">{outcome}</p>}
        {note && <p className="pb-1 @max-[16rem]:hidden">{note}</p>}
      </div>
      {isCall && (
        <div className="flex flex-wrap justify-center gap-x-4">
          {/* Large text on a phone needs the room for the controls. */}
          <ActivityLabel
            activity={isLive ? state.activity : null}
            className="@max-[13rem]:hidden"
          />
          {isLive && <CallTimer state={state} />}
        </div>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        {isCall && <MuteButton state={state} />}
        {isCall && <EndButton state={state} {...toCall} />}
        {!dialog && <CallButton {...toCall}>{copy.backToCall}</CallButton>}
      </div>
    </section>,
    place,
  );
}
