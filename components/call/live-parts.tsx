// What a live call shows on its stage, and in the bar while the stage is out of sight.
import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { cx } from '@/components/ui/cx';
import { Icon, type IconName } from '@/components/ui/icon';
import type { CallState, CallStateOf } from '@/lib/call/session/call-state';
import type { AssistantActivity } from '@/lib/call/types';
import type { CallCopy } from '@/lib/content/call-en';
import { useCallContext } from './call-context';

interface ActivityLabelProps {
  activity: AssistantActivity | null;
  className: string | false;
}

export function ActivityLabel({ activity, className }: ActivityLabelProps) {
  const { copy } = useCallContext();
  const isSpeaking = activity === 'speaking';
  return (
    <p className={cx('flex min-h-6 items-center gap-2.5 text-note text-muted', className)}>
      {activity && (
        <span
          aria-hidden="true"
          className={cx(
            'size-3 shrink-0 border-2 border-accent-ink',
            isSpeaking ? 'rotate-45 bg-accent-ink' : 'rounded-full',
          )}
        />
      )}
      {activity && <span>{isSpeaking ? copy.speaking : copy.listening}</span>}
    </p>
  );
}

function formatClock(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}

/** The length of the call as mm:ss, written without rendering. It is not announced. */
export function CallTimer({ state }: { state: CallStateOf<'live'> }) {
  const { copy } = useCallContext();
  const { startedAt, endsAt, lastMinute } = state;
  const line = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    let timeout: number;
    const tick = () => {
      const seconds = Math.floor((Math.min(Date.now(), endsAt) - startedAt) / 1000);
      [...formatClock(Math.max(0, seconds))].forEach((digit, index) => {
        const before = line.current?.children[index];
        if (before?.textContent === digit) return;
        // A new element: a new text in an old one counts as a layout shift.
        const box = Object.assign(document.createElement('span'), { textContent: digit });
        if (before) before.replaceWith(box);
        else line.current?.append(box);
      });
      timeout = window.setTimeout(tick, 1000 - ((Date.now() - startedAt) % 1000));
    };
    tick();
    return () => clearTimeout(timeout);
  }, [startedAt, endsAt]);
  return (
    <p
      ref={line}
      role="timer"
      aria-live="off"
      aria-label={copy.elapsed}
      className={cx('stage-timer shrink-0 text-title', lastMinute && 'text-accent-ink')}
    />
  );
}

/** Lists what has to be said in a live call, the most urgent first. */
export function listLiveNotes(copy: CallCopy, state: CallStateOf<'live'>) {
  return [
    state.connection === 'interrupted' && copy.interrupted,
    state.unheard && copy.unheard,
    state.loudspeakerReplaced && copy.loudspeakerReplaced,
    state.microphone === 'lost' && copy.microphoneLost,
    state.microphone === 'replaced' && copy.microphoneReplaced,
    state.paused && copy.microphonePaused,
    state.playback === 'blocked' && copy.playbackBlocked,
    state.lastMinute &&
      copy.lastMinute.replace(
        '{time}',
        formatClock(Math.round((state.endsAt - state.startedAt) / 1000)),
      ),
    state.echo === 'now' && copy.echo,
  ];
}

interface CallButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon?: IconName;
  children: string;
}

export function CallButton({ icon, children, className, ...props }: CallButtonProps) {
  return (
    <button type="button" {...props} className={cx('stage-key', className)}>
      {icon && <Icon name={icon} />}
      {/* With the key, React replaces the element, and no layout shift is counted. */}
      <span key={children}>{children}</span>
    </button>
  );
}

export function MuteButton({ state }: { state: CallState }) {
  const { copy, session } = useCallContext();
  const isLive = state.status === 'live';
  const isMuted = isLive && state.muted;
  return (
    <CallButton
      icon={isMuted ? 'microphone-off' : 'microphone'}
      aria-pressed={isMuted}
      aria-disabled={!isLive || undefined}
      onClick={() => session.toggleMute()}
    >
      {isMuted ? copy.muted : copy.mute}
    </CallButton>
  );
}

interface EndButtonProps {
  state: CallState;
  [data: `data-${string}`]: '';
}

export function EndButton({ state, ...data }: EndButtonProps) {
  const { copy, session } = useCallContext();
  const isLive = state.status === 'live';
  return (
    <CallButton
      {...data}
      icon="hang-up"
      aria-disabled={!isLive || undefined}
      onClick={() => isLive && session.end()}
      className={cx(
        'border-danger-line bg-danger-fill text-on-danger',
        'aria-disabled:bg-danger-surface aria-disabled:text-danger',
      )}
    >
      {copy.end}
    </CallButton>
  );
}
