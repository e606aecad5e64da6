import type { Vapi } from '@vapi-ai/server-sdk';
import type { FailureKind } from '@/lib/content/call-copy';
import type { CallEvent, CallStage, EndReason } from '../state/call-events';
import type { CallInput } from '../media/call-input';
import { CallRoom } from './call-room';
import { LiveMicrophone } from '../media/live-microphone';
import { readCameraError, readEndedReason, readSdkError, vendorText } from './sdk-errors';
import { forwardSdkEvents } from './sdk-events';
import { readSdkMessage } from './sdk-messages';
import type { SdkProgress, VoiceSdk } from './voice-sdk';

/** A call that has not begun this long after dialling has failed. */
const answerTimeoutMs = 25_000;

const stageOfProgress: Record<string, CallStage> = {
  'daily-call-object-creation': 'joining',
  'mobile-permissions': 'joining',
  'daily-call-join': 'joining',
  'video-recording-setup': 'waiting',
  'audio-observer-setup': 'waiting',
  'audio-processing-setup': 'waiting',
};

/**
 * One call, from dialling until everything is released. It has an SDK instance of its own, so that a late event of one
 * call can never be taken for another's.
 */
export class CallAttempt {
  private stage: CallStage = 'dialling';
  private closed = false;
  private endedReason: string | undefined;
  private answerTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly room: CallRoom;
  private readonly microphone: LiveMicrophone;
  private id: string | null = null;
  /** Epoch ms. */
  private joinedAt: number | undefined;
  /** Settles after the event `released`. */
  readonly released: Promise<void>;
  private resolveReleased: () => void = () => undefined;
  /** Resolves when call creation has responded; after that no unknown call can exist. */
  private readonly answered: Promise<void>;
  private resolveAnswered: () => void = () => undefined;
  /** Settles when everything is released and nothing more can come. */
  readonly over: Promise<unknown>;

  /**
   * @param input the attempt closes it
   * @param maxSeconds how long the call may last once its room is joined
   */
  constructor(
    private readonly sdk: VoiceSdk,
    private readonly input: CallInput,
    private readonly maxSeconds: number,
    private readonly onEvent: (event: CallEvent) => void,
  ) {
    this.room = new CallRoom(sdk, input);
    this.microphone = new LiveMicrophone(sdk, this.room, (event) => this.emit(event));
    this.released = new Promise((resolve) => {
      this.resolveReleased = resolve;
    });
    this.answered = new Promise((resolve) => {
      this.resolveAnswered = resolve;
    });
    this.over = Promise.all([this.released, this.answered]);
    // Now, not when dialling: the SDK measures the microphone only for listeners it already has.
    this.listen();
  }

  /** The provider's name for this call; null until it has given one. */
  get callId(): string | null {
    return this.id;
  }

  /** @returns whether it dials: not once the call was cancelled */
  dial(assistantId: string): boolean {
    if (this.closed) return false;
    this.restartAnswerTimer();
    const answered = (answer: unknown) => {
      if (this.closed) void this.room.leave('us');
      else if (answer === null || answer === undefined) this.fail('start-failed', 'no answer');
    };
    const started = this.sdk.start(assistantId).then(answered, (error: unknown) => {
      const reading = readSdkError({ type: 'start-method-error', error }, this.stage);
      this.fail(reading.effect === 'fatal' ? reading.kind : 'start-failed', vendorText(error));
    });
    void started.then(this.resolveAnswered);
    return true;
  }

  /** Ends the call, or cancels it at any stage. */
  end(reason: EndReason): void {
    this.close({ type: 'ended', reason }, 'us');
  }

  /**
   * Gives the assistant typed words, to answer at once.
   *
   * @returns whether they were sent: only in a live call, since the SDK loses them without a word where there is no room
   */
  type(content: string): boolean {
    if (this.closed || this.stage !== 'live' || !this.room.isJoined()) return false;
    const message = { role: 'user', content } satisfies Vapi.OpenAiMessage;
    this.sdk.send({ type: 'add-message', message, triggerResponseEnabled: true });
    return true;
  }

  setMuted(muted: boolean): void {
    if (!this.closed) this.room.microphone.setMuted(muted);
  }

  /** @param volume 0–1 */
  setVolume(volume: number): void {
    if (!this.closed) this.room.sound.setVolume(volume);
  }

  /** Does nothing before the call is live, nor in a call without a microphone. */
  async chooseMicrophone(deviceId: string): Promise<void> {
    if (this.hasMicrophone()) await this.microphone.choose(deviceId);
  }

  /** Reopens the microphone that the device has paused. Call it inside a press. */
  async reopenMicrophone(): Promise<void> {
    if (this.hasMicrophone()) await this.microphone.reopen();
  }

  /** The id of the device in use, where it is known. */
  get microphoneInUse(): string | undefined {
    return this.room.microphone.track?.getSettings().deviceId;
  }

  private hasMicrophone(): boolean {
    return !this.closed && this.stage === 'live' && this.input.kind === 'voice';
  }

