import { countEvent } from '@/lib/analytics/count';
import type { EndReason } from '@/lib/analytics/events';
import { watchMicrophonePermission } from '@/lib/call/audio/microphone';
import type { VoiceRecord } from '@/lib/call/audio/voice-record';
import { countCallEnd, countLiveCall, reportFailure, reportOutcome } from '@/lib/call/reports';
import type { SdkCall } from '@/lib/call/sdk/sdk-call';
import { createStore, type Store } from '@/lib/call/store';
import { initialTranscript, type Transcript } from '@/lib/call/transcript/transcript';
import type { CallConfig, CallEvent, CallFailure, EndedCall, InputKind } from '@/lib/call/types';
import type { Language } from '@/lib/language';
import { CallAttempt } from './call-attempt';
import { setUpCalls, type CallSetup } from './call-setup';
import { initialCallState, reduceCall, type CallAction, type CallState } from './call-state';
import type { VoiceClient } from './voice-client';

export const MAX_TYPED_LENGTH = 500;

/**
 * A press on Start before the widget is ready expires, so that no call starts unexpectedly. Its age
 * is read from `Date`: timers and `performance.now()` may stop while a phone is locked.
 */
const EARLY_START_LIFETIME_MS = 20_000;

/** A slow network may need most of it. */
const SETUP_TIMEOUT_MS = 60_000;

export interface SessionPage {
  /** The server's default assistant when absent. */
  assistantId?: string | undefined;
  language: Language;
  beforeStart?: (() => void) | undefined;
}

/** The calls of one widget, outside React, so that fast values are read without rendering. */
export class CallSession {
  readonly state: Store<CallState> = createStore<CallState>(initialCallState);
  readonly transcript: Store<Transcript> = createStore(initialTranscript);
  /** 0–1, updated ten times a second. */
  readonly levels = { assistant: 0, visitor: 0 };
  record: VoiceRecord = [];
  /** Kept for the next call. `volume`: 0–1; an empty id is the browser's default. */
  readonly sound = {
    volume: 1,
    microphoneId: createStore(''),
    loudspeakerId: createStore(''),
  };
  readonly typing = createStore(false);
  private page: SessionPage = { language: 'en' };
  private config: CallConfig | null = null;
  /** Null also if the session has ended meanwhile. */
  private pendingSetup: Promise<CallSetup> | null = null;
  private setupTimer: ReturnType<typeof setTimeout> | undefined;
  private performEarlyStart: () => void = () => undefined;
  private earlyStartTimer: ReturnType<typeof setTimeout> | undefined;
  private attemptCount = 0;
  private currentAttempt: CallAttempt | null = null;
  /** Of the last live call, which may be over. */
  private lastTicket: string | null = null;
  private stopWatchingPermission: () => void = () => undefined;

  constructor(private readonly client: VoiceClient) {}

  configure(page: SessionPage): void {
    this.page = page;
  }

  get language(): Language {
    return this.page.language;
  }

  /** From dialling until its room is left. */
  get call(): SdkCall | null {
    return this.currentAttempt?.call ?? null;
  }

  /** 0 until the set-up is done. */
  get maxSeconds(): number {
    return this.config?.maxSeconds ?? 0;
  }

  mount(): () => void {
    const leavePage = () => this.leavePage();
    window.addEventListener('pagehide', leavePage);
    const { startPressedAt } = window;
    window.startPressedAt = undefined;
    if (startPressedAt !== undefined) this.start('voice', startPressedAt);
    return () => {
      this.pendingSetup = null;
      clearTimeout(this.setupTimer);
      window.removeEventListener('pagehide', leavePage);
      this.leavePage();
      this.stopWatchingPermission();
    };
  }

  /** Asks our server whether calls are allowed and fetches the SDK, once. Never rejects. */
  async setUp(): Promise<void> {
    if (this.pendingSetup || this.state.get().status !== 'initialising') return;
    const pendingSetup = setUpCalls(this.client, () => this.page.assistantId ?? null);
    this.pendingSetup = pendingSetup;
    const timedOut = new Promise<CallSetup>((resolve) => {
      const failure = { ok: false, kind: 'init-failed', detail: 'the set-up hangs' } as const;
      this.setupTimer = setTimeout(() => resolve(failure), SETUP_TIMEOUT_MS);
    });
    const setup = await Promise.race([pendingSetup, timedOut]);
    if (pendingSetup !== this.pendingSetup) return;
    this.pendingSetup = null;
    clearTimeout(this.setupTimer);
    const state = this.state.get();
    if (setup.ok) {
      this.config = setup.config;
      this.dispatch({ type: 'ready' });
      if (state.status === 'initialising' && state.startRequested) this.performEarlyStart();
      return;
    }
    const failure = { kind: setup.kind, phase: 'setup' } as const;
    this.dispatch({ type: 'unusable', failure });
    this.report(failure, setup.detail, null);
  }

  /** Runs the SDK, so that the next call starts sooner. Never rejects. */
  async runSdk(): Promise<void> {
    // A failure is shown when a call is started.
    await this.client.run().catch(() => undefined);
  }

  reload(): void {
    if (this.state.get().status !== 'unusable') return;
    this.dispatch({ type: 'reload' });
    void this.setUp();
  }

