import type Vapi from '@vapi-ai/web';
import type { CallMachine } from './call-machine';

export type VapiInstance = InstanceType<typeof Vapi>;
export type Call = NonNullable<ReturnType<VapiInstance['getDailyCallObject']>>;

/** The call library's module: the factory as its default export, constants beside it. */
export type CallLibrary = Record<string, unknown> & {
  default: {
    createCallObject(options?: object): Call;
    createFrame(parent: HTMLElement, options?: object): Call;
    getCallInstance(): Call | undefined;
    version(): string;
  };
};

export interface Heard {
  name: string;
  // Payloads differ from event to event, and the tests look into them.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  payload: any;
  at: number;
}

const events = [
  'call-start',
  'call-end',
  'call-start-progress',
  'call-start-success',
  'call-start-failed',
  'volume-level',
  'local-volume-level',
  'speech-start',
  'speech-end',
  'message',
  'audio',
  'video',
  'error',
  'camera-error',
  'daily-participant-updated',
] as const;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** The page's end of the contract tests: the real SDK and call library, and what they said. */
export class Lab {
  heard: Heard[] = [];
  logged: { level: string; text: string }[] = [];
  vapi!: VapiInstance;

  constructor() {
    for (const level of ['log', 'warn', 'error'] as const) {
      const original = console[level].bind(console);
      console[level] = (...args: unknown[]) => {
        this.logged.push({ level, text: args.map(String).join(' ') });
        original(...args);
      };
    }
  }

  get library(): CallLibrary {
    return window.sdk.callLibrary;
  }

  readonly machineUrl = new URL('/call-machine.js', window.location.href).href;

  create(options: object = {}): VapiInstance {
    const config = { avoidEval: true, callObjectBundleUrlOverride: this.machineUrl, ...options };
    this.vapi = new window.sdk.Vapi('public-key', window.location.origin, config as never);
    for (const name of events) {
      this.vapi.on(name as 'message', (payload: unknown) => {
        this.heard.push({ name, payload, at: performance.now() });
      });
    }
    return this.vapi;
  }

  /** Starts a call and waits for what `start` returns. */
  dial(assistant: unknown = 'assistant-1'): Promise<unknown> {
    return this.create().start(assistant as string);
  }

  call(options: object = {}): Call {
    return this.library.default.createCallObject({
      dailyConfig: { avoidEval: true, callObjectBundleUrlOverride: this.machineUrl },
      ...options,
    });
  }

  async joined(options: object = {}): Promise<Call> {
    const call = this.call(options);
    await call.join({ url: 'https://voice.example/room' });
    return call;
  }

  all(name: string): Heard['payload'][] {
    return this.heard.filter((event) => event.name === name).map(({ payload }) => payload);
  }

  stages(stage: string): string[] {
    return this.all('call-start-progress')
      .filter((progress) => progress.stage === stage)
      .map((progress) => progress.status);
  }

  /** What an attempt says in refusal; null when it is not refused. */
  async refusal(attempt: () => unknown): Promise<string | null> {
    try {
      await attempt();
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : JSON.stringify(error);
    }
  }

  /** For each value in turn, whether an attempt with it is allowed. */
  async allowed<Value>(values: Value[], attempt: (value: Value) => unknown): Promise<boolean[]> {
    const results: boolean[] = [];
    for (const value of values) results.push((await this.refusal(() => attempt(value))) === null);
    return results;
  }

  async until(done: () => boolean, what: string): Promise<void> {
    for (let frames = 0; !done(); frames += 1) {
      if (frames > 1_000) throw new Error(`waited in vain for ${what}`);
      await nextFrame();
    }
  }

  async request(action: string): Promise<Record<string, unknown>> {
    await this.until(() => (window.machine?.of(action).length ?? 0) > 0, action);
    await this.settled();
    return window.machine.of(action).at(-1) ?? {};
  }

  /**
   * Waits until all messages so far, and their answers, have been handled: a window delivers messages in order, so a few of
   * our own must have come round by then.
   */
  async settled(): Promise<void> {
    for (let round = 0; round < 8; round += 1) {
      await new Promise<void>((resolve) => {
        const mark = Math.random();
        const listen = ({ data }: MessageEvent) => {
          if (data !== mark) return;
          window.removeEventListener('message', listen);
          resolve();
        };
        window.addEventListener('message', listen);
        window.postMessage(mark, window.location.origin);
      });
    }
    await nextFrame();
  }

  participant(fields: Record<string, unknown> = {}, audio = 'playable') {
    const off = { subscribed: false, state: 'off' };
    return {
      session_id: 'assistant',
      user_id: 'assistant',
      user_name: 'Vapi Speaker',
      local: false,
      joined_at: new Date(0),
      tracks: {
        audio: { subscribed: true, state: audio },
        video: off,
        screenAudio: off,
        screenVideo: off,
      },
      ...fields,
    };
  }

  soundTrack(): MediaStreamTrack {
    const [track] = new AudioContext().createMediaStreamDestination().stream.getAudioTracks();
    if (!track) throw new Error('no sound track');
    return track;
  }

  pictureTrack(): MediaStreamTrack {
    const [track] = document.createElement('canvas').captureStream().getVideoTracks();
    if (!track) throw new Error('no picture track');
    return track;
  }

  /** Until the assistant's sound plays, which is told to the call. */
  playing(): Promise<void> {
    const told = () => window.machine.of('app-msg').some(({ data }) => data === 'playable');
    return this.until(told, 'playable');
  }

  /** Lets a remote participant in, whose sound plays at once. */
  async letIn(fields: Record<string, unknown> = {}): Promise<void> {
    const participant = this.participant(fields);
    const participantId = participant.session_id;
    window.machine.remoteTracks.push({
      participantId,
      type: 'cam',
      pendingTrack: this.soundTrack(),
    });
    window.machine.say({ action: 'participant-joined', participant });
    await this.settled();
  }
}

window.lab = new Lab();

declare global {
  interface Window {
    lab: Lab;
    sdk: { Vapi: typeof Vapi; callLibrary: CallLibrary };
    machine: CallMachine;
  }
}
