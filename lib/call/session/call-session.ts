import { findStartup, type EndReason } from '@/lib/analytics/events';
import { watchMicrophonePermission } from '@/lib/call/audio/browser';
import type { VoiceRecord } from '@/lib/call/audio/voice-record';
import { CallError } from '@/lib/call/failures';
import { reportEnd, reportFailure } from '@/lib/call/requests';
import type { LinkFacts } from '@/lib/api';
import type { Call } from '@/lib/call/sdk/call';
import { createStore, type Store } from '@/lib/call/store';
import type { Transcript } from '@/lib/call/transcript/entries';
import type { CallFailure, EndedCall, InputKind, StateEvent } from '@/lib/call/types';
import type { Language } from '@/lib/language';
import {
  initialCallState,
  mayPass,
  reduceCall,
  type CallAction,
  type CallState,
  type Press,
} from './call-state';
import { loadCallCode, setUpCalls, type CallSetup } from './set-up';

export const MAX_TYPED_LENGTH = 500;

/**
 * A press on Start before the widget is ready expires, so that no call starts unexpectedly. Its age
 * is read from `Date`: timers and `performance.now()` may stop while a phone is locked.
 */
const EARLY_START_LIFETIME_MS = 20_000;

export interface SessionPage {
  /** The server's default assistant when absent. */
  assistantId?: string | undefined;
  language: Language;
  getLink?: (() => LinkFacts) | undefined;
  beforeStart?: (() => void) | undefined;
  loadCode?: typeof loadCallCode | undefined;
}

/** The calls of one widget, outside React, so that fast values are read without rendering. */
export class CallSession {
  readonly state: Store<CallState> = createStore<CallState>(initialCallState);
  readonly transcript = createStore<Transcript>([]);
  /** 0–1, updated ten times a second. */
  readonly levels = { assistant: 0, visitor: 0 };
  record: VoiceRecord = [];
  /** Kept for the next call. `volume`: 0–1; an empty id is the browser's default. */
  readonly sound = {
    volume: 1,
    microphoneId: createStore(''),
    loudspeakerId: createStore(''),
  };
  private setup: CallSetup | null = null;
  /** Null also if the session has ended meanwhile. */
  private pendingSetup: Promise<CallSetup | CallError> | null = null;
  private press: Press = { input: 'voice', at: 0 };
  /** From the press until its room is left. */
  call: Call | null = null;
  private lastCall: { id: string; ended: EndedCall } | null = null;
  private stopWatchingPermission: () => void = () => undefined;

  constructor(private readonly page: SessionPage) {}

  get language(): Language {
    return this.page.language;
  }

  /** 0 until the set-up is done. */
  get maxSeconds(): number {
    return this.setup?.config.maxSeconds ?? 0;
  }

  mount(): () => void {
    const unmounted = new AbortController();
    const { signal } = unmounted;
    window.addEventListener('pagehide', () => this.leavePage(), { signal });
    // A page that stays open notices that calls are possible again.
    const askAgain = () => {
      if (mayPass(this.state.get()) && document.visibilityState === 'visible') void this.setUp();
    };
    for (const type of ['focus', 'visibilitychange', 'click'])
      window.addEventListener(type, askAgain, { signal });
    const { startPressedAt } = window;
    window.startPressedAt = undefined;
    if (startPressedAt !== undefined) this.start('voice', startPressedAt);
    return () => {
      this.pendingSetup = null;
      unmounted.abort();
      this.leavePage();
      this.stopWatchingPermission();
    };
  }

  /** Asks our server whether calls are allowed, and fetches the SDK. Never rejects. */
  async setUp(): Promise<void> {
    const before = this.state.get();
    if (this.pendingSetup || !(before.status === 'initialising' || mayPass(before))) return;
    const { loadCode = loadCallCode, assistantId } = this.page;
    const pendingSetup = setUpCalls(loadCode, assistantId);
    this.pendingSetup = pendingSetup;
    const result = await pendingSetup;
    if (pendingSetup !== this.pendingSetup) return;
    this.pendingSetup = null;
    if (result instanceof CallError) return this.giveUp(result);
    this.setup = result;
    const state = this.state.get();
    this.dispatch({ type: 'ready' });
    if (state.status === 'initialising' && state.press)
      this.start(state.press.input, state.press.at);
  }

  /** Does nothing to a failure that is shown already. */
  private giveUp({ kind, message }: CallError): void {
    if (this.state.get().status !== 'initialising') return;
    const failure = { kind, phase: 'setup' } as const;
    this.dispatch({ type: 'unusable', failure });
    this.report(failure, message);
  }

