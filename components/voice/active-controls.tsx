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
  state: Extract<CallState, { status: 'live' | 'ending' }>;
  session: CallSession;
}

/** The controls of a live call. End stays while the call is ending, so that the focus stays on it. */
export function ActiveControls({ copy, state, session }: ActiveControlsProps) {
  const { levels } = session;
  const live = state.status === 'live';
  const end = (event: MouseEvent) => {
    // Ignores the second click of a double click on Start.
    if (event.detail < 2) session.end();
  };
  return (
    <>
      {live && (
        <>
          <CallTimer startedAt={state.startedAt} label={copy.elapsed} />
          <VolumeMeter
            label={copy.callVolume}
            level={() => Math.min(1, Math.max(levels.assistant, levels.visitor * 3))}
          />
          <TurnLabel copy={copy} turn={state.turn} />
          {state.playback === 'blocked' && (
            <Button onClick={() => session.unblockPlayback()}>{copy.tapToHear}</Button>
          )}
        </>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        <Button
          look={live ? 'primary' : 'quiet'}
          data-call-main=""
          aria-disabled={!live || undefined}
          onClick={live ? end : undefined}
          className="min-w-32"
        >
          {copy.end}
        </Button>
        {live && (
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
      {live && <SoundSettings copy={copy} session={session} unheard={state.unheard} />}
    </>
  );
}
