'use client';

import { useId, useSyncExternalStore } from 'react';
import { cx } from '@/components/ui/cx';
import { useCallContext } from '@/components/call/call-context';
import type { AudioDevice } from '@/lib/call/audio/devices';
import type { Devices } from '@/lib/call/sdk/live-devices';
import { VISITOR_GAIN } from '@/lib/call/audio/voice-record';
import { createStore, type Store } from '@/lib/call/store';
import { VolumeMeter } from './volume-meter';

const noDevices = createStore<Devices>({ microphones: [], loudspeakers: [] });

function useDevices(): Devices {
  const { session } = useCallContext();
  const { subscribe, get } = session.call?.devices.list ?? noDevices;
  return useSyncExternalStore(subscribe, get, get);
}

interface DevicePickerProps {
  devices: readonly AudioDevice[];
  label: string;
  defaultLabel: string;
  /** The chosen id; '' is the browser's default. */
  choice: Store<string>;
  inUse?: string | undefined;
  onChoose: (deviceId: string) => unknown;
}

function DevicePicker(props: DevicePickerProps) {
  const { devices, label, defaultLabel, choice, inUse, onChoose } = props;
  const id = useId();
  const chosen = useSyncExternalStore(choice.subscribe, choice.get, choice.get);
  const isListed = (id: string | undefined) => devices.some(({ deviceId }) => deviceId === id);
  // Firefox and Safari do not list a default device.
  const isDefaultListed = isListed('default');
  const candidateIds = isDefaultListed ? [chosen, inUse, 'default'] : [chosen];
  return (
    <>
      <label htmlFor={id} className="semibold text-note">
        {label}
      </label>
      <select
        id={id}
        value={candidateIds.find(isListed) ?? ''}
        onChange={({ target }) => onChoose(target.value)}
        className={cx(
          'min-h-11 w-full rounded-control border border-line-strong',
          'bg-canvas px-3 text-ink',
        )}
      >
        {!isDefaultListed && <option value="">{defaultLabel}</option>}
        {devices.map((device, index) => (
          <option key={device.deviceId} value={device.deviceId}>
            {device.label || `${label} ${index + 1}`}
          </option>
        ))}
      </select>
    </>
  );
}

export function MicrophonePicker() {
  const { copy, session } = useCallContext();
  const { microphones } = useDevices();
  return (
    <div className="grid gap-1.5">
      <DevicePicker
        devices={microphones}
        label={copy.microphone}
        defaultLabel={copy.defaultMicrophone}
        choice={session.sound.microphoneId}
        inUse={session.call?.microphone?.deviceInUse}
        onChoose={(deviceId) => session.chooseMicrophone(deviceId)}
      />
      <VolumeMeter
        label={copy.microphoneLevel}
        getLevel={() => session.levels.visitor * VISITOR_GAIN}
      />
    </div>
  );
}

interface SoundSettingsProps {
  /** Shown with the settings, which cover the notes of the stage. */
  hint: string | false;
}

export function SoundSettings({ hint }: SoundSettingsProps) {
  const { copy, session } = useCallContext();
  const { loudspeakers } = useDevices();
  const id = useId();
  return (
    <div role="group" aria-label={copy.soundSettings} className="stage-sheet">
      {hint && (
        // Screen readers read the note below the settings.
        <p aria-hidden="true" className="stage-hint">
          {hint}
        </p>
      )}
      <MicrophonePicker />
      <div className="grid gap-1.5">
        {loudspeakers.length > 0 && (
          <DevicePicker
            devices={loudspeakers}
            label={copy.loudspeaker}
            defaultLabel={copy.defaultLoudspeaker}
            choice={session.sound.loudspeakerId}
            onChoose={(deviceId) => session.chooseLoudspeaker(deviceId)}
          />
        )}
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
