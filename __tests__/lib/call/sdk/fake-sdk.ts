import type {
  SdkStartResult,
  SdkEventName,
  SdkListener,
  SdkProgress,
  SdkSentMessage,
  VoiceSdk,
} from '@/lib/call/sdk/voice-sdk';
import { defer, type Deferred, type FakeTrack } from '../audio/fake-devices';
import { FakeRoom, type RoomWorld } from './fake-room';

type Listener = (payload: unknown) => void;

/** A call that the provider has just created. */
export function createCall(id: string): SdkStartResult {
  const now = new Date().toISOString();
  return { id, orgId: 'org', createdAt: now, updatedAt: now };
}

/** The world around an SDK. */
interface SdkWorld extends RoomWorld {
  readonly sdks: FakeSdk[];
  /** Unanswered requests for a room. */
  readonly posts: Deferred<SdkStartResult>[];
  isMobile: boolean;
  useTicket(ticket: string): void;
}

export class FakeSdk implements VoiceSdk {
  volume: number | null = null;
  /** The requested ids of devices, and tracks. */
  devices: (string | FakeTrack)[] = [];
  private readonly listeners = new Map<string, Listener[]>();
  private hasStarted = false;
  private room: FakeRoom | null = null;

  constructor(
    private readonly world: SdkWorld,
    private readonly ticket: string,
    private readonly source?: FakeTrack,
  ) {
    world.sdks.push(this);
  }

  on<Name extends SdkEventName>(event: Name, listener: SdkListener<Name>) {
    const before = this.listeners.get(event) ?? [];
    this.listeners.set(event, [...before, listener as Listener]);
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
  async setInputDevicesAsync({
    audioDeviceId,
    audioSource,
  }: Parameters<VoiceSdk['setInputDevicesAsync']>[0]) {
    const wanted = (audioSource as unknown as FakeTrack | undefined) ?? String(audioDeviceId);
    this.devices.push(wanted);
    // An empty id is ignored.
    if (wanted) await this.room?.switchMicrophone(wanted);
  }

  /** Reports the progress of the start. */
  emitProgress(stage: string, status: SdkProgress['status'], metadata?: SdkProgress['metadata']) {
    const timestamp = new Date().toISOString();
    this.emit('call-start-progress', { stage, status, timestamp, ...(metadata && { metadata }) });
  }

  async start(): Promise<SdkStartResult | null> {
    if (this.hasStarted) return null;
    this.hasStarted = true;
    try {
      this.emitProgress('web-call-creation', 'started');
      this.world.useTicket(this.ticket);
      const post = defer<SdkStartResult>();
      this.world.posts.push(post);
      const webCall = await post.promise;
      this.emitProgress('web-call-creation', 'completed', { callId: webCall.id });
      if (this.world.rooms.some(({ isDestroyed }) => !isDestroyed)) {
        throw new Error('Duplicate DailyIframe instances are not allowed');
      }
      this.room = new FakeRoom(this.world, this, this.source);
      this.emitProgress('daily-call-object-creation', 'completed');
      this.emitProgress('mobile-permissions', 'started');
      // The SDK waits too; the test owns the clock.
      // eslint-disable-next-line no-restricted-syntax
      if (this.world.isMobile) await new Promise((resolve) => setTimeout(resolve, 1_000));
      this.emitProgress('mobile-permissions', 'completed');
      this.emitProgress('daily-call-join', 'started');
      await this.room.join();
      this.emitProgress('daily-call-join', 'completed');
      this.emitProgress('audio-observer-setup', 'completed');
      return webCall;
    } catch (error) {
      this.emit('error', { type: 'start-method-error', phase: 'unknown', error });
      await this.cleanUp();
      return null;
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
