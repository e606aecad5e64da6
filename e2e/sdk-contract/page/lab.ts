import type Vapi from '@vapi-ai/web';
import type { Message } from '../../../local/voice/machine/channel';

type VapiInstance = InstanceType<typeof Vapi>;
type Call = NonNullable<ReturnType<VapiInstance['getDailyCallObject']>>;
/** Something that a call may refuse to do with a value. */
export type Attempt<Value> = (call: Call, value: Value, lab: Lab) => unknown;

/** The call library's module: the factory as its default export, constants next to it. */
type CallLibrary = Record<string, unknown> & {
  default: {
    createCallObject(options?: object): Call;
    createFrame(parent: HTMLElement, options?: object): Call;
    getCallInstance(): Call | undefined;
    version(): string;
  };
};

const events =
  'call-start call-end call-start-progress call-start-success call-start-failed volume-level ' +
  'local-volume-level speech-start speech-end message audio video error camera-error ' +
  'daily-participant-updated';

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const webCall = { id: 'call-1', webCallUrl: new URL('/room', window.location.href).href };

/** The page's end of the contract tests: the real SDK and call library, and what they said. */
export class Lab {
  // Payloads differ from event to event, and the tests look into them.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  heard: { name: string; payload: any }[] = [];
  logged: { level: string; text: string }[] = [];
  vapi!: VapiInstance;
  readonly library = window.sdk.callLibrary;
  readonly room = { url: 'https://voice.example/room' };
  readonly film = 'https://voice.test/film.mp4';
  /** A call whose video is recorded. */
  readonly recorded = { artifactPlan: { videoRecordingEnabled: true } };
  /** What the voice API answers when a call is to be created. */
  answer: { status: number } & Record<string, unknown> = { status: 201, ...webCall };
  private readonly machineUrl = new URL('/call-machine.js', window.location.href).href;

  constructor() {
    for (const level of ['log', 'warn', 'error'] as const) {
      const original = console[level].bind(console);
      console[level] = (...args: unknown[]) => {
        this.logged.push({ level, text: args.map(String).join(' ') });
        original(...args);
      };
    }
  }

  create(): VapiInstance {
    const config = { avoidEval: true, callObjectBundleUrlOverride: this.machineUrl };
    this.vapi = new window.sdk.Vapi('public-key', window.location.origin, config as never);
    for (const name of events.split(' ')) this.note(this.vapi, name);
    return this.vapi;
  }

  note(emitter: unknown, name: string): void {
    const { on } = emitter as { on: (name: string, listen: (payload: unknown) => void) => void };
    on.call(emitter, name, (payload) => void this.heard.push({ name, payload }));
  }

  /** Starts a call that is answered with these fields. @returns what `start` returns */
  dial(answer: object = {}): Promise<unknown> {
    Object.assign(this.answer, answer);
    return this.create().start('assistant-1');
  }

  call(options: object = {}): Call {
    const dailyConfig = { avoidEval: true, callObjectBundleUrlOverride: this.machineUrl };
    return this.library.default.createCallObject({ dailyConfig, ...options });
  }

  async joined(): Promise<Call> {
    const call = this.call();
    await call.join(this.room);
    return call;
  }

  nothing(): void {}

  all(name: string) {
    return this.heard.filter((event) => event.name === name).map(({ payload }) => payload);
  }

  progress() {
    return this.all('call-start-progress').map(({ stage, status }) => `${stage} ${status}`);
  }

  stages(name: string): string[] {
    const own = this.all('call-start-progress').filter(({ stage }) => stage === name);
    return own.map(({ status }) => status);
  }

  /** What the SDK told when the voice API had created the call. */
  created() {
    return this.all('call-start-progress').filter(({ stage }) => stage === 'web-call-creation')[1]
      .metadata;
  }

  lines(level: string): string[] {
    return this.logged.filter((line) => line.level === level).map(({ text }) => text);
  }

  /** The values of the call library's constants that begin with these words. */
  constants(start: string): unknown[] {
    const names = Object.keys(this.library).filter((name) => name.startsWith(start));
    return names.map((name) => this.library[name]).sort();
  }

  /** What each attempt says in refusal; null where it is not refused. */
  async refusals(...attempts: (() => unknown)[]): Promise<(string | null)[]> {
    const said: (string | null)[] = [];
    for (const attempt of attempts) {
      try {
        await attempt();
        said.push(null);
      } catch (error) {
        said.push(error instanceof Error ? error.message : JSON.stringify(error));
      }
    }
    return said;
  }

  async tryEach<Value>(
    on: 'call' | 'joined' | 'nothing',
    values: Value[],
    attempt: Attempt<Value>,
  ): Promise<(string | null)[]> {
    const call = (await this[on]()) as Call;
    return this.refusals(...values.map((value) => () => attempt(call, value, this)));
  }

  /** As an attempt that fails, with what the console was told of it. */
  explained(attempt: () => unknown): void {
    const before = this.logged.length;
    try {
      attempt();
    } catch (error) {
      const lines = this.logged.slice(before).map(({ text }) => text);
      throw new Error([String(error), ...lines].join('\n'), { cause: error });
    }
  }

