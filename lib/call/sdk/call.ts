import type { Vapi } from '@vapi-ai/server-sdk';
import type { EndReason } from '@/lib/analytics/events';
import type { WebCall } from '@/lib/api';
import { noDevices, watchDevices } from '@/lib/call/audio/browser';
import { createSilence, openMicrophone, type CallInput } from '@/lib/call/audio/microphone';
import { readEndedReason, type EndReading } from '@/lib/call/ended-reason';
import { CallError, type FailureKind } from '@/lib/call/failures';
import { createCall, reportEnd } from '@/lib/call/requests';
import { createStore } from '@/lib/call/store';
import type { CallConfig, CallEvent, CallPhase, InputKind, LiveFacts } from '@/lib/call/types';
import { AssistantSound } from './assistant-sound';
import { CallClock } from './call-clock';
import { RoomMicrophone } from './room-microphone';
import {
  getVendorText,
  listenToVoices,
  readCameraError,
  readJoinError,
  readSdkError,
} from './sdk-events';
import { leaveRoom, type SdkWebCall, type VoiceSdk, type VoiceSdkClass } from './voice-sdk';

export interface CallOptions {
  config: CallConfig;
  inputKind: InputKind;
  /** 0–1 */
  volume: number;
  runSdk(): VoiceSdkClass;
}

interface Circumstances {
  /** A vendor's text, for the console. */
  detail?: string | undefined;
  /** In a room that the SDK has closed, it cleans up by itself. */
  closedBy?: 'us' | 'sdk';
}

interface Room {
  sdk: VoiceSdk;
  sound: AssistantSound;
  microphone: RoomMicrophone;
}

/** One call, from the press on. After `released` its listener gets nothing more. */
export class Call {
  /** All widgets share it, so that one call follows the other: the SDK refuses a second room. */
  static whenRoomIsFree: Promise<unknown> = Promise.resolve();
  /** Nobody else knows it: it creates, ends and rates the call, once. Empty if there is none. */
  id = '';
  readonly devices = createStore(noDevices);
  private phase: CallPhase;
  private playback: LiveFacts['playback'] = 'playing';
  private readonly over = new AbortController();
  readonly change = (facts: Partial<LiveFacts>) => {
    // The assistant waits for the tap that lets the browser play sound.
    if (facts.playback && facts.playback !== this.playback) this.clock.extendAnswerDeadline();
    this.playback = facts.playback ?? this.playback;
    this.emit({ type: 'changed', facts });
  };
  private readonly clock = new CallClock(this.change);
  private input: CallInput | null = null;
  /** Null until it is joined, and once the call is over. */
  room: Room | null = null;
  private hasAnswered = false;
  private readonly whenRoomIsFree = Call.whenRoomIsFree;
  private release: () => void = () => undefined;
  readonly whenReleased = new Promise<void>((resolve) => (this.release = resolve));

  constructor(
    private readonly options: CallOptions,
    private readonly onEvent: (event: CallEvent) => void,
  ) {
    this.phase = options.inputKind === 'voice' ? 'microphone' : 'dialling';
    Call.whenRoomIsFree = Promise.all([this.whenRoomIsFree, this.whenReleased]);
  }

  /** Call it inside a press, once. Never rejects. */
  async start(): Promise<void> {
    try {
      await this.dial();
    } catch (error) {
      const kind = error instanceof CallError ? error.kind : 'start-failed';
      this.fail(kind, { detail: String(error) });
    }
  }

  /** Sends a typed message. Returns false when nobody is in the room to read it. */
  type(content: string): boolean {
    const message = { role: 'user', content } satisfies Vapi.OpenAiMessage;
    const isSent = this.send({ type: 'add-message', message, triggerResponseEnabled: true });
    if (isSent) this.onEvent({ type: 'typed', text: content });
    return isSent;
  }

  interrupt(message: string): void {
    const options = { interruptAssistantEnabled: true, interruptionsEnabled: true };
    this.send({ type: 'say', message, ...options });
  }

