'use client';

import { useRef, useState, type KeyboardEvent } from 'react';
import type { CallStateOf } from '@/lib/call/session/call-state';
import { Button } from '@/components/ui/button';
import { cx } from '@/components/ui/cx';
import { useCallContext } from '@/components/call/call-context';
import { CallButton, EndButton, MuteButton } from './call-button';
import { QuickReplies } from './quick-replies';
import { SoundSettings } from './sound-settings';
import { TypeField } from './type-field';

interface LiveControlsProps {
  state: CallStateOf<'live' | 'ending'>;
}

/** The controls of a live call; they stay while it is ending, so that End keeps the focus. */
export function LiveControls({ state }: LiveControlsProps) {
  const { copy, session } = useCallContext();
  const isLive = state.status === 'live';
  const isPlaybackBlocked = isLive && state.playback === 'blocked';
  const [isTyping, setIsTyping] = useState(isLive && state.input === 'text');
  const [isSoundOpen, setIsSoundOpen] = useState(false);
  const isUnheard = isLive && state.unheard && state.microphone !== 'lost';
  const [wasUnheard, setWasUnheard] = useState(isUnheard);
  // While rendering, so that the settings open together with the note that sends the visitor there.
  if (wasUnheard !== isUnheard) {
    setWasUnheard(isUnheard);
    if (isUnheard) setIsSoundOpen(true);
  }
  const muteButton = useRef<HTMLButtonElement>(null);
  const keyboardButton = useRef<HTMLButtonElement>(null);
  const reopenMicrophone = () => {
    void session.call?.microphone?.reopen();
    // The focused button disappears when the microphone has recovered.
    muteButton.current?.focus();
  };
  const toggleTyping = () => {
    setIsTyping(isSoundOpen || !isTyping);
    setIsSoundOpen(false);
  };
  const closeSoundOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setIsSoundOpen(false);
  };
  return (
    <div className="grid gap-2.5" onKeyDown={closeSoundOnEscape}>
      {isPlaybackBlocked && (
        <Button onClick={() => session.call?.unblockPlayback()}>{copy.tapToHear}</Button>
      )}
      {isLive && state.paused && (
        <Button onClick={reopenMicrophone}>{copy.reopenMicrophone}</Button>
      )}
      <div className={cx('stage-words', isSoundOpen && 'invisible')}>
        <TypeField isShown={isTyping && !isPlaybackBlocked} disabled={!isLive} />
        {!isTyping && !isPlaybackBlocked && (
          <QuickReplies disabled={!isLive} onFocusLost={() => keyboardButton.current?.focus()} />
        )}
      </div>
      <div className="stage-bar">
        {isSoundOpen && isLive && <SoundSettings hint={isUnheard && copy.unheard} />}
        <MuteButton ref={muteButton} state={state} />
        <CallButton
          ref={keyboardButton}
          icon="keyboard"
          aria-pressed={isTyping}
          onClick={toggleTyping}
        >
          {copy.keyboard}
        </CallButton>
        <CallButton
          icon="sound"
          aria-expanded={isSoundOpen}
          onClick={() => setIsSoundOpen(!isSoundOpen)}
        >
          {copy.sound}
        </CallButton>
        <EndButton state={state} data-call-main="" />
      </div>
    </div>
  );
}