  async until(done: () => boolean, what: string): Promise<void> {
    for (let frames = 0; !done(); frames += 1) {
      if (frames > 1_000) throw new Error(`waited in vain for ${what}`);
      await nextFrame();
    }
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async request(action: string): Promise<any> {
    await this.until(() => (window.machine?.of(action).length ?? 0) > 0, action);
    await this.settled();
    return window.machine.of(action).at(-1);
  }

  /** The properties in the last request of this kind. */
  async properties(action: string): Promise<Record<string, unknown>> {
    return (await this.request(action)).properties;
  }

  /** How often the call machine was asked for something. */
  requests(action: string): number {
    return window.machine.of(action).length;
  }

  /**
   * Waits until all messages so far, and their answers, have been handled: a window delivers
   * messages in order, so a few of our own must have come round by then.
   */
  async settled(): Promise<void> {
    for (let round = 0; round < 8; round += 1) {
      await new Promise<void>((resolve) => {
        const mark = Math.random();
        const arrived = new AbortController();
        const listen = ({ data }: MessageEvent) => {
          if (data !== mark) return;
          arrived.abort();
          resolve();
        };
        window.addEventListener('message', listen, { signal: arrived.signal });
        window.postMessage(mark, window.location.origin);
      });
    }
    await nextFrame();
  }

  /** Lets the call machine say all this, until it has been heard. */
  async say(...messages: Message[]): Promise<void> {
    for (const message of messages) window.machine.say(message);
    await this.settled();
  }

  /** As `say`, for app messages of the assistant. */
  tell(...messages: unknown[]): Promise<void> {
    const from = { action: 'app-message', fromId: 'assistant' };
    return this.say(...messages.map((data) => ({ ...from, data })));
  }

  level(...levels: number[]): Promise<void> {
    const named = levels.map((level, index) => [`remote-${index}`, level]);
    const participantsAudioLevel = Object.fromEntries(named) as Record<string, number>;
    return this.say({ action: 'remote-participants-audio-level', participantsAudioLevel });
  }

  fatal(type: string, msg = 'No'): Promise<void> {
    return this.say({ action: 'error', errorMsg: msg, error: { type, msg } });
  }

  participant(fields: object = {}, state = 'playable') {
    const off = { subscribed: false, state: 'off' };
    const audio = { subscribed: true, state };
    return {
      ...{ session_id: 'assistant', user_id: 'assistant', user_name: 'Vapi Speaker' },
      local: false,
      joined_at: new Date(0),
      tracks: { audio, video: off, screenAudio: off, screenVideo: off },
      ...fields,
    };
  }

  soundTrack(): MediaStreamTrack {
    const [track] = new AudioContext().createMediaStreamDestination().stream.getAudioTracks();
    if (!track) throw new Error('no sound track');
    return track;
  }

  /** Until the assistant's sound plays, which is told to the call. */
  playing(): Promise<void> {
    const told = () => window.machine.of('app-msg').some(({ data }) => data === 'playable');
    return this.until(told, 'playable');
  }

  /** Lets a remote participant in, whose sound plays at once. */
  async letIn(fields: object = {}): Promise<void> {
    const participant = this.participant(fields);
    const [participantId, pendingTrack] = [participant.session_id, this.soundTrack()];
    window.machine.remoteTracks.push({ participantId, type: 'cam', pendingTrack });
    await this.say({ action: 'participant-joined', participant });
  }

  /** A start that fails as another call object is already there. */
  besideAnother(): Promise<unknown> {
    this.call();
    return this.dial();
  }

  /** A start whose request is answered with an error. */
  refusedTo(action: string, type: string, msg: string): Promise<unknown> {
    window.machinePlan = { answers: { [action]: { error: { type, msg } } } };
    return this.dial();
  }

  refused(): Promise<unknown> {
    const sentence = 'You are not allowed to join this meeting.';
    return this.refusedTo('join-meeting', 'not-allowed', sentence);
  }

  /**
   * A start whose call is over in the very moment in which it was joined. The SDK's clean-up and
   * its start race then: for some distance between the messages the start goes on without a call.
   */
  async overtaken(): Promise<void> {
    window.machinePlan = { answers: { 'join-meeting': 'nothing' } };
    for (let distance = 1; distance < 30; distance += 1) {
      this.heard = [];
      const started = this.dial();
      await this.until(() => window.machine?.of('join-meeting').length === 1, 'join-meeting');
      window.machine.sayAtOnce({ action: 'left-meeting' });
      for (let step = 0; step < distance; step += 1) await null;
      window.machine.sayAtOnce(window.machine.joined());
      await Promise.race([started, this.settled()]);
      if (this.progress().some((step) => step.endsWith(' failed'))) return;
      await this.vapi.stop();
      delete (window as Partial<Window>).machine;
    }
    this.heard = [];
  }
}

window.lab = new Lab();

declare global {
  interface Window {
    lab: Lab;
    sdk: { Vapi: typeof Vapi; callLibrary: CallLibrary };
  }
}
