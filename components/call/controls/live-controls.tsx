import { useEffect, useId, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { MAX_TYPED_LENGTH } from '@/lib/call/session/call-session';
import type { CallStateOf } from '@/lib/call/session/call-state';
import { Button } from '@/components/ui/button';
import { cx } from '@/components/ui/cx';
import { useStore } from '@/lib/call/store';
import { useCallContext } from '@/components/call/call-context';
import { CallButton, EndButton, MuteButton } from '@/components/call/live-parts';
import { SoundSettings } from './sound-settings';

/** The next reply takes the place of one that was sent, so a double press would send both. */
const DOUBLE_PRESS_MS = 500;

/** The examples as buttons that send them, each once. */
function QuickReplies({ disabled }: { disabled: boolean }) {
  const { copy, session } = useCallContext();
  // As one string, so that spoken words render nothing.
  const sent = useStore(session.transcript, (entries) =>
    entries.flatMap((entry) => ('typed' in entry ? entry.text : [])).join('\n'),
  );
  const lastSentAt = useRef(-Infinity);
  const send = (sentence: string, pressedAt: number) => {
    if (pressedAt - lastSentAt.current < DOUBLE_PRESS_MS) return;
    if (session.type(sentence)) lastSentAt.current = pressedAt;
  };
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-2">
      {copy.examples.sentences
        .filter((sentence) => !sent.split('\n').includes(sentence))
        .map((sentence) => (
          <button
            key={sentence}
            type="button"
            aria-disabled={disabled || undefined}
            onClick={({ timeStamp }) => send(sentence, timeStamp)}
            className="stage-reply"
          >
            {sentence}
          </button>
        ))}
    </div>
  );
}

interface TypeFieldProps {
  /** A hidden field keeps its text. */
  isShown: boolean;
  disabled: boolean;
}

/** The field for typed messages. It keeps a text that cannot be sent. */
function TypeField({ isShown, disabled }: TypeFieldProps) {
  const { copy, session, draft } = useCallContext();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const text = useStore(draft);
  const { length } = text.trim();
  const isTooLong = length > MAX_TYPED_LENGTH;
  useEffect(() => {
    if (!isShown) return;
    field.current?.focus({ preventScroll: true });
    session.call?.change({ typing: draft.get() !== '' });
    return () => session.call?.change({ typing: false });
  }, [session, draft, isShown]);
  const edit = (edited: string) => {
    draft.set(edited);
    session.call?.change({ typing: edited !== '' });
  };
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!disabled && session.type(text)) edit('');
  };
  const counter = copy.typedCounter
    .replace('{count}', String(length))
    .replace('{max}', String(MAX_TYPED_LENGTH));
  return (
    <form hidden={!isShown} onSubmit={send}>
      <div className="flex gap-2">
        <input
          ref={field}
          dir="auto"
          value={text}
          aria-label={copy.typeHere}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? id : undefined}
          placeholder={copy.typeHere}
          enterKeyHint="send"
          autoComplete="off"
          onChange={(event) => edit(event.target.value)}
          className="control min-h-11 min-w-0 flex-1 py-2"
        />
        <Button
          type="submit"
          aria-disabled={disabled || undefined}
          className="min-h-11 rounded-control px-4 py-2"
        >
          {copy.send}
        </Button>
      </div>
      <p id={id} role="status" className="pt-1.5 text-note text-danger empty:hidden">
        {isTooLong && `${counter}. ${copy.typedTooLong}`}
      </p>
    </form>
  );
}

/** The controls of a live call; they stay while it is ending, so that End keeps the focus. */
export function LiveControls({ state }: { state: CallStateOf<'live' | 'ending'> }) {
  const { copy, session } = useCallContext();
  const isLive = state.status === 'live';
  const isPlaybackBlocked = isLive && state.playback === 'blocked';
  const [isTyping, setIsTyping] = useState(isLive && state.input === 'text');
  const isUnheard = isLive && state.unheard;
  /** `auto`: while the note is shown that sends the visitor there. */
  const [sound, setSound] = useState<'open' | 'closed' | 'auto'>('auto');
  const isSoundOpen = sound === 'open' || (sound === 'auto' && isUnheard);
  const closeSound = () => setSound(isUnheard ? 'closed' : 'auto');
  const toggleTyping = () => {
    setIsTyping(isSoundOpen || !isTyping);
    closeSound();
  };
  const closeSoundOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') closeSound();
  };
  return (
    <div className="grid gap-2.5" onKeyDown={closeSoundOnEscape}>
      {isPlaybackBlocked && (
        <Button onClick={() => session.call?.room?.sound.unblock()}>{copy.tapToHear}</Button>
      )}
      {isLive && state.paused && (
        <Button onClick={() => session.call?.room?.microphone.reopen()}>
          {copy.reopenMicrophone}
        </Button>
      )}
      {/* The text field and the quick replies have the same height. */}
      <div
        className={cx(
          '@container grid min-h-11 min-w-0 items-center sm:min-h-16',
          isSoundOpen && 'invisible',
        )}
      >
        <TypeField isShown={isTyping && !isPlaybackBlocked} disabled={!isLive} />
        {!isTyping && !isPlaybackBlocked && <QuickReplies disabled={!isLive} />}
      </div>
      <div className="stage-bar">
        <MuteButton state={state} />
        <CallButton icon="keyboard" aria-pressed={isTyping && !isSoundOpen} onClick={toggleTyping}>
          {copy.keyboard}
        </CallButton>
        {/* Before its button, which takes the focus when the settings are closed. */}
        {isSoundOpen && isLive && <SoundSettings hint={isUnheard && copy.unheard} />}
        <CallButton
          icon="sound"
          aria-expanded={isSoundOpen}
          onClick={() => (isSoundOpen ? closeSound() : setSound('open'))}
        >
          {copy.sound}
        </CallButton>
        <EndButton state={state} data-call-main="" />
      </div>
    </div>
  );
}
