import type { MouseEvent } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/voice/call-session';
import type { CallState } from '@/lib/voice/call-state';
import { Button } from '../ui/button';
import { CallTimer } from './call-timer';
import { SoundSettings } from './sound-settings';
import { TapToHear } from './tap-to-hear';
import { TurnLabel } from './turn-label';
import { VolumeMeter } from './volume-meter';

type Active = Extract<CallState, { status: 'active' }>;

interface ActiveViewProps {
  copy: CallCopy;
  state: Active;
  session: CallSession;
}

/** A call that is on. */
export function ActiveView({ copy, state, session }: ActiveViewProps) {
  const { levels } = session;
  const end = (event: MouseEvent) => {
    // The second click of a double click on Start must not hang up.
    if (event.detail < 2) session.end();
  };
  return (
    <div className="grid w-full justify-items-center gap-4 text-center">
      <p className="text-title text-success">{copy.active}</p>
      <CallTimer startedAt={state.startedAt} label={copy.elapsed} />
      <VolumeMeter
        label={copy.callVolume}
        level={() => Math.min(1, Math.max(levels.assistant, levels.visitor * 3))}
      />
      <TurnLabel copy={copy} turn={state.turn} muted={state.muted} />
      {state.connection === 'interrupted' && (
        <p className="rounded-card border border-danger-line bg-danger-surface px-4 py-3 text-danger">
          {copy.interrupted}
        </p>
      )}
      {state.playback === 'blocked' && <TapToHear copy={copy} onTap={() => session.hear()} />}
      <div className="flex flex-wrap justify-center gap-3">
        <Button data-call-main="" onClick={end} className="min-w-36">
          {copy.end}
        </Button>
        <Button
          look="quiet"
          aria-pressed={state.muted}
          onClick={() => session.toggleMute()}
          className="min-w-36 aria-pressed:border-accent aria-pressed:bg-raised aria-pressed:text-accent"
        >
          {copy.mute}
        </Button>
      </div>
      <SoundSettings copy={copy} session={session} unheard={state.unheard} />
    </div>
  );
}