  /** Plays the sound that the browser has blocked. Call it inside a tap. */
  async unblockPlayback(): Promise<void> {
    const playing = await this.room.sound.unblock();
    if (!playing || this.closed) return;
    this.onEvent({ type: 'playback', playback: 'playing' });
    if (this.stage !== 'live') this.restartAnswerTimer();
  }

  private restartAnswerTimer(): void {
    clearTimeout(this.answerTimer);
    this.answerTimer = setTimeout(
      () => this.fail('no-answer', `nothing after ${answerTimeoutMs} ms`, 'us'),
      answerTimeoutMs,
    );
  }

  private fail(kind: FailureKind, detail: string, endedBy: 'us' | 'sdk' = 'sdk'): void {
    const failure = { kind, stage: this.stage };
    this.close({ type: 'failed', failure, detail, callId: this.callId }, endedBy);
  }

  private close(event: CallEvent, endedBy: 'us' | 'sdk'): void {
    if (this.closed) return;
    this.closed = true;
    clearTimeout(this.answerTimer);
    this.microphone.stop();
    const left = this.room.leave(endedBy);
    this.onEvent(event);
    const release = () => {
      this.onEvent({ type: 'released' });
      this.resolveReleased();
    };
    // Without a room there is nothing to wait for.
    if (this.sdk.getDailyCallObject() === null) release();
    else void left.then(release);
  }

  private emit(event: CallEvent): void {
    if (!this.closed) this.onEvent(event);
  }

  private listen(): void {
    const { sdk } = this;
    forwardSdkEvents(sdk, this.input.kind, (event) => this.emit(event));
    sdk.on('call-start-progress', (progress) => this.handleProgress(progress));
    sdk.on('call-start', () => this.handleStart());
    sdk.on('call-end', () => this.handleEnd());
    sdk.on('error', (error) => this.handleError(error));
    sdk.on('camera-error', (error) => {
      if (this.input.kind === 'text') return;
      if (this.closed) return;
      if (this.stage === 'live') this.microphone.handleError();
      else this.fail(readCameraError(error), vendorText(error), 'us');
    });
    sdk.on('message', (raw) => {
      const message = readSdkMessage(raw);
      if (message?.type === 'call-ended') this.endedReason = message.endedReason;
      else if (message) this.emit(message);
    });
    sdk.on('daily-participant-updated', () => {
      // A microphone that was being opened at the end of the call may show only now.
      if (this.closed) this.room.microphone.stop();
      else this.room.microphone.sync();
    });
  }

  private handleProgress({ stage, status, metadata }: SdkProgress): void {
    if (stage === 'web-call-creation' && status === 'completed') {
      const id = metadata?.callId;
      this.id = typeof id === 'string' && id !== 'unknown' ? id : null;
      this.resolveAnswered();
    }
    // Until the room is joined, only an exception makes the SDK give up.
    if (this.closed) throw new Error('The call was cancelled.');
    if (this.stage === 'live') return;
    this.stage = stageOfProgress[stage] ?? this.stage;
    this.room.microphone.sync();
    if (stage === 'daily-call-join' && status === 'completed') {
      this.stage = 'waiting';
      this.joinedAt = Date.now();
      this.room.microphone.closePermissionStream();
    }
  }

  private handleStart(): void {
    if (this.closed) {
      void this.room.leave('us');
      return;
    }
    if (this.stage === 'live' || !this.room.isJoined()) return;
    this.stage = 'live';
    clearTimeout(this.answerTimer);
    this.room.microphone.closePermissionStream();
    this.room.microphone.sync();
    const endsAt = (this.joinedAt ?? Date.now()) + this.maxSeconds * 1000;
    this.onEvent({ type: 'live', callId: this.callId, endsAt });
    if (this.hasMicrophone()) this.microphone.watch();
  }

  /** @param fallback why the call ended, where the provider does not say */
  private handleEnd(fallback: EndReason = 'assistant'): void {
    const reading = readEndedReason(this.endedReason);
    if (!reading.ok) this.fail(reading.kind, this.endedReason ?? '');
    else if (this.stage !== 'live') this.fail('call-refused', 'closed before the call began');
    else {
      const reason = this.endedReason === undefined ? fallback : reading.reason;
      this.close({ type: 'ended', reason }, 'sdk');
    }
  }

  private handleError(raw: unknown): void {
    if (this.closed) return;
    const reading = readSdkError(raw, this.stage);
    switch (reading.effect) {
      case 'playback-blocked':
        this.onEvent({ type: 'playback', playback: 'blocked' });
        if (this.stage !== 'live') this.restartAnswerTimer();
        return;
      case 'harmless':
        this.room.microphone.sync();
        return;
      case 'end':
        this.handleEnd(reading.reason);
        return;
      case 'doubtful':
        if (!this.room.isJoined()) this.fail(reading.kind, vendorText(raw));
        return;
      case 'fatal':
        this.fail(reading.kind, vendorText(raw));
    }
  }
}
