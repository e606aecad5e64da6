'use client';

import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import type { CallCopy } from '@/lib/content/call-copy';
import type { CallSession } from '@/lib/call/state/call-session';
import { listMicrophones, type MicrophoneChoice } from '@/lib/call/media/microphone';
import { VISITOR_GAIN } from '@/lib/call/media/voice-record';
import { VolumeMeter } from './volume-meter';

/** The choice of microphone, with its level. */
export function MicPicker({ copy, session }: { copy: CallCopy; session: CallSession }) {
  const id = useId();
  const { microphoneId } = session.sound;
  const chosen = useSyncExternalStore(microphoneId.subscribe, microphoneId.get, microphoneId.get);
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
  const isListed = (id: string | undefined) => choices.some(({ deviceId }) => deviceId === id);
  // Firefox and Safari list no such device.
  const listsDefault = isListed('default');
  const inUse = listsDefault ? [chosen, session.microphoneInUse, 'default'] : [chosen];
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="semibold text-note">
        {copy.microphone}
      </label>
      <select
        id={id}
        value={inUse.find(isListed) ?? ''}
        onChange={({ target }) => void session.chooseMicrophone(target.value)}
        className="min-h-11 w-full rounded-control border border-line-strong bg-canvas px-3 text-ink"
      >
        {!listsDefault && <option value="">{copy.defaultMicrophone}</option>}
        {choices.map(({ deviceId, label }, index) => (
          <option key={deviceId} value={deviceId}>
            {label || `${copy.microphone} ${index + 1}`}
          </option>
        ))}
      </select>
      <VolumeMeter
        label={copy.microphoneLevel}
        level={() => session.levels.visitor * VISITOR_GAIN}
      />
    </div>
  );
}