  private async dial(): Promise<void> {
    const { config, inputKind } = this.options;
    const loading = this.runSdk();
    // It is awaited once the visitor has answered the browser's question.
    loading.catch(() => undefined);
    this.input = inputKind === 'text' ? createSilence() : await openMicrophone();
    if (this.isOver) return this.input.close();
    const Sdk = await loading;
    if (this.isOver) return;
    this.phase = 'dialling';
    this.onEvent({ type: 'dialling' });
    this.clock.start(() => this.tick(), this.over.signal);
    // Not earlier: on insecure pages there is no `randomUUID`, and no microphone.
    this.id = crypto.randomUUID();
    const request = { id: this.id, assistantId: config.assistantId, link: config.link };
    const webCall = await createCall(request, this.over.signal);
    if (typeof webCall === 'string') {
      this.id = '';
      throw new CallError(webCall, 'refused by our server');
    }
    await this.whenRoomIsFree;
    if (!this.isOver) this.join(Sdk, webCall, this.input);
  }

  private async runSdk(): Promise<VoiceSdkClass> {
    // The browser paints its response to a press first.
    await new Promise((resolve) => setTimeout(resolve));
    try {
      return this.options.runSdk();
    } catch (error) {
      throw new CallError('init-failed', String(error));
    }
  }

  private join(Sdk: VoiceSdkClass, webCall: WebCall, input: CallInput): void {
    const { callMachineUrl } = this.options.config;
    const sdk = new Sdk(
      '',
      undefined,
      {
        // The SDK would otherwise run the call machine through eval, which our CSP forbids.
        avoidEval: true,
        ...(callMachineUrl ? { callObjectBundleUrlOverride: callMachineUrl } : {}),
      },
      input.kind === 'text' ? { audioSource: input.track } : {},
    );
    this.phase = 'joining';
    const sound = new AssistantSound(sdk, this.devices, this.change);
    sound.setVolume(this.options.volume);
    this.clock.listen(sdk);
    listenToVoices(sdk, input.kind, (event) => {
      if (event.type === 'call-ended') this.clock.noticeProviderEnd(event.endedReason);
      else this.emit(event);
    });
    this.listen(sdk);
    const joining = sdk.reconnect(webCall as SdkWebCall);
    joining.catch((error: unknown) =>
      this.fail(readJoinError(error), { detail: getVendorText(error), closedBy: 'sdk' }),
    );
    const room = sdk.getDailyCallObject();
    if (!room) return;
    const microphone = new RoomMicrophone(sdk, room, this.change, this.over.signal);
    this.room = { sdk, sound, microphone };
  }

  private listen(sdk: VoiceSdk): void {
    let isBareStart = false;
    sdk.on('call-start-success', () => {
      isBareStart = true;
      this.handleJoined();
    });
    sdk.on('call-start', () => {
      // The first one after joining is the SDK's own. Any other one, also an earlier one, says that
      // the assistant listens.
      if (isBareStart) isBareStart = false;
      else this.handleAnswer();
    });
    sdk.on('call-end', () => this.handleEnd('assistant', 'sdk'));
    sdk.on('error', (error) => this.handleError(error));
    sdk.on('camera-error', (error) => {
      if (this.input?.kind === 'voice' && this.phase !== 'live')
        this.fail(readCameraError(error), { detail: getVendorText(error) });
    });
  }

  private handleJoined(): void {
    if (this.isOver) return;
    this.phase = 'waiting';
    this.clock.endsAt = Date.now() + this.options.config.maxSeconds * 1000;
    // The SDK has opened its own.
    if (this.input?.kind === 'voice') this.input.close();
    this.room?.microphone.sync();
    if (this.hasAnswered) this.handleAnswer();
  }