  /** Runs the SDK, so that the next call starts sooner. Never rejects. */
  async runSdk(): Promise<void> {
    try {
      if (!this.setup) await this.pendingSetup;
      this.setup?.code.runSdk();
    } catch {
      // A failure is shown when a call is started.
    }
  }

  /**
   * Starts a call, or sets calls up again. Call it inside a press, or with the time of an earlier
   * one, which may have expired.
   */
  start(input: InputKind = 'voice', pressedAt = Date.now()): void {
    const { status } = this.state.get();
    if (status === 'unusable') {
      this.dispatch({ type: 'reload' });
      return void this.setUp();
    }
    if (status !== 'initialising' && status !== 'idle') return;
    const timeLeft = pressedAt + EARLY_START_LIFETIME_MS - Date.now();
    if (timeLeft <= 0) return;
    this.page.beforeStart?.();
    window.sendCount?.('start_pressed');
    const press = { input, at: pressedAt };
    if (status === 'idle') return this.startCall(press);
    this.dispatch({ type: 'press', press });
    setTimeout(() => {
      const state = this.state.get();
      // Another press may have come since.
      if (state.status === 'initialising' && state.press === press)
        this.giveUp(new CallError('init-failed', 'not set up in time for a press'));
    }, timeLeft);
    void this.setUp();
  }

  private startCall(press: Press): void {
    if (!this.setup) return;
    this.stopWatchingPermission();
    this.transcript.set([]);
    this.record = [];
    this.press = press;
    const { input } = press;
    this.dispatch({ type: 'start', input });
    const { config, code } = this.setup;
    const { volume } = this.sound;
    const link = this.page.getLink?.();
    const options = { config: { ...config, link }, inputKind: input, volume, runSdk: code.runSdk };
    this.call = code.makeCall(options, this, (event) => this.handleEvent(event));
    void this.call.start();
  }

  end(reason: EndReason = 'visitor'): void {
    this.call?.end({ reason });
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
    window.sendCount?.('call_rated', `${rating}`);
    if (!this.page.assistantId || !this.lastCall) return;
    void reportEnd(this.lastCall.id, this.lastCall.ended, rating);
  }

  toggleMute(): void {
    const state = this.state.get();
    if (state.status === 'live') this.call?.room?.microphone.setMuted(!state.muted);
  }

  /** @param volume 0–1 */
  setVolume(volume: number): void {
    this.sound.volume = volume;
    this.call?.room?.sound.setVolume(volume);
  }

  async chooseMicrophone(deviceId: string): Promise<void> {
    this.sound.microphoneId.set(deviceId);
    await this.call?.room?.microphone.choose(deviceId);
  }

  async chooseLoudspeaker(deviceId: string): Promise<void> {
    this.sound.loudspeakerId.set(deviceId);
    await this.call?.room?.sound.chooseLoudspeaker(deviceId);
  }

  private dispatch(action: CallAction): void {
    this.state.set(reduceCall(this.state.get(), action));
  }

  private leavePage(): void {
    this.dispatch({ type: 'press', press: null });
    this.end('left-page');
  }

  private handleEvent(event: StateEvent): void {
    const { microphoneId, loudspeakerId } = this.sound;
    if (event.type === 'released') this.call = null;
    this.dispatch(event);
    if (event.type === 'dialling' && this.press.input === 'voice')
      window.sendCount?.('microphone_granted');
    if (event.type === 'live') {
      window.sendCount?.('call_active', findStartup((Date.now() - this.press.at) / 1000));
      if (microphoneId.get()) void this.chooseMicrophone(microphoneId.get());
      if (loudspeakerId.get()) void this.chooseLoudspeaker(loudspeakerId.get());
    }
    if (event.type === 'over') {
      if (event.ended) window.sendCount?.('call_ended', event.ended.reason);
      if (event.ended && this.call) this.lastCall = { id: this.call.id, ended: event.ended };
      if (event.failure) this.report(event.failure, event.detail);
    }
    if (event.type === 'changed') {
      const { microphone = 'open', loudspeakerReplaced } = event.facts;
      if (microphone !== 'open') microphoneId.set('');
      if (loudspeakerReplaced) loudspeakerId.set('');
    }
  }

  private report(failure: CallFailure, detail: string): void {
    reportFailure(failure, detail);
    if (failure.kind !== 'microphone-denied' && failure.kind !== 'microphone-dismissed') return;
    this.stopWatchingPermission();
    this.stopWatchingPermission = watchMicrophonePermission(() => this.dispatch({ type: 'ready' }));
  }
}
