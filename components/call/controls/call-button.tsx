import type { ComponentProps } from 'react';
import type { CallState } from '@/lib/call/session/call-state';
import { useCallContext } from '@/components/call/call-context';
import { cx } from '@/components/ui/cx';
import { Icon, type IconName } from '@/components/ui/icon';

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
