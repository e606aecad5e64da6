import {
  readCameraError,
  readEndedReason,
  readSdkError,
  vendorText,
  type CallFailure,
  type CallStage,
  type EndReason,
  type FailureKind,
} from './call-errors';
import { CallRoom } from './call-room';
import { readSdkMessage, type Speaker } from './sdk-messages';
import type { SdkProgress, VoiceSdk } from './voice-sdk';

/** A call that has not begun so long after dialling is given up. */
const answerTimeoutMs = 25_000;

/** What happens during one attempt. At most one of `ending` and `failing`, then nothing but `released`. */
export type AttemptEvent =
  | { type: 'live'; callId: string | null }
  | { type: 'ending'; reason: EndReason }
  | { type: 'failing'; failure: CallFailure; detail: string; callId: string | null }
  | { type: 'released' }
  | { type: 'assistant-speaks'; speaking: boolean }
  | { type: 'transcript'; who: Speaker; final: boolean; text: string }
  | { type: 'connection'; connection: 'steady' | 'interrupted' }
  | { type: 'playback'; playback: 'playing' | 'blocked' }
  | { type: 'level'; who: Speaker; level: number }
  | { type: 'meter-failed' }
  | { type: 'microphone-lost' };

const stageOfProgress: Record<string, CallStage> = {
  'daily-call-object-creation': 'joining',
  'mobile-permissions': 'joining',
  'daily-call-join': 'joining',
  'video-recording-setup': 'waiting',
  'audio-observer-setup': 'waiting',
  'audio-processing-setup': 'waiting',
};

/**
 * One press on Start, from dialling to the last freed track. It owns its SDK instance, so nothing
 * an instance says late can be taken for another attempt's.
 */
export class CallAttempt {
  private stage: CallStage = 'dialling';
  private closed = false;
  private callId: string | null = null;
  private endedReason: string | undefined;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private readonly interrupted = new Set<unknown>();
  private readonly room: CallRoom;
  /** Settles when nothing of this attempt is left. */
  readonly released: Promise<void>;
  private markReleased: () => void = () => undefined;

  constructor(
    private readonly sdk: VoiceSdk,
    precheck: MediaStream,
    private readonly emit: (event: AttemptEvent) => void,
  ) {
    this.room = new CallRoom(sdk, precheck);
    this.released = new Promise((resolve) => {
      this.markReleased = resolve;
    });
    this.listen();
  }

  /** Dials. Listeners are attached already: the microphone meter only runs for those present now. */
  dial(assistantId: string): void {
    if (this.closed) return;
    this.armWatchdog();
    const settled = (answer: unknown) => {
      if (this.closed) void this.room.leave('us');
      else if (answer === null || answer === undefined) this.fail('start-failed', 'no answer');
    };
    this.sdk.start(assistantId).then(settled, (error: unknown) => {
      const reading = readSdkError({ type: 'start-method-error', error }, this.stage);
      // Stryker disable next-line ConditionalExpression,StringLiteral: for the types, since this reading is always fatal
      this.fail(reading.effect === 'fatal' ? reading.kind : 'start-failed', vendorText(error));
    });
  }

  /** Ends the call, or cancels it at whatever stage it is. */
  end(reason: EndReason): void {
    this.close({ type: 'ending', reason }, 'us');
  }

  setMuted(muted: boolean): void {
    if (!this.closed) this.room.setMuted(muted);
  }

  setVolume(volume: number): void {
    if (!this.closed) this.room.setVolume(volume);
  }

  async useMicrophone(audioDeviceId: string): Promise<void> {
    if (this.closed || !this.sdk.getDailyCallObject()) return;
    await this.sdk.setInputDevicesAsync({ audioDeviceId });
    if (this.closed) void this.room.leave('us');
    else this.room.sync();
  }

  /** Starts held-back sound; call it inside a tap. */
  async hear(): Promise<void> {
    const heard = await this.room.hear();
    if (!heard || this.closed) return;
    this.emit({ type: 'playback', playback: 'playing' });
    if (this.stage !== 'live') this.armWatchdog();
  }

