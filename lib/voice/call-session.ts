import type { FailureKind } from '@/lib/content/call-copy';
import { count } from '@/lib/funnel/count';
import type { CallEvent, CallFailure, CallStage, EndReason } from './call-events';
import { setUpCalls } from './call-setup';
import {
  initialCallState,
  reduceCall,
  type CallAction,
  type CallState,
  type EndedCall,
} from './call-state';
import { requestTicket, type CallTicket } from './call-ticket';
import { addTranscript, finishCaptions, noCaptions, type Captions } from './captions';
import { countEnd, countLive } from './count-call';
import { earlyStartMs } from './early-start';
import { watchLiveCall, type LiveWatch } from './live-watch';
import { closeStream, openMicrophone, watchMicrophonePermission } from './microphone';
import { reportFailure } from './report-failure';
import { createStore, type Store } from './store';
import type { CallConfig, VoiceCall, VoiceClient } from './voice-client';

export interface CallListeners {
  onCallStart?: (() => void) | undefined;
  /** A call that was live is over, for whatever reason. */
  onCallEnd?: ((call: EndedCall) => void) | undefined;
  onCallError?: ((failure: CallFailure) => void) | undefined;
}

/** The calls of one widget. Outside React, so that what changes often can be read without rendering. */
export class CallSession {
  readonly state: Store<CallState> = createStore<CallState>(initialCallState);
  readonly captions: Store<Captions> = createStore(noCaptions);
  /** Loudness, 0–1, overwritten ten times a second. */
  readonly levels = { assistant: 0, visitor: 0 };
  /** What the visitor has chosen, for this call and the next. `volume`: 0–1; no `microphoneId`: the browser's default. */
  readonly sound = { volume: 1, microphoneId: '' };
  private listeners: CallListeners = {};
  private assistantId: string | null = null;
  private config: CallConfig | null = null;
  private attempts = 0;
  /** When Start was pressed, in the time of `performance.now()`. */
  private pressedAt = 0;
  /** Ends what an attempt does before it has dialled. */
  private preparation = new AbortController();
  private call: VoiceCall | null = null;
  private watch: LiveWatch | null = null;
  private mounts = 0;
  private earlyStartTimer: ReturnType<typeof setTimeout> | undefined;
  private stopWatchingPermission: () => void = () => undefined;

  constructor(private readonly client: VoiceClient) {}

  /** @param assistantId whom to call; the server's default when null */
  configure(assistantId: string | null, listeners: CallListeners): void {
    this.assistantId = assistantId;
    this.listeners = listeners;
  }

  /** Starts the set-up. The returned function ends everything. */
  mount(): () => void {
    this.mounts += 1;
    const leavePage = () => this.leavePage();
    window.addEventListener('pagehide', leavePage);
    if (this.state.get().status === 'initialising') void this.setUp();
    return () => {
      this.mounts += 1;
      window.removeEventListener('pagehide', leavePage);
      this.leavePage();
      this.stopWatchingPermission();
    };
  }

  /** Repeats a set-up that failed. */
  reload(): void {
    if (this.state.get().status !== 'unusable') return;
    this.dispatch({ type: 'reload' });
    void this.setUp();
  }

  /**
   * Starts a call; during the set-up the press is kept for a while.
   *
   * @param pressedAt when Start was pressed, where that was earlier, in the time of `performance.now()`
   */
  start(pressedAt = performance.now()): void {
    const { status } = this.state.get();
    clearTimeout(this.earlyStartTimer);
    if (status !== 'initialising' && status !== 'idle') return;
    count('start_pressed');
    this.pressedAt = pressedAt;
    if (status === 'initialising') {
      this.dispatch({ type: 'start-requested' });
      const withdraw = () => this.dispatch({ type: 'start-withdrawn' });
      this.earlyStartTimer = setTimeout(withdraw, earlyStartMs);
      return;
    }
    const attempt = ++this.attempts;
    this.stopWatchingPermission();
    this.captions.set(noCaptions);
    this.dispatch({ type: 'start', attempt });
    this.preparation = new AbortController();
    void this.prepare(attempt, this.preparation.signal);
  }

  /** Ends the call, or cancels it while it is connecting. */
  end(reason: EndReason = 'visitor'): void {
    const state = this.state.get();
    if (this.call) this.call.end(reason);
    else if (state.status === 'connecting') {
      this.preparation.abort();
      this.handle(state.attempt, { type: 'ended', reason });
      this.handle(state.attempt, { type: 'released' });
    }
  }

  toggleMute(): void {
    const state = this.state.get();
    if (state.status !== 'live') return;
    const muted = !state.muted;
    // Stryker disable next-line OptionalChaining: for the types, since a live call is there
    this.call?.setMuted(muted);
    this.handle(state.attempt, { type: 'muted', muted });
  }

  /** @param volume 0–1 */
  setVolume(volume: number): void {
    this.sound.volume = volume;
    this.call?.setVolume(volume);
  }

  async chooseMicrophone(deviceId: string): Promise<void> {
    this.sound.microphoneId = deviceId;
    await this.call?.chooseMicrophone(deviceId).catch(() => undefined);
  }

