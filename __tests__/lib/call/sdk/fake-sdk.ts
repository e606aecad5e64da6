import type { WebCall } from '@/lib/api';
import type {
  SdkEventName,
  SdkListener,
  SdkParticipant,
  SdkRoom,
  SdkSentMessage,
  VoiceSdk,
  VoiceSdkClass,
} from '@/lib/call/sdk/voice-sdk';
import { defer, FakeTrack } from '../audio/fake-devices';
import type { FakeWorld } from '../session/fake-world';
import { cameraErrors } from './sdk-error-fixtures';

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
  /** What the page is shown: a new track only after the answer to the switch. */
  private shownTrack: FakeTrack | undefined;
  private ownTrack: FakeTrack | undefined;
  private assistantTrack: FakeTrack | undefined;

  constructor(
    private readonly world: FakeWorld,
    private readonly sdk: FakeSdk,
    /** Sent in place of a microphone; the page stops it. */
    private readonly source?: FakeTrack,
  ) {
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
    const all: Record<string, unknown> = {};
    if (this.shownTrack) {
      const audio = {
        state: this.isMicOpen ? 'playable' : 'off',
        persistentTrack: this.shownTrack,
      };
      all.local = { local: true, session_id: 'me', tracks: { audio } };
    }
    if (this.assistantTrack) {
      const audio = { state: 'playable', track: this.assistantTrack };
      all.bot = { session_id: 'bot', user_name: 'Vapi Speaker', tracks: { audio } };
    }
    return all as Record<string, SdkParticipant>;
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

  /** Sends this track in place of the one before; a new one is never muted. */
  switchTo(track: FakeTrack) {
    if (this.isOver) return;
    this.take(track);
    setTimeout(() => this.emitUpdate());
  }

  private take(track: FakeTrack) {
    this.stopOwnTrack();
    // The room hears it from now on.
    if (track.enabled) track.enabledChanges.push(true);
    this.track = track;
    this.shownTrack ??= track;
    this.isMicOpen = true;
  }

  /** The page stops the tracks that it has given. */
  private stopOwnTrack() {
    if (this.track === this.ownTrack) this.track?.stop();
  }

  async join(): Promise<void> {
    const never = new Promise<never>(() => undefined);
    this.state = 'loading';
    await this.script.promise;
    this.state = 'joining-meeting';
    try {
      if (!this.source) [this.ownTrack] = (await this.world.getUserMedia()).getTracks();
      const track = this.source ?? this.ownTrack!;
      if (this.isOver) {
        this.ownTrack?.stop();
        return never;
      }
      this.take(track);
    } catch {
      // The real call object joins even then.
      this.sdk.emit('camera-error', cameraErrors.missing);
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
    this.stopOwnTrack();
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
  private room: FakeRoom | null = null;

  constructor(
    private readonly world: FakeWorld,
    /** What the page gave to the SDK's constructor. */
    readonly given: Partial<ConstructorParameters<VoiceSdkClass>>,
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
    this.room?.switchTo(track);
  }

  async reconnect(_: WebCall): Promise<void> {
    try {
      if (this.world.rooms.some(({ isDestroyed }) => !isDestroyed)) {
        this.world.refusedRooms += 1;
        throw new Error('Duplicate DailyIframe instances are not allowed');
      }
      this.room = new FakeRoom(this.world, this, this.given[3]?.audioSource as never);
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
    if (!this.room) return;
    await this.room.destroy();
    this.room = null;
  }
}
