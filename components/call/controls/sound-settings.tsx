'use client';

import { useId } from 'react';
import { useCallContext } from '@/components/call/call-context';
import { MicrophonePicker } from './microphone-picker';

/** The settings for the microphone and the assistant's volume. */
export function SoundSettings() {
  const { copy, session } = useCallContext();
  const id = useId();
  return (
    <div role="group" aria-label={copy.soundSettings} className="stage-sheet">
      <MicrophonePicker />
      <div className="mt-3 grid gap-1">
        <label htmlFor={id} className="semibold text-note">
          {copy.assistantVolume}
        </label>
        <input
          id={id}
          type="range"
          min="0"
          max="100"
          step="5"
          defaultValue={session.sound.volume * 100}
          onChange={(event) => session.setVolume(event.target.valueAsNumber / 100)}
          className="min-h-11 w-full"
        />
      </div>
    </div>
  );
}
