import { useEffect, useRef, useState } from 'react';
import { Select } from '@/components/ui/select';
import { useCallContext } from '@/components/call/call-context';
import { noDevices, type AudioDevice } from '@/lib/call/audio/browser';
import { SAMPLE_INTERVAL_MS, VISITOR_GAIN } from '@/lib/call/audio/voice-record';
import { createStore, useStore, type Store } from '@/lib/call/store';

const withoutCall = createStore(noDevices);

interface DevicePickerProps {
  devices: readonly AudioDevice[];
  label: string;
  defaultLabel: string;
  choice: Store<string>;
  inUse?: string | undefined;
  onChoose: (deviceId: string) => unknown;
}

function DevicePicker(props: DevicePickerProps) {
  const { devices, label, defaultLabel, choice, inUse, onChoose } = props;
  const chosen = useStore(choice);
  const isListed = (id: string | undefined) => devices.some(({ deviceId }) => deviceId === id);
  // Firefox and Safari do not list a default device.
  const isDefaultListed = isListed('default');
  const candidateIds = isDefaultListed ? [chosen, inUse, 'default'] : [chosen];
  return (
    <label>
      <span className="semibold text-note">{label}</span>
      <Select
        value={candidateIds.find(isListed) ?? ''}
        onChange={({ target }) => onChoose(target.value)}
        className="min-h-11 py-2"
      >
        {!isDefaultListed && <option value="">{defaultLabel}</option>}
        {devices.map((device, index) => (
          <option key={device.deviceId} value={device.deviceId}>
            {device.label || `${label} ${index + 1}`}
          </option>
        ))}
      </Select>
    </label>
  );
}

const BAR_GAINS = [0.4, 0.65, 0.5, 0.85, 1, 0.8, 0.95, 0.55, 0.7, 0.4];

/** The level of the microphone, without rendering. */
function VolumeMeter() {
  const { copy, session } = useCallContext();
  const meter = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let count = 0;
    const timer = setInterval(() => {
      const level = Math.min(1, session.levels.visitor * VISITOR_GAIN);
      meter.current?.style.setProperty('--level', level.toFixed(2));
      // Slow and in steps of ten percent, so that assistive technology is not kept busy.
      if (count % 5 === 0)
        meter.current?.setAttribute('aria-valuenow', String(Math.round(level * 10) * 10));
      count += 1;
    }, SAMPLE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [session]);
  return (
    <div
      ref={meter}
      role="meter"
      aria-label={copy.microphoneLevel}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
      className="level-meter flex h-9 items-center justify-center gap-1.5"
    >
      {BAR_GAINS.map((gain, index) => (
        <span key={index} ref={(bar) => bar?.style.setProperty('--gain', String(gain))} />
      ))}
    </div>
  );
}

/** Whether a volume that is set stays set: on an iPhone only the device's keys change it. */
function canSetVolume(): boolean {
  const audio = new Audio();
  audio.volume = 0.5;
  return audio.volume === 0.5;
}

interface SoundSettingsProps {
  /** Shown with the settings, which cover the notes of the stage. */
  hint: string | false;
}

export function SoundSettings({ hint }: SoundSettingsProps) {
  const { copy, session } = useCallContext();
  const { microphones, loudspeakers } = useStore(session.call?.devices ?? withoutCall);
  const [hasVolume] = useState(canSetVolume);
  return (
    <div role="group" aria-label={copy.soundSettings} className="stage-sheet">
      {hint && (
        // Screen readers read the note below the settings.
        <p aria-hidden="true" className="col-span-full text-note text-hint">
          {hint}
        </p>
      )}
      <div className="grid gap-1.5">
        <DevicePicker
          devices={microphones}
          label={copy.microphone}
          defaultLabel={copy.defaultMicrophone}
          choice={session.sound.microphoneId}
          inUse={session.call?.room?.microphone.deviceInUse}
          onChoose={(deviceId) => session.chooseMicrophone(deviceId)}
        />
        <VolumeMeter />
      </div>
      {(loudspeakers.length > 0 || hasVolume) && (
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
          {hasVolume && (
            <label>
              <span className="semibold text-note">{copy.assistantVolume}</span>
              <input
                type="range"
                min="0"
                max="100"
                step="5"
                defaultValue={session.sound.volume * 100}
                onChange={(event) => session.setVolume(event.target.valueAsNumber / 100)}
                className="block min-h-11 w-full"
              />
            </label>
          )}
        </div>
      )}
    </div>
  );
}