  private handleAnswer(): void {
    this.hasAnswered = true;
    if (this.isOver || this.phase !== 'waiting') return;
    this.phase = 'live';
    this.clock.noticeAnswer();
    const { startedAt, endsAt } = this.clock;
    if (this.input?.kind === 'voice') this.room?.microphone.keepOpen();
    this.onEvent({ type: 'live', startedAt, endsAt });
    watchDevices(this.devices, this.over.signal);
  }

  private handleError(raw: unknown): void {
    if (this.isOver) return;
    const reading = readSdkError(raw, this.phase);
    switch (reading.effect) {
      case 'playback-blocked':
        return this.change({ playback: 'blocked' });
      case 'harmless':
        return this.room?.microphone.sync();
      case 'end':
        return this.handleEnd(reading.reason, 'sdk');
      case 'doubtful':
        if (this.isInRoom) return;
        break;
      case 'fatal':
        // A device that has slept for longer than the call finds its connection lost.
        if (this.clock.isPastTimeLimit) return this.handleEnd('time-limit', 'sdk');
    }
    this.fail(reading.kind, { detail: getVendorText(raw), closedBy: 'sdk' });
  }

  private handleEnd(fallback: EndReason, closedBy: 'us' | 'sdk'): void {
    const { endedReason: detail, isPastTimeLimit } = this.clock;
    const reading = readEndedReason(detail, isPastTimeLimit ? 'time-limit' : fallback);
    const tooSoon = this.phase === 'live' ? undefined : 'call-refused';
    this.end({ failure: tooSoon, ...reading }, { detail, closedBy });
  }

  private tick(): void {
    const now = Date.now();
    if (this.isInRoom) this.clock.noticeOthers(this.hasOthers);
    switch (this.clock.verdict(now)) {
      case 'no-answer':
        return this.fail('no-answer', { detail: 'nothing in time' });
      case 'over':
        return this.handleEnd('assistant', 'us');
      case 'lost':
        return this.fail('connection-lost', { detail: 'the page has slept, or no connection' });
      case null:
        this.clock.noticeConnection(now);
    }
  }

  private fail(failure: FailureKind, circumstances: Circumstances): void {
    this.end({ reason: 'failed', failure }, circumstances);
  }

  end(
    { reason, failure: kind }: EndReading,
    { detail = '', closedBy = 'us' }: Circumstances = {},
  ): void {
    if (this.isOver) return;
    this.over.abort();
    const { phase, clock, room } = this;
    this.room = null;
    this.input?.close();
    room?.microphone.stop();
    const now = Date.now();
    // The clock goes on while the device sleeps, but the call doesn't.
    const seconds = (Math.min(now, clock.findEnd(now)) - clock.startedAt) / 1000;
    const durationSeconds = Math.max(0, Math.round(seconds));
    const ended = phase === 'live' ? { durationSeconds, reason } : null;
    if (this.id) void reportEnd(this.id, ended);
    this.onEvent({ type: 'over', ended, failure: kind ? { kind, phase } : null, detail });
    void this.leave(room, closedBy);
  }

  private async leave(room: Room | null, closedBy: 'us' | 'sdk'): Promise<void> {
    if (room) {
      await leaveRoom(room.sdk, closedBy);
      room.microphone.stop();
      room.sound.remove();
    }
    this.onEvent({ type: 'released' });
    this.release();
  }

  private emit(event: CallEvent): void {
    if (!this.isOver) this.onEvent(event);
  }

  private send(message: Parameters<VoiceSdk['send']>[0]): boolean {
    const now = Date.now();
    if (this.phase !== 'live' || now >= this.clock.findEnd(now)) return false;
    if (!this.isInRoom || !this.hasOthers) return false;
    this.room?.sdk.send(message);
    return true;
  }

  private get isOver(): boolean {
    return this.over.signal.aborted;
  }

  private get isInRoom(): boolean {
    return this.room?.sdk.getDailyCallObject()?.meetingState() === 'joined-meeting';
  }

  private get hasOthers(): boolean {
    const participants = this.room?.sdk.getDailyCallObject()?.participants() ?? {};
    return Object.values(participants).some(({ local }) => !local);
  }
}