  /** Plays the sound that the browser has blocked. Call it inside a tap. */
  unblockPlayback(): void {
    void this.call?.unblockPlayback();
  }

  private dispatch(action: CallAction): void {
    this.state.set(reduceCall(this.state.get(), action));
  }

  private leavePage(): void {
    clearTimeout(this.earlyStartTimer);
    this.dispatch({ type: 'start-withdrawn' });
    this.end('left-page');
  }

  private async setUp(): Promise<void> {
    const mount = this.mounts;
    const setup = await setUpCalls(this.client, () => this.assistantId);
    if (mount !== this.mounts) return;
    const state = this.state.get();
    if (setup.ok) {
      this.config = setup.config;
      this.dispatch({ type: 'ready' });
      if (state.status === 'initialising' && state.startRequested) this.start(this.pressedAt);
      return;
    }
    const failure = { kind: setup.kind, stage: 'setup' } as const;
    this.dispatch({ type: 'unusable', failure });
    this.report(failure, setup.detail, null);
  }

  /** Dials when the server allows the call and the visitor the microphone, which nobody is asked for in vain. */
  private async prepare(attempt: number, over: AbortSignal): Promise<void> {
    const { config } = this;
    const assistantId = this.assistantId ?? config?.assistantId;
    if (!config || !assistantId) return this.giveUp(attempt, 'not-configured', 'ticket');
    let ticket = await this.takeTicket(attempt, assistantId, over);
    if (!ticket) return;
    this.handle(attempt, { type: 'step', step: 'microphone' });
    const capture = await openMicrophone();
    if (!capture.ok) {
      if (!over.aborted) this.giveUp(attempt, capture.kind, 'microphone');
      return;
    }
    count('microphone_granted');
    const { stream } = capture;
    if (over.aborted) return closeStream(stream);
    over.addEventListener('abort', () => closeStream(stream));
    // The browser's question may have stood there for minutes.
    if (Date.now() > ticket.staleAt) ticket = await this.takeTicket(attempt, assistantId, over);
    if (!ticket) return;
    this.handle(attempt, { type: 'step', step: 'dialling' });
    const order = { assistantId, ticket: ticket.text };
    const onEvent = (event: CallEvent) => this.handle(attempt, event);
    this.call = this.client.dial(config, order, stream, onEvent);
    this.call.setVolume(this.sound.volume);
  }

  /** @returns null when the attempt is over: cancelled, or refused, which the visitor has been told */
  private async takeTicket(
    attempt: number,
    assistantId: string,
    over: AbortSignal,
  ): Promise<CallTicket | null> {
    this.handle(attempt, { type: 'step', step: 'ticket' });
    const answer = await requestTicket(assistantId, over);
    if (over.aborted) return null;
    if (answer.ok) return answer.ticket;
    this.giveUp(attempt, answer.kind, 'ticket', answer.detail);
    return null;
  }

  /** Ends an attempt that has not dialled. */
  private giveUp(attempt: number, kind: FailureKind, stage: CallStage, detail = ''): void {
    this.preparation.abort();
    const failure = { kind, stage };
    this.handle(attempt, { type: 'failed', failure, detail, callId: null });
    this.handle(attempt, { type: 'released' });
  }

  private handle(attempt: number, event: CallEvent): void {
    const dispatch = (happened: CallEvent) =>
      this.dispatch({ ...happened, attempt, at: Date.now() });
    this.watch?.handle(event);
    switch (event.type) {
      case 'level':
        this.levels[event.who] = event.level;
        return;
      case 'transcript':
        this.captions.set(addTranscript(this.captions.get(), event));
        return;
      case 'live':
        dispatch(event);
        countLive(this.pressedAt);
        this.watch = watchLiveCall(dispatch);
        if (this.sound.microphoneId) void this.chooseMicrophone(this.sound.microphoneId);
        this.listeners.onCallStart?.();
        return;
      case 'ended':
        dispatch(event);
        countEnd(this.state.get());
        return;
      case 'failed':
        dispatch(event);
        countEnd(this.state.get());
        this.report(event.failure, event.detail, event.callId);
        return;
      case 'released':
        this.reset();
        dispatch(event);
        this.announceEnd();
        return;
      default:
        dispatch(event);
    }
  }

  private report(failure: CallFailure, detail: string, callId: string | null): void {
    reportFailure(failure, detail, callId);
    this.listeners.onCallError?.(failure);
    if (failure.kind !== 'microphone-denied') return;
    this.stopWatchingPermission();
    this.stopWatchingPermission = watchMicrophonePermission(() => {
      // The visitor has done what the message asks for.
      if (document.visibilityState === 'visible') this.start();
    });
  }

  private reset(): void {
    this.watch?.stop();
    this.watch = null;
    this.call = null;
    Object.assign(this.levels, { assistant: 0, visitor: 0 });
    this.captions.set(finishCaptions(this.captions.get()));
  }

  private announceEnd(): void {
    const state = this.state.get();
    if (state.status === 'idle' && state.ended) this.listeners.onCallEnd?.(state.ended);
  }
}
