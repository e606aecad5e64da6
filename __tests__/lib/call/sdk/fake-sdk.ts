import type { WebCall } from '@/lib/api';
import type {
  SdkEventName,
  SdkListener,
  SdkParticipant,
  SdkRoom,
  SdkSentMessage,
  VoiceSdk,
} from '@/lib/call/sdk/voice-sdk';
import { defer, FakeTrack, type FakeDevices } from '../audio/fake-devices';
import { cameraErrors } from './sdk-error-fixtures';

/** @param audio the state of the microphone, and its track */
const createParticipant = (
  who: Partial<SdkParticipant>,
  audio: Pick<SdkParticipant['tracks']['audio'], 'state' | 'track' | 'persistentTrack'>,
) => ({ ...who, tracks: { audio } }) as SdkParticipant;

const toTrack = (track: FakeTrack) => track as unknown as MediaStreamTrack;

/** The world around an SDK and its room. */
interface SdkWorld extends Pick<FakeDevices, 'getUserMedia'> {
  readonly rooms: FakeRoom[];
  readonly sdks: FakeSdk[];
  shouldShowMicrophoneLate: boolean;
  shouldRefusePlayback: boolean;
  isMobile: boolean;
  refusedRooms: number;
}

/** Daily's call object. */
export class FakeRoom implements SdkRoom {
  state: ReturnType<SdkRoom['meetingState']> = 'new';
  isMicOpen = false;
  isDestroyed = false;
  isHung = false;
  readonly sent: unknown[] = [];
  private readonly script = defer<void>();
  private readonly admission = defer<void>();
  private resolveLeave: (() => void) | undefined;
  private track: FakeTrack | undefined;
  /** The track that the page is shown. */
  private shownTrack: FakeTrack | undefined;
  /** Given by the page in place of a microphone; the page stops it. */
  private givenTrack: FakeTrack | undefined;
  private assistantTrack: FakeTrack | undefined;

  constructor(
    private readonly world: SdkWorld,
    private readonly sdk: FakeSdk,
    /** Sent in place of a microphone. */
    source?: FakeTrack,
  ) {
    this.givenTrack = source;
    world.rooms.push(this);
    // A test may refuse before anything waits for these.
    this.script.promise.catch(() => undefined);
    this.admission.promise.catch(() => undefined);
  }

  get isOver() {
    return this.state === 'left-meeting' || this.state === 'error';
  }

  meetingState() {
    return this.state;
  }

  participants() {
    const all: Record<string, SdkParticipant> = {};
    const track = this.world.shouldShowMicrophoneLate ? this.shownTrack : this.track;
    if (track) {
      const state = this.isMicOpen ? 'playable' : 'off';
      const persistentTrack = toTrack(track);
      all.local = createParticipant({ local: true, session_id: 'me' }, { state, persistentTrack });
    }
    if (this.assistantTrack) {
      all.bot = createParticipant(
        { local: false, session_id: 'bot', user_name: 'Vapi Speaker' },
        { state: 'playable', track: toTrack(this.assistantTrack) },
      );
    }
    return all;
  }

  setLocalAudio(isEnabled: boolean) {
    if (this.state !== 'joined-meeting' || !this.track) return;
    this.isMicOpen = isEnabled;
    this.track.enabled = isEnabled;
    queueMicrotask(() => this.emitUpdate());
  }

  sendAppMessage(data: unknown) {
    this.sent.push(data);
    if (data === 'playable') this.sdk.emit('call-start');
  }

  private emitUpdate() {
    this.shownTrack = this.track;
    const { local } = this.participants();
    if (local && !this.isDestroyed) this.sdk.emit('daily-participant-updated', local);
  }

  /** Opens another microphone in place of the first; a new one is never muted. */
  async switchMicrophone(wanted: string | FakeTrack = ''): Promise<void> {
    // Before its script has loaded, the call object only remembers the device for the join.
    if (this.state === 'new' || this.state === 'loading') return;
    try {
      const opened =
        typeof wanted === 'string' ? await this.openMicrophone(wanted) : this.take(wanted);
      if (opened) setTimeout(() => this.emitUpdate());
    } catch (error) {
      const { name } = error as DOMException;
      if (name !== 'NotFoundError' && name !== 'OverconstrainedError') throw error;
      // The call machine answers as usual, and the previous microphone stays.
      this.sdk.emit('camera-error', cameraErrors.missing);
    }
  }

  private async openMicrophone(deviceId = ''): Promise<boolean> {
    const audio = deviceId ? { deviceId: { exact: deviceId } } : true;
    const [track] = (await this.world.getUserMedia({ audio })).getTracks();
    if (this.isOver) track?.stop();
    else this.stopTrack();
    if (this.isOver) return false;
    this.givenTrack = undefined;
    this.track = track;
    this.shownTrack ??= track;
    this.isMicOpen = true;
    return true;
  }

  private take(track: FakeTrack): boolean {
    if (this.isOver) return false;
    this.stopTrack();
    this.givenTrack = track;
    // The room hears it from now on.
    if (track.enabled) track.enabledChanges.push(true);
    this.track = track;
    this.shownTrack ??= track;
    this.isMicOpen = true;
    return true;
  }

  /** A track that it was given is not its own. */
  private stopTrack() {
    if (this.track !== this.givenTrack) this.track?.stop();
  }

