import type { Page } from '@playwright/test';

interface CallRecord {
  /** How often the browser was asked for a microphone. */
  microphoneRequests: number;
  /** Every track a microphone was opened with. */
  tracks: MediaStreamTrack[];
  /** Ids of the call objects that were asked to join a room, that joined it, and that left it. */
  joining: string[];
  joined: string[];
  left: string[];
  /** The messages between the SDK and the call machine, in order. */
  messages: string[];
  /** Each time a microphone track was switched on or off. */
  enabledChanges: boolean[];
}

declare global {
  interface Window {
    calls: CallRecord;
  }
}

/** Runs in the page before any script of it. */
function installRecorder(): void {
  const calls: CallRecord = {
    microphoneRequests: 0,
    tracks: [],
    joining: [],
    joined: [],
    left: [],
    messages: [],
    enabledChanges: [],
  };
  window.calls = calls;
  const enabled = Object.getOwnPropertyDescriptor(MediaStreamTrack.prototype, 'enabled')!;
  Object.defineProperty(MediaStreamTrack.prototype, 'enabled', {
    ...enabled,
    set(this: MediaStreamTrack, isEnabled: boolean) {
      if (calls.tracks.includes(this)) calls.enabledChanges.push(isEnabled);
      enabled.set?.call(this, isEnabled);
    },
  });
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  // Firefox runs this in `about:blank`, too.
  if (!devices) return;
  const open = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints) => {
    calls.microphoneRequests += 1;
    const stream = await open(constraints);
    calls.tracks.push(...stream.getTracks());
    return stream;
  };
  window.addEventListener('message', ({ data }) => {
    const { what, action, callClientId } = (data ?? {}) as Record<string, string>;
    if (what !== 'iframe-call-message' || !callClientId) return;
    calls.messages.push(action ?? '');
    if (action === 'join-meeting') calls.joining.push(callClientId);
    if (action === 'joined-meeting') calls.joined.push(callClientId);
    if (action === 'left-meeting') calls.left.push(callClientId);
  });
}

/** Records the microphone and the rooms of the page's documents, from the next document on. */
export const recordCalls = (page: Page) => page.addInitScript(installRecorder);

export const countMicrophoneRequests = (page: Page): Promise<number> =>
  page.evaluate(() => window.calls.microphoneRequests);

/** Pauses or resumes the open microphone, as a device does. */
export const setPausedByDevice = (page: Page, isMuted: boolean) =>
  page.evaluate((isMuted) => {
    const track = window.calls.tracks.find(({ readyState }) => readyState === 'live')!;
    Object.defineProperty(track, 'muted', { configurable: true, value: isMuted });
    track.dispatchEvent(new Event(isMuted ? 'mute' : 'unmute'));
  }, isMuted);