  private armWatchdog(): void {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => {
      this.close(this.failure('no-answer', `nothing after ${answerTimeoutMs} ms`), 'us');
    }, answerTimeoutMs);
  }

  private failure(kind: FailureKind, detail: string): AttemptEvent {
    const failure = { kind, stage: this.stage };
    return { type: 'failing', failure, detail, callId: this.callId };
  }

  private fail(kind: FailureKind, detail: string): void {
    this.close(this.failure(kind, detail), 'sdk');
  }

  private close(event: AttemptEvent, by: 'us' | 'sdk'): void {
    if (this.closed) return;
    this.closed = true;
    clearTimeout(this.watchdog);
    const free = this.room.leave(by);
    this.emit(event);
    const released = () => {
      this.emit({ type: 'released' });
      this.markReleased();
    };
    // Before there is a room there is nothing to wait for.
    if (this.sdk.getDailyCallObject() === null) released();
    else void free.then(released);
  }

  private listen(): void {
    const { sdk } = this;
    sdk.on('call-start-progress', (progress) => this.progress(progress));
    sdk.on('call-start', () => this.live());
    sdk.on('call-end', () => this.remoteEnd());
    sdk.on('error', (error) => this.error(error));
    sdk.on('camera-error', (error) => {
      if (this.stage === 'live') this.tell({ type: 'microphone-lost' });
      else this.close(this.failure(readCameraError(error), vendorText(error)), 'us');
    });
    sdk.on('message', (message) => this.message(message));
    sdk.on('daily-participant-updated', () => {
      if (!this.closed) this.room.sync();
    });
    sdk.on('network-connection', (event) => this.network(event));
    sdk.on('speech-start', () => this.tell({ type: 'assistant-speaks', speaking: true }));
    sdk.on('speech-end', () => this.tell({ type: 'assistant-speaks', speaking: false }));
    sdk.on('volume-level', (level) => this.tell({ type: 'level', who: 'assistant', level }));
    sdk.on('local-volume-level', (level) => this.tell({ type: 'level', who: 'visitor', level }));
    sdk.on('local-audio-level-observer-error', () => this.tell({ type: 'meter-failed' }));
  }

  private tell(event: AttemptEvent): void {
    if (!this.closed) this.emit(event);
  }

  private progress({ stage, status, metadata }: SdkProgress): void {
    // Throwing here is the SDK's only clean way out while it waits for the room: nothing is joined.
    if (this.closed) throw new Error('The call was cancelled.');
    if (stage === 'web-call-creation' && status === 'completed') {
      const id = metadata?.callId;
      this.callId = typeof id === 'string' && id !== 'unknown' ? id : null;
    }
    if (this.stage === 'live') return;
    this.stage = stageOfProgress[stage] ?? this.stage;
    this.room.sync();
    if (stage === 'daily-call-join' && status === 'completed') {
      this.stage = 'waiting';
      this.room.closePrecheck();
    }
  }

  private live(): void {
    if (this.closed) {
      void this.room.leave('us');
      return;
    }
    if (this.stage === 'live' || !this.room.isJoined()) return;
    this.stage = 'live';
    clearTimeout(this.watchdog);
    this.room.closePrecheck();
    this.room.sync();
    this.emit({ type: 'live', callId: this.callId });
  }

  private message(raw: unknown): void {
    const message = readSdkMessage(raw);
    if (message?.type === 'ended') this.endedReason = message.endedReason;
    else if (message) this.tell(message);
  }

  /** Signalling and media connections come and go separately; one of them missing is enough. */
  private network(raw: unknown): void {
    const { type, event } = (raw ?? {}) as { type?: unknown; event?: unknown };
    if (event === 'interrupted') this.interrupted.add(type);
    else this.interrupted.delete(type);
    const connection = this.interrupted.size > 0 ? 'interrupted' : 'steady';
    this.tell({ type: 'connection', connection });
  }

  private remoteEnd(unexplained: EndReason = 'assistant'): void {
    const reading = readEndedReason(this.endedReason);
    // Stryker disable next-line StringLiteral: for the types, since no reason at all is read as a normal end
    if (!reading.ok) this.fail(reading.kind, this.endedReason ?? '');
    else if (this.stage !== 'live') this.fail('call-refused', 'closed before the call began');
    else {
      const reason = this.endedReason === undefined ? unexplained : reading.reason;
      this.close({ type: 'ending', reason }, 'sdk');
    }
  }

  private error(raw: unknown): void {
    if (this.closed) return;
    const reading = readSdkError(raw, this.stage);
    switch (reading.effect) {
      case 'playback-blocked':
        this.emit({ type: 'playback', playback: 'blocked' });
        if (this.stage !== 'live') this.armWatchdog();
        return;
      case 'harmless':
        this.room.sync();
        return;
      case 'end':
        // The status update with the provider's own reason may have come first.
        this.remoteEnd(reading.reason);
        return;
      case 'doubtful':
        if (!this.room.isJoined()) this.fail(reading.kind, vendorText(raw));
        return;
      case 'fatal':
        this.fail(reading.kind, vendorText(raw));
    }
  }
}
