import type { Vapi } from '@vapi-ai/server-sdk';
import type { EndReason } from '@/lib/analytics/events';
import type { FailureKind } from '@/lib/call/failures';
import type { CallEvent, CallPhase } from '@/lib/call/types';
import type { CallInput } from '@/lib/call/audio/call-input';
import { CallRoom } from './call-room';
import { ConnectionWatch } from './connection-watch';
import { LiveDevices } from './live-devices';
import { LiveMicrophone } from './live-microphone';
import { Loudspeaker } from './loudspeaker';
import { checkRepeatedly, EndDetector } from './end-detector';
import {
  readCameraError,
  readEndedReason,
  readSdkError,
  readStartError,
  getVendorText,
} from './sdk-errors';
import { forwardSdkEvents } from './sdk-events';
import { readSdkProgress } from './sdk-messages';
import type { SdkProgress, VoiceSdk } from './voice-sdk';

const ANSWER_TIMEOUT_MS = 25_000;

function createSignal() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

interface End {
  closedBy: 'us' | 'sdk';
  /** Epoch ms, now if absent. */
  endedAt?: number | undefined;
}

/** One instance of the SDK and its call, so that late events of an earlier call cannot reach it. */
export class SdkCall {
  private phase: CallPhase = 'dialling';
  /** When to give up waiting for the assistant (epoch ms). */
  private answerDeadline = Infinity;
  private readonly endDetector = new EndDetector();
  private readonly connection: ConnectionWatch;
  private stopChecking: () => void = () => undefined;
  private readonly room: CallRoom;
  private readonly liveMicrophone: LiveMicrophone;
  private readonly loudspeaker: Loudspeaker;
  readonly devices = new LiveDevices();
  callId: string | null = null;
  // A call is over in three steps. `created` may come before or after the first two.
  /** 1. The visitor is told that it ended or failed; the room is being left. */
  private isClosed = false;
  /** 2. Room and microphone are free, so that the next call may dial. */
  private readonly released = createSignal();
  readonly whenReleased = this.released.promise;
  /** Call creation has responded; after that no unknown call can exist. */
  private readonly created = createSignal();
  /** 3. It is released and created, so that the server may free its slot. */
  readonly whenOver = Promise.all([this.released.promise, this.created.promise]);

  /** @param maxSeconds counts from joining the room */
  constructor(
    private readonly sdk: VoiceSdk,
    private readonly input: CallInput,
    private readonly maxSeconds: number,
    private readonly onEvent: (event: CallEvent) => void,
  ) {
    this.room = new CallRoom(sdk, input);
    this.liveMicrophone = new LiveMicrophone(sdk, this.room, (event) => this.emit(event));
    this.connection = new ConnectionWatch(sdk, (event) => this.emit(event));
    const { sound } = this.room;
    this.loudspeaker = new Loudspeaker(sound, this.devices, (event) => this.emit(event));
    // Before dialling, because the SDK measures the microphone only if it already has a listener.
    this.listen();
  }

  /** Returns false if the call was canceled before. */
  dial(assistantId: string): boolean {
    if (this.isClosed) return false;
    this.extendAnswerDeadline();
    this.stopChecking = checkRepeatedly(() => this.checkForEnd());
    const handleStarted = (call: unknown) => {
      if (this.isClosed) void this.room.leave('us');
      else if (call === null || call === undefined) this.fail('start-failed', 'no answer');
    };
    const handleError = (error: unknown) => this.fail(readStartError(error), getVendorText(error));
    const started = this.sdk.start(assistantId).then(handleStarted, handleError);
    void started.then(this.created.resolve);
    return true;
  }

  end(reason: EndReason): void {
    this.close({ type: 'ended', reason }, { closedBy: 'us' });
  }

  /** Sends a typed message. Returns false without a live room, where the SDK would drop it. */
  type(content: string): boolean {
    if (!this.canSend) return false;
    const message = { role: 'user', content } satisfies Vapi.OpenAiMessage;
    this.sdk.send({ type: 'add-message', message, triggerResponseEnabled: true });
    this.onEvent({ type: 'typed', text: content });
    return true;
  }

  interrupt(words: string): void {
    if (!this.canSend) return;
    const options = { interruptAssistantEnabled: true, interruptionsEnabled: true };
    this.sdk.send({ type: 'say', message: words, ...options });
  }

  setTyping(active: boolean): void {
    this.emit({ type: 'typing', active });
  }

  setMuted(muted: boolean): void {
    if (this.isClosed) return;
    this.room.localAudio.setMuted(muted);
    this.onEvent({ type: 'muted', muted });
  }

  setVolume(volume: number): void {
    if (!this.isClosed) this.room.sound.setVolume(volume);
  }

  async chooseLoudspeaker(deviceId: string): Promise<void> {
    if (!this.isClosed) await this.loudspeaker.choose(deviceId);
  }

  get microphone(): LiveMicrophone | null {
    const isInUse = !this.isClosed && this.phase === 'live' && this.input.kind === 'voice';
    return isInUse ? this.liveMicrophone : null;
  }

  /** Call it inside a tap. */
  async unblockPlayback(): Promise<void> {
    const isPlaying = await this.room.sound.unblock();
    if (!isPlaying || this.isClosed) return;
    void this.loudspeaker.reapply();
    this.onEvent({ type: 'playback', playback: 'playing' });
    this.extendAnswerDeadline();
  }

  private get canSend(): boolean {
    return !this.isClosed && this.phase === 'live' && this.room.isJoined();
  }

