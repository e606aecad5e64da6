import type { AttemptEvent } from './call-attempt';
import { fetchCallConfig, type CallConfig } from './call-config';
import type { CallFailure, EndReason, FailureKind } from './call-errors';
import {
  initialCallState,
  reduceCall,
  type CallEvent,
  type CallState,
  type EndedCall,
} from './call-state';
import { addTranscript, noCaptions, settleCaptions, type Captions } from './captions';
import { watchLiveCall, type LiveWatch } from './live-watch';
import { closeStream, openMicrophone, watchMicrophonePermission } from './microphone';
import { reportFailure } from './report-failure';
import { START_PATIENCE } from './start-patience';
import { createStore, type Store } from './store';
import type { VoiceCall, VoiceClient } from './voice-client';

/** What whoever embeds the widget can listen to. */
export interface CallListeners {
  onCallStart?: (() => void) | undefined;
  /** A call that was live is over, for whatever reason. */
  onCallEnd?: ((call: EndedCall) => void) | undefined;
  onCallError?: ((failure: CallFailure) => void) | undefined;
}

/** Loudness of both sides, 0 to 1, overwritten ten times a second: read it, do not render it. */
export interface Levels {
  assistant: number;
  visitor: number;
}

/**
 * One widget's calls: carries out what the state machine decides, and feeds it with what happens.
 * Lives outside React, so that what changes often can be read without rendering.
 */
export class CallSession {
  readonly state: Store<CallState> = createStore<CallState>(initialCallState);
  readonly captions: Store<Captions> = createStore(noCaptions);
  readonly levels: Levels = { assistant: 0, visitor: 0 };
  private listeners: CallListeners = {};
  private assistantId: string | null = null;
  private config: CallConfig | null = null;
  private attempts = 0;
  private call: VoiceCall | null = null;
  private watch: LiveWatch | null = null;
  private volume = 1;
  private microphone: string | null = null;
  private mounted = 0;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private forgetPermission: () => void = () => undefined;

  constructor(private readonly client: VoiceClient) {}

  /** Takes over what the embedding page wants now. */
  configure(assistantId: string | null, listeners: CallListeners): void {
    this.assistantId = assistantId;
    this.listeners = listeners;
  }

  /** Begins to load, and ends whatever is going on when the returned function is called. */
  mount(): () => void {
    const mount = ++this.mounted;
    const leave = () => this.leave();
    window.addEventListener('pagehide', leave);
    if (this.state.get().status === 'initialising') void this.load(mount);
    return () => {
      this.mounted += 1;
      window.removeEventListener('pagehide', leave);
      this.leave();
      this.forgetPermission();
    };
  }

  /** Loads configuration and SDK again after that failed. */
  reload(): void {
    if (this.state.get().status !== 'unusable') return;
    this.send({ type: 'reload' });
    void this.load(this.mounted);
  }

  /** The visitor wants to call. Pressed too early, it is remembered for a while. */
  start(): void {
    const { status } = this.state.get();
    clearTimeout(this.patience);
    if (status === 'initialising') {
      this.send({ type: 'start-requested' });
      this.patience = setTimeout(() => this.send({ type: 'start-withdrawn' }), START_PATIENCE);
    }
    if (status !== 'idle') return;
    const attempt = ++this.attempts;
    this.forgetPermission();
    this.captions.set(noCaptions);
    this.send({ type: 'start', attempt });
    void this.dial(attempt);
  }

  /** Ends the call, or cancels it while it is connecting. */
  end(reason: EndReason = 'visitor'): void {
    const state = this.state.get();
    if (this.call) this.call.end(reason);
    else if (state.status === 'connecting') {
      const { attempt } = state;
      this.send({ type: 'ending', attempt, reason, at: Date.now() });
      this.send({ type: 'released', attempt });
    }
  }

  toggleMute(): void {
    const state = this.state.get();
    if (state.status !== 'active') return;
    const muted = !state.muted;
    // Stryker disable next-line OptionalChaining: for the types, since an active call is there
    this.call?.setMuted(muted);
    // Stryker disable next-line OptionalChaining: for the types, since an active call is watched
    this.watch?.setMuted(muted);
    this.send({ type: 'muted', attempt: state.attempt, muted });
  }

  setVolume(volume: number): void {
    this.volume = volume;
    this.call?.setVolume(volume);
  }

  getVolume(): number {
    return this.volume;
  }

