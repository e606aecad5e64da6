'use client';

import { useEffect, useId, useState } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/voice/call-session';
import { listMicrophones, type MicrophoneChoice } from '@/lib/voice/microphone';
import { VolumeMeter } from './volume-meter';

/** The choice of microphone, with its level. */
export function MicPicker({ copy, session }: { copy: CallCopy; session: CallSession }) {
  const id = useId();
  const [chosen, setChosen] = useState(session.sound.microphoneId);
  const [choices, setChoices] = useState<MicrophoneChoice[]>([]);
  useEffect(() => {
    let gone = false;
    const list = () =>
      void listMicrophones().then((found) => {
        if (!gone) setChoices(found);
      });
    list();
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    devices?.addEventListener?.('devicechange', list);
    return () => {
      gone = true;
      devices?.removeEventListener?.('devicechange', list);
    };
  }, []);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-note font-semibold">
        {copy.microphone}
      </label>
      <select
        id={id}
        value={chosen}
        onChange={({ target }) => {
          setChosen(target.value);
          void session.chooseMicrophone(target.value);
        }}
        className="min-h-11 w-full rounded-control border border-line-strong bg-canvas px-3 text-ink"
      >
        {choices.length === 0 && <option value="">{copy.defaultMicrophone}</option>}
        {choices.map(({ deviceId, label }, index) => (
          <option key={deviceId} value={deviceId}>
            {label || `${copy.microphone} ${index + 1}`}
          </option>
        ))}
      </select>
      <VolumeMeter label={copy.microphoneLevel} level={() => session.levels.visitor * 3} />
    </div>
  );
}
