'use client';

import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/call/state/call-session';
import type { CallState } from '@/lib/call/state/call-state';
import { Button } from '@/components/ui/button';
import { cx } from '@/components/ui/cx';
import { QuickReplies } from '@/components/call/talk/quick-replies';
import { SoundSettings } from './sound-settings';
import { StageKey } from './stage-key';
import { TypeField } from '@/components/call/talk/type-field';

interface LiveControlsProps {
  copy: CallCopy;
  state: Extract<CallState, { status: 'live' | 'ending' }>;
  session: CallSession;
}

/** The controls of a live call. They stay while the call is ending, so that the focus stays on End. */
export function LiveControls({ copy, state, session }: LiveControlsProps) {
  const live = state.status === 'live';
  const muted = live && state.muted;
  const blocked = live && state.playback === 'blocked';
  const [typing, setTyping] = useState(live && state.input === 'text');
  // Opens the sound settings automatically when the visitor is not heard.
  const unheard = live && state.unheard && state.microphone !== 'lost';
  const [sound, setSound] = useState({ open: false, unheard });
  if (sound.unheard !== unheard) setSound({ open: sound.open || unheard, unheard });
  const end = (event: MouseEvent) => {
    // Ignores the second click of a double click on Start.
    if (live && event.detail < 2) session.end();
  };
  const muteKey = useRef<HTMLButtonElement>(null);
  const reopen = () => {
    session.reopenMicrophone();
    // The button goes when the microphone is back.
    muteKey.current?.focus();
  };
  const type = () => {
    // The open settings lie over the field.
    setTyping(sound.open || !typing);
    setSound({ open: false, unheard });
  };
  const closeSound = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setSound({ open: false, unheard });
  };
  return (
    <div className="relative grid gap-2.5" onKeyDown={closeSound}>
      {sound.open && live && <SoundSettings copy={copy} session={session} />}
      {blocked && <Button onClick={() => session.unblockPlayback()}>{copy.tapToHear}</Button>}
      {live && state.paused && <Button onClick={reopen}>{copy.reopenMicrophone}</Button>}
      {/* Under the open settings it can be neither seen nor reached. */}
      <div className={cx('stage-words', sound.open && 'invisible')}>
        <TypeField copy={copy} session={session} shown={typing && !blocked} disabled={!live} />
        {!typing && !blocked && (
          <QuickReplies sentences={copy.examples.sentences} session={session} disabled={!live} />
        )}
      </div>
      <div className="stage-bar">
        <StageKey
          ref={muteKey}
          icon={muted ? 'microphone-off' : 'microphone'}
          aria-pressed={muted}
          aria-disabled={!live || undefined}
          onClick={() => session.toggleMute()}
        >
          {muted ? copy.muted : copy.mute}
        </StageKey>
        <StageKey icon="keyboard" aria-pressed={typing} onClick={type}>
          {copy.keyboard}
        </StageKey>
        <StageKey
          icon="sound"
          aria-expanded={sound.open}
          onClick={() => setSound({ open: !sound.open, unheard })}
        >
          {copy.sound}
        </StageKey>
        <StageKey
          icon="hang-up"
          data-call-main=""
          aria-disabled={!live || undefined}
          onClick={end}
          className="stage-end"
        >
          {copy.end}
        </StageKey>
      </div>
    </div>
  );
}