  /** Switches to another microphone, now and for the calls to come. */
  async useMicrophone(deviceId: string): Promise<void> {
    this.microphone = deviceId;
    await this.call?.useMicrophone(deviceId).catch(() => undefined);
  }

  /** Lets held-back sound through; call it inside a tap. */
  hear(): void {
    void this.call?.hear();
  }

  private send(event: CallEvent): void {
    this.state.set(reduceCall(this.state.get(), event));
  }

  private leave(): void {
    clearTimeout(this.patience);
    this.send({ type: 'start-withdrawn' });
    this.end('left-page');
  }

  private async load(mount: number): Promise<void> {
    const failed = (kind: FailureKind, detail: string) => {
      const failure = { kind, stage: 'setup' } as const;
      this.send({ type: 'unusable', failure });
      this.failed(failure, detail, null);
    };
    try {
      const [config] = await Promise.all([fetchCallConfig(), this.client.load()]);
      if (mount !== this.mounted) return;
      this.config = config;
    } catch (error) {
      if (mount === this.mounted) failed('init-failed', String(error));
      return;
    }
    if (!this.config || !(this.assistantId ?? this.config.assistantId)) {
      failed('not-configured', 'no key or no assistant');
      return;
    }
    const state = this.state.get();
    this.send({ type: 'ready' });
    if (state.status === 'initialising' && state.startRequested) this.start();
  }

  private async dial(attempt: number): Promise<void> {
    const capture = await openMicrophone();
    const current = () => {
      const state = this.state.get();
      return state.status === 'connecting' && state.attempt === attempt;
    };
    if (!current()) {
      if (capture.ok) closeStream(capture.stream);
      return;
    }
    const assistantId = this.assistantId ?? this.config?.assistantId;
    if (capture.ok && this.config && assistantId) {
      this.send({ type: 'dialling', attempt });
      const emit = (event: AttemptEvent) => this.hears(attempt, event);
      this.call = this.client.dial(this.config, assistantId, capture.stream, emit);
      this.call.setVolume(this.volume);
      return;
    }
    if (capture.ok) closeStream(capture.stream);
    const kind = capture.ok ? 'not-configured' : capture.kind;
    this.fail(attempt, { kind, stage: 'microphone' }, '', null);
    this.send({ type: 'released', attempt });
  }

  private hears(attempt: number, event: AttemptEvent): void {
    this.watch?.hear(event);
    switch (event.type) {
      case 'level':
        this.levels[event.who] = event.level;
        return;
      case 'transcript':
        this.captions.set(addTranscript(this.captions.get(), event));
        return;
      case 'live':
        this.live(attempt, event.callId);
        return;
      case 'ending':
        this.send({ ...event, attempt, at: Date.now() });
        return;
      case 'failing':
        this.fail(attempt, event.failure, event.detail, event.callId);
        return;
      case 'released':
        this.released(attempt);
        return;
      case 'connection':
      case 'playback':
        this.send({ ...event, attempt });
    }
  }

  private live(attempt: number, callId: string | null): void {
    this.send({ type: 'live', attempt, callId, at: Date.now() });
    this.watch = watchLiveCall(
      (turn) => this.send({ type: 'turn', attempt, turn }),
      (unheard) => this.send({ type: 'unheard', attempt, unheard }),
    );
    if (this.microphone) void this.useMicrophone(this.microphone);
    this.listeners.onCallStart?.();
  }

  private fail(attempt: number, failure: CallFailure, detail: string, callId: string | null): void {
    this.send({ type: 'failing', attempt, failure, at: Date.now() });
    this.failed(failure, detail, callId);
  }

  private failed(failure: CallFailure, detail: string, callId: string | null): void {
    reportFailure(failure, detail, callId);
    this.listeners.onCallError?.(failure);
    if (failure.kind !== 'microphone-denied') return;
    this.forgetPermission();
    this.forgetPermission = watchMicrophonePermission(() => {
      // Allowing it in the browser's settings is the answer to our sentence: go on where it stopped.
      if (document.visibilityState === 'visible') this.start();
    });
  }

  private released(attempt: number): void {
    this.watch?.stop();
    this.watch = null;
    this.call = null;
    this.levels.assistant = 0;
    this.levels.visitor = 0;
    this.captions.set(settleCaptions(this.captions.get()));
    this.send({ type: 'released', attempt });
    const state = this.state.get();
    if (state.status === 'idle' && state.ended) this.listeners.onCallEnd?.(state.ended);
  }
}