  /** Call it inside a press, or with the time of an earlier one, which may have expired. */
  start(inputKind: InputKind = 'voice', pressedAt = Date.now()): void {
    const { status } = this.state.get();
    if (status !== 'initialising' && status !== 'idle') return;
    clearTimeout(this.earlyStartTimer);
    const timeLeft = pressedAt + EARLY_START_LIFETIME_MS - Date.now();
    if (timeLeft <= 0) return this.withdrawStart();
    this.page.beforeStart?.();
    countEvent('start_pressed');
    if (status === 'idle') return this.startAttempt(inputKind, pressedAt);
    this.performEarlyStart = () => this.start(inputKind, pressedAt);
    this.dispatch({ type: 'start-requested', isRequested: true });
    this.earlyStartTimer = setTimeout(() => this.expireStart(), timeLeft);
    void this.setUp();
  }

  private startAttempt(inputKind: InputKind, pressedAt: number): void {
    const attempt = ++this.attemptCount;
    this.stopWatchingPermission();
    this.transcript.set(initialTranscript);
    this.record = [];
    this.typing.set(false);
    this.dispatch({ type: 'start', attempt, input: inputKind });
    const onEvent = (event: CallEvent) => {
      if (event.type === 'live') countLiveCall(pressedAt);
      this.handleEvent(attempt, event);
    };
    this.currentAttempt = new CallAttempt(this.client, this, onEvent);
    void this.currentAttempt.start(this.config, this.page.assistantId, inputKind);
  }

  end(reason?: EndReason): void {
    this.currentAttempt?.end(reason ?? 'visitor');
  }

  /** Returns false if it cannot be sent now. */
  type(text: string): boolean {
    const message = text.trim();
    const state = this.state.get();
    if (state.status !== 'live' || state.connection !== 'steady') return false;
    if (message === '' || message.length > MAX_TYPED_LENGTH) return false;
    return this.call?.type(message) ?? false;
  }

  /** Counts the visitor's rating of the last call; a prospect's is stored with the call. */
  rate(rating: 1 | 2 | 3 | 4 | 5): void {
    countEvent('call_rated', `${rating}`);
    this.reportOutcome({ rating });
  }

  toggleMute(): void {
    const state = this.state.get();
    if (state.status === 'live') this.call?.setMuted(!state.muted);
  }

  /** @param volume 0–1 */
  setVolume(volume: number): void {
    this.sound.volume = volume;
    this.call?.setVolume(volume);
  }

  async chooseMicrophone(deviceId: string): Promise<void> {
    this.sound.microphoneId.set(deviceId);
    await this.call?.microphone?.choose(deviceId);
  }

  async chooseLoudspeaker(deviceId: string): Promise<void> {
    this.sound.loudspeakerId.set(deviceId);
    await this.call?.chooseLoudspeaker(deviceId);
  }

  private dispatch(action: CallAction): void {
    this.state.set(reduceCall(this.state.get(), action));
  }

  private withdrawStart(): void {
    clearTimeout(this.earlyStartTimer);
    this.dispatch({ type: 'start-requested', isRequested: false });
  }

  private expireStart(): void {
    this.withdrawStart();
    this.dispatch({ type: 'unusable', failure: { kind: 'init-failed', phase: 'setup' } });
  }

  private leavePage(): void {
    this.withdrawStart();
    this.end('left-page');
  }

  private handleEvent(attempt: number, event: CallEvent): void {
    const { microphoneId, loudspeakerId } = this.sound;
    if (event.type === 'microphone' && event.microphone !== 'open') microphoneId.set('');
    if (event.type === 'loudspeaker' && event.replaced) loudspeakerId.set('');
    if (event.type === 'typing') this.typing.set(event.active);
    if (event.type === 'released') this.currentAttempt = null;
    this.dispatch({ ...event, attempt, at: Date.now() });
    const state = this.state.get();
    switch (event.type) {
      case 'live':
        this.lastTicket = this.currentAttempt?.ticket ?? null;
        if (microphoneId.get()) void this.chooseMicrophone(microphoneId.get());
        if (loudspeakerId.get()) void this.chooseLoudspeaker(loudspeakerId.get());
        return;
      case 'ended':
      case 'failed':
        if (state.status === 'ending' && state.ended) this.reportEnd(state.ended);
        if (event.type === 'failed') this.report(event.failure, event.detail, event.callId);
    }
  }

  /** Call it synchronously: the page may be closing. */
  private reportEnd(ended: EndedCall): void {
    countCallEnd(ended);
    const { durationSeconds, reason } = ended;
    this.reportOutcome({ seconds: Math.round(durationSeconds), reason });
  }

  /** Of the landing page's calls, only sums are kept. */
  private reportOutcome(outcome: Parameters<typeof reportOutcome>[1]): void {
    if (this.page.assistantId && this.lastTicket) reportOutcome(this.lastTicket, outcome);
  }

  private report(failure: CallFailure, detail: string, callId: string | null): void {
    reportFailure(failure, detail, callId);
    if (failure.kind !== 'microphone-denied' && failure.kind !== 'microphone-dismissed') return;
    this.stopWatchingPermission();
    this.stopWatchingPermission = watchMicrophonePermission(() =>
      this.dispatch({ type: 'microphone-allowed' }),
    );
  }
}