  private extendAnswerDeadline(): void {
    this.answerDeadline = Date.now() + ANSWER_TIMEOUT_MS;
  }

  private checkForEnd(): void {
    if (this.phase !== 'live' && Date.now() >= this.answerDeadline)
      return this.fail('no-answer', `nothing after ${ANSWER_TIMEOUT_MS} ms`, { closedBy: 'us' });
    if (this.room.isJoined()) this.endDetector.noticeRoom(this.room.hasOthers());
    const { overSince: endedAt } = this.endDetector;
    if (endedAt !== null) return this.handleEnd('assistant', { closedBy: 'us', endedAt });
    this.connection.check();
    if (this.phase === 'live' && this.connection.lostAt !== undefined)
      this.fail('connection-lost', 'the page has slept, or no connection', { closedBy: 'us' });
  }

  private fail(kind: FailureKind, detail: string, end: End = { closedBy: 'sdk' }): void {
    const failure = { kind, phase: this.phase };
    // The SDK may notice first what happened while the page slept.
    this.connection.check();
    const { lostAt: endedAt } = this.connection;
    this.close({ type: 'failed', failure, detail, callId: this.callId }, { endedAt, ...end });
  }

  private close(
    event: Extract<CallEvent, { type: 'ended' | 'failed' }>,
    { closedBy, endedAt }: End,
  ): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.stopChecking();
    this.connection.stop();
    this.liveMicrophone.stop();
    this.devices.stop();
    const leaving = this.room.leave(closedBy);
    this.onEvent({ ...event, endedAt });
    const release = () => {
      this.onEvent({ type: 'released' });
      this.released.resolve();
    };
    if (this.sdk.getDailyCallObject() === null) release();
    else void leaving.then(release);
  }

  private emit(event: CallEvent): void {
    if (!this.isClosed) this.onEvent(event);
  }

  private listen(): void {
    const { sdk } = this;
    const noticeEnd = (reason?: string) => this.endDetector.noticeProviderEnd(reason);
    forwardSdkEvents(sdk, this.input.kind, (event) => this.emit(event), noticeEnd);
    sdk.on('call-start-progress', (progress) => this.handleProgress(progress));
    sdk.on('call-start', () => this.handleStart());
    sdk.on('call-end', () => this.handleEnd());
    sdk.on('error', (error) => this.handleError(error));
    sdk.on('camera-error', (error) => {
      if (this.input.kind === 'text') return;
      if (this.microphone) this.microphone.handleError();
      else this.fail(readCameraError(error), getVendorText(error), { closedBy: 'us' });
    });
    sdk.on('audio', () => void this.loudspeaker.reapply());
    sdk.on('daily-participant-updated', () => {
      // A microphone that was opening at the end of the call may appear only now.
      if (this.isClosed) this.room.localAudio.stop();
      else this.room.localAudio.sync();
    });
  }

  private handleProgress(raw: SdkProgress): void {
    const { isCreated, callId, isJoined, phase = this.phase } = readSdkProgress(raw);
    if (isCreated) {
      this.callId = callId;
      this.created.resolve();
    }
    // Before the room is joined, only an exception makes the SDK give up.
    if (this.isClosed) throw new Error('The call was canceled.');
    if (this.phase === 'live') return;
    this.phase = phase;
    this.room.localAudio.sync();
    if (!isJoined) return;
    this.endDetector.endsAt = Date.now() + this.maxSeconds * 1000;
    this.room.localAudio.closePermissionStream();
  }

  private handleStart(): void {
    if (this.isClosed) {
      void this.room.leave('us');
      return;
    }
    if (this.phase === 'live' || !this.room.isJoined()) return;
    this.phase = 'live';
    this.room.localAudio.closePermissionStream();
    this.room.localAudio.sync();
    const { endDetector } = this;
    // The assistant has sent the message that starts the call.
    endDetector.noticeRoom(true);
    // The SDK may have reported no join.
    endDetector.endsAt = Math.min(endDetector.endsAt, Date.now() + this.maxSeconds * 1000);
    this.onEvent({ type: 'live', callId: this.callId, endsAt: endDetector.endsAt });
    this.microphone?.watch();
    this.devices.watch();
  }

  private handleEnd(fallback: EndReason = 'assistant', end: End = { closedBy: 'sdk' }): void {
    const { endedReason, isPastTimeLimit } = this.endDetector;
    const reading = readEndedReason(endedReason, isPastTimeLimit ? 'time-limit' : fallback);
    if (!reading.ok) this.fail(reading.kind, endedReason ?? '', end);
    else if (this.phase !== 'live') this.fail('call-refused', 'closed before the call began', end);
    else this.close({ type: 'ended', reason: reading.reason }, end);
  }

  private handleError(raw: unknown): void {
    if (this.isClosed) return;
    const reading = readSdkError(raw, this.phase);
    switch (reading.effect) {
      case 'playback-blocked':
        this.onEvent({ type: 'playback', playback: 'blocked' });
        this.extendAnswerDeadline();
        return;
      case 'harmless':
        this.room.localAudio.sync();
        return;
      case 'end':
        this.handleEnd(reading.reason);
        return;
      case 'doubtful':
        if (!this.room.isJoined()) this.fail(reading.kind, getVendorText(raw));
        return;
      case 'fatal':
        // A device that has slept for longer than the call finds its connection lost.
        if (this.phase === 'live' && this.endDetector.isPastTimeLimit) this.handleEnd();
        else this.fail(reading.kind, getVendorText(raw));
    }
  }
}
