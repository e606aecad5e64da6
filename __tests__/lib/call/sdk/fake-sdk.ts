import type { WebCall } from '@/lib/api';
import type { SdkEventName, SdkListener, SdkSentMessage, VoiceSdk } from '@/lib/call/sdk/voice-sdk';
import type { FakeTrack } from '../audio/fake-devices';
import { FakeRoom, type RoomWorld } from './fake-room';

type Listener = (payload: unknown) => void;

/** The world around an SDK. */
interface SdkWorld extends RoomWorld {
  readonly sdks: FakeSdk[];
  isMobile: boolean;
  refusedRooms: number;
}

export class FakeSdk implements VoiceSdk {
  volume: number | null = null;
  /** Of the tracks that the page has given it. */
  devices: string[] = [];
  private readonly listeners = new Map<string, Listener[]>();
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
