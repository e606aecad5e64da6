import type { SdkEvents, TypedMessage, VoiceSdk } from '@/lib/voice/voice-sdk';
import { FakeRoom } from './fake-room';
import { defer, type FakeTrack, type FakeWorld } from './fake-world';

type Listener = (payload: unknown) => void;

export class FakeSdk implements VoiceSdk {
  volume: number | null = null;
  devices: string[] = [];
  private readonly listeners = new Map<string, Listener[]>();
  private started = false;
  private room: FakeRoom | null = null;

  constructor(
    private readonly world: FakeWorld,
    private readonly ticket: string,
    private readonly source?: FakeTrack,
  ) {
    world.sdks.push(this);
  }

  on<Name extends keyof SdkEvents>(event: Name, listener: SdkEvents[Name]) {
    const before = this.listeners.get(event) ?? [];
    this.listeners.set(event, [...before, listener as Listener]);
  }

  emit<Name extends keyof SdkEvents>(event: Name, ...[payload]: Parameters<SdkEvents[Name]>) {
    for (const listener of this.listeners.get(event) ?? []) listener(payload);
  }

  getDailyCallObject() {
    return this.room;
  }
  send(message: TypedMessage) {
    this.room?.sendAppMessage(JSON.stringify(message));
  }
  setVolume(volume: number) {
    this.volume = volume;
  }
  async setInputDevicesAsync({ audioDeviceId }: { audioDeviceId: string }) {
    this.devices.push(audioDeviceId);
    await this.room?.switchMicrophone();
  }

  async start(): Promise<unknown> {
    if (this.started) return null;
    this.started = true;
    const progress = (
      stage: string,
      status: 'started' | 'completed',
      metadata: Record<string, unknown> = {},
    ) => this.emit('call-start-progress', { stage, status, metadata });
    try {
      progress('web-call-creation', 'started');
      this.world.useTicket(this.ticket);
      const post = defer<{ id: string; webCallUrl: string }>();
      this.world.posts.push(post);
      const webCall = await post.promise;
      progress('web-call-creation', 'completed', { callId: webCall.id });
      if (this.world.rooms.some(({ destroyed }) => !destroyed)) {
        throw new Error('Duplicate DailyIframe instances are not allowed');
      }
      this.room = new FakeRoom(this.world, this, this.source);
      progress('daily-call-object-creation', 'completed');
      progress('mobile-permissions', 'started');
      // The SDK waits too; the test owns the clock.
      // eslint-disable-next-line no-restricted-syntax
      if (this.world.mobile) await new Promise((resolve) => setTimeout(resolve, 1_000));
      progress('mobile-permissions', 'completed');
      progress('daily-call-join', 'started');
      await this.room.join();
      progress('daily-call-join', 'completed');
      progress('audio-observer-setup', 'completed');
      return webCall;
    } catch (error) {
      this.emit('error', { type: 'start-method-error', stage: 'unknown', error });
      await this.cleanUp();
      return null;
    }
  }

  stop(): Promise<void> {
    return this.cleanUp();
  }

  leftMeeting() {
    this.emit('call-end');
    void this.cleanUp();
  }

  private async cleanUp(): Promise<void> {
    this.started = false;
    if (!this.room) return;
    await this.room.destroy();
    this.room = null;
  }
}
