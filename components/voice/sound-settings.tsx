'use client';

import { useEffect, useId, useRef } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/voice/call-session';
import { MicPicker } from './mic-picker';

interface SoundSettingsProps {
  copy: CallCopy;
  session: CallSession;
  /** Opens the settings. */
  unheard: boolean;
}

/** Microphone and assistant volume, closed until they are needed. */
export function SoundSettings({ copy, session, unheard }: SoundSettingsProps) {
  const id = useId();
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // Not closed again: the visitor may be choosing.
    if (unheard && details.current) details.current.open = true;
  }, [unheard]);
  return (
    <details
      ref={details}
      className="group w-full max-w-md rounded-card border border-line px-4 text-left"
    >
      <summary className="flex min-h-11 items-center justify-between text-note text-muted">
        {copy.sound}
        <span
          aria-hidden="true"
          className="size-2 [translate:0_-2px] rotate-45 border-r-2 border-b-2 border-current group-open:[translate:0_2px] group-open:-rotate-135"
        />
      </summary>
      <div className="grid gap-4 pb-4">
        <MicPicker copy={copy} session={session} />
        <div className="grid gap-1.5">
          <label htmlFor={id} className="text-note font-semibold">
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
    </details>
  );
}