  async join(): Promise<void> {
    const never = new Promise<never>(() => undefined);
    this.state = 'loading';
    await this.script.promise;
    this.state = 'joining-meeting';
    if (this.givenTrack) this.take(this.givenTrack);
    else {
      try {
        if (!(await this.openMicrophone())) return never;
      } catch {
        // The real call object joins even then.
        this.sdk.emit('camera-error', cameraErrors.missing);
      }
    }
    await this.admission.promise;
    if (this.isOver) return never;
    this.state = 'joined-meeting';
  }

  loadScript() {
    if (this.state === 'loading') this.script.resolve();
  }

  acceptJoin() {
    if (this.state === 'joining-meeting') this.admission.resolve();
  }

  refuseJoin(error: Record<string, unknown>) {
    if (this.state !== 'loading' && this.state !== 'joining-meeting') return;
    this.state = 'error';
    this.track?.stop();
    this.sdk.emit('error', { type: 'daily-error', error: { message: error, error } });
    this.script.reject(error);
    this.admission.reject(error);
  }

  connectAssistant() {
    if (this.state !== 'joined-meeting' || this.assistantTrack) return;
    this.assistantTrack = new FakeTrack();
    if (this.world.shouldRefusePlayback) {
      this.sdk.emit('error', { type: 'audio-start-failed', error: { name: 'NotAllowedError' } });
      return;
    }
    const player = document.createElement('audio');
    player.dataset.participantId = 'bot';
    document.body.append(player);
    this.sdk.emit('audio', player);
    this.sendAppMessage('playable');
  }

  /** The assistant leaves, and the room stays open. */
  disconnectAssistant() {
    if (this.isOver) return;
    this.assistantTrack = undefined;
    document.querySelector('audio[data-participant-id="bot"]')?.remove();
  }

  /** The SDK unmutes when it recovers from this. */
  failNoiseFilter() {
    if (this.state === 'joined-meeting') this.setLocalAudio(true);
  }

  /** The other side ends the call: the error comes first, if there is one. */
  close(error?: Record<string, unknown>) {
    if (this.state !== 'joined-meeting') return;
    if (error) {
      this.sdk.emit('error', { type: 'daily-error', error: { message: error, error } });
    }
    this.leave();
  }

  leave() {
    if (this.isOver) return;
    this.state = 'left-meeting';
    this.stopTrack();
    this.resolveLeave?.();
    this.sdk.emitLeftMeeting();
  }

  async destroy(): Promise<void> {
    if (this.state === 'loading' && !this.isHung) this.leave();
    if (!this.isOver) {
      await new Promise<void>((resolve) => {
        // Overwrites the resolver of a leave that is still under way.
        this.resolveLeave = resolve;
        if (this.state !== 'new' && !this.isHung) setTimeout(() => this.leave(), 3);
      });
    }
    this.isDestroyed = true;
  }
}

export class FakeSdk implements VoiceSdk {
  volume: number | null = null;
  /** Of the tracks that the page has given it. */
  devices: string[] = [];
  private readonly listeners = new Map<string, ((payload: unknown) => void)[]>();
  private hasStarted = false;
  private room: FakeRoom | null = null;

  constructor(
    private readonly world: SdkWorld,
    private readonly source?: FakeTrack,
  ) {
    world.sdks.push(this);
  }

  on<Name extends SdkEventName>(event: Name, listener: SdkListener<Name>) {
    const before = this.listeners.get(event) ?? [];
    this.listeners.set(event, [...before, listener as (payload: unknown) => void]);
  }

  emit<Name extends SdkEventName>(event: Name, ...[payload]: Parameters<SdkListener<Name>>) {
    for (const listener of this.listeners.get(event) ?? []) listener(payload);
  }

  getDailyCallObject() {
    return this.room;
  }
  send(message: SdkSentMessage) {
    this.room?.sendAppMessage(JSON.stringify(message));
  }
  setVolume(volume: number) {
    this.volume = volume;
  }
  async setInputDevicesAsync({ audioSource }: Parameters<VoiceSdk['setInputDevicesAsync']>[0]) {
    const track = audioSource as unknown as FakeTrack;
    this.devices.push(track.deviceId);
    await this.room?.switchMicrophone(track);
  }

  async reconnect(_: WebCall): Promise<void> {
    if (this.hasStarted) throw new Error('Cannot reconnect while a call is already in progress.');
    this.hasStarted = true;
    try {
      if (this.world.rooms.some(({ isDestroyed }) => !isDestroyed)) {
        this.world.refusedRooms += 1;
        throw new Error('Duplicate DailyIframe instances are not allowed');
      }
      this.room = new FakeRoom(this.world, this, this.source);
      // The SDK waits too; the test owns the clock.
      // eslint-disable-next-line no-restricted-syntax
      if (this.world.isMobile) await new Promise((resolve) => setTimeout(resolve, 1_000));
      // A stop has removed it meanwhile.
      await this.room!.join();
      this.emit('call-start-success', {
        totalDuration: 9,
        callId: 'call',
        timestamp: new Date().toISOString(),
      });
      this.emit('call-start');
    } catch (error) {
      this.emit('error', { type: 'reconnect-error', error });
      await this.cleanUp();
      throw error;
    }
  }

  stop(): Promise<void> {
    return this.cleanUp();
  }

  emitLeftMeeting() {
    this.emit('call-end');
    void this.cleanUp();
  }

  private async cleanUp(): Promise<void> {
    this.hasStarted = false;
    if (!this.room) return;
    await this.room.destroy();
    this.room = null;
  }
}
