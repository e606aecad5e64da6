'use client';

import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { cx } from '@/components/ui/cx';
import { useCallContext } from '@/components/call/call-context';
import { listMicrophones, type MicrophoneChoice } from '@/lib/call/audio/microphone';
import { VISITOR_GAIN } from '@/lib/call/audio/voice-record';
import { VolumeMeter } from './volume-meter';

/** The microphone select, with the level of the microphone. */
export function MicrophonePicker() {
  const { copy, session } = useCallContext();
  const id = useId();
  const { microphoneId } = session.sound;
  const chosen = useSyncExternalStore(microphoneId.subscribe, microphoneId.get, microphoneId.get);
  const [choices, setChoices] = useState<MicrophoneChoice[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const updateChoices = () =>
      void listMicrophones().then((found) => {
        if (!signal.aborted) setChoices(found);
      });
    updateChoices();
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    devices?.addEventListener?.('devicechange', updateChoices, { signal });
    return () => controller.abort();
  }, []);
  const isListed = (id: string | undefined) => choices.some(({ deviceId }) => deviceId === id);
  // Firefox and Safari do not list a default device.
  const isDefaultListed = isListed('default');
  const candidateIds = isDefaultListed
    ? [chosen, session.call?.microphone?.deviceInUse, 'default']
    : [chosen];
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="semibold text-note">
        {copy.microphone}
      </label>
      <select
        id={id}
        value={candidateIds.find(isListed) ?? ''}
        onChange={({ target }) => void session.chooseMicrophone(target.value)}
        className={cx(
          'min-h-11 w-full rounded-control border border-line-strong',
          'bg-canvas px-3 text-ink',
        )}
      >
        {!isDefaultListed && <option value="">{copy.defaultMicrophone}</option>}
        {choices.map(({ deviceId, label }, index) => (
          <option key={deviceId} value={deviceId}>
            {label || `${copy.microphone} ${index + 1}`}
          </option>
        ))}
      </select>
      <VolumeMeter
        label={copy.microphoneLevel}
        getLevel={() => session.levels.visitor * VISITOR_GAIN}
      />
    </div>
  );
}

interface SoundSettingsProps {
  /** Shown above the settings, which cover the notes of the stage. */
  hint: string | false;
}

/** The settings for the microphone and the assistant's volume. */
export function SoundSettings({ hint }: SoundSettingsProps) {
  const { copy, session } = useCallContext();
  const id = useId();
  return (
    <div role="group" aria-label={copy.soundSettings} className="stage-sheet">
      {hint && (
        // The note below the settings is read to screen readers.
        <p aria-hidden="true" className="stage-hint">
          {hint}
        </p>
      )}
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
