import type { MouseEvent } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/voice/call-session';
import type { CallState } from '@/lib/voice/call-state';
import { Button } from '../ui/button';
import { CallTimer } from './call-timer';
import { SoundSettings } from './sound-settings';
import { TurnLabel } from './turn-label';
import { VolumeMeter } from './volume-meter';

interface ActiveControlsProps {
  copy: CallCopy;
  state: Extract<CallState, { status: 'active' | 'ending' }>;
  session: CallSession;
}

/** A call that is on, or just being ended: the button that was pressed stays, and the focus with it. */
export function ActiveControls({ copy, state, session }: ActiveControlsProps) {
  const { levels } = session;
  const on = state.status === 'active';
  const end = (event: MouseEvent) => {
    // The second click of a double click on Start must not hang up.
    if (event.detail < 2) session.end();
  };
  return (
    <>
      {on && (
        <>
          <CallTimer startedAt={state.startedAt} label={copy.elapsed} />
          <VolumeMeter
            label={copy.callVolume}
            level={() => Math.min(1, Math.max(levels.assistant, levels.visitor * 3))}
          />
          <TurnLabel copy={copy} turn={state.turn} />
          {state.playback === 'blocked' && (
            <Button onClick={() => session.hear()}>{copy.tapToHear}</Button>
          )}
        </>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        <Button
          look={on ? 'primary' : 'quiet'}
          data-call-main=""
          aria-disabled={!on || undefined}
          onClick={on ? end : undefined}
          className="min-w-32"
        >
          {copy.end}
        </Button>
        {on && (
          <Button
            look="quiet"
            aria-pressed={state.muted}
            onClick={() => session.toggleMute()}
            className="min-w-32 aria-pressed:border-accent aria-pressed:bg-raised aria-pressed:text-accent"
          >
            {copy.mute}
          </Button>
        )}
      </div>
      {on && <SoundSettings copy={copy} session={session} unheard={state.unheard} />}
    </>
  );
}
