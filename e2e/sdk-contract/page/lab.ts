import type Vapi from '@vapi-ai/web';
import type { Message } from '@/local/voice/machine/channel';

type VapiInstance = InstanceType<typeof Vapi>;
type Call = NonNullable<ReturnType<VapiInstance['getDailyCallObject']>>;
/** Does something with a call that may throw, depending on the value. */
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

const eventNames =
  'call-start call-end call-start-progress call-start-success call-start-failed volume-level ' +
  'local-volume-level speech-start speech-end message audio video error camera-error ' +
  'daily-participant-updated';

const waitForNextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const webCall = { id: 'call-1', webCallUrl: new URL('/room', window.location.href).href };

/**
 * The part of the contract tests in the page, where `contract.ts` runs each test's function with
 * it. A test starts a call (`dial` with the SDK, `call` or `joined` with the call library alone),
 * lets the call machine say something (`send…`, `addParticipant`), and returns what it reads
 * (`get…`, `waitFor…`, `collectRefusals`).
 */
export class Lab {
  // Each event has its own payload, and the tests read its fields.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  events: { name: string; payload: any }[] = [];
  consoleLines: { level: string; text: string }[] = [];
  vapi!: VapiInstance;
  readonly library = window.sdk.callLibrary;
  readonly room = { url: 'https://voice.example/room' };
  readonly filmUrl = 'https://voice.test/film.mp4';
  /** A call whose video is recorded. */
  readonly recorded = { artifactPlan: { videoRecordingEnabled: true } };
  /** The voice API's response to `POST /call/web`. */
  apiResponse: { status: number } & Record<string, unknown> = { status: 201, ...webCall };
  private readonly machineUrl = new URL('/call-machine.js', window.location.href).href;

  constructor() {
    for (const level of ['log', 'warn', 'error'] as const) {
      const original = console[level].bind(console);
      console[level] = (...args: unknown[]) => {
        this.consoleLines.push({ level, text: args.map(String).join(' ') });
        original(...args);
      };
    }
  }

  create(): VapiInstance {
    const config = { avoidEval: true, callObjectBundleUrlOverride: this.machineUrl };
    this.vapi = new window.sdk.Vapi('public-key', window.location.origin, config as never);
    for (const name of eventNames.split(' ')) this.recordEvents(this.vapi, name);
    return this.vapi;
  }

  recordEvents(emitter: unknown, name: string): void {
    const { on } = emitter as { on: (name: string, listen: (payload: unknown) => void) => void };
    on.call(emitter, name, (payload) => void this.events.push({ name, payload }));
  }

  /** @param answer fields of the API response to `POST /call/web` @returns what `start` returns */
  dial(answer: object = {}): Promise<unknown> {
    Object.assign(this.apiResponse, answer);
    return this.create().start('assistant-1');
  }

  /** Joins a call that our server has created. */
  reconnect(): Promise<void> {
    return this.create().reconnect(webCall as never);
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

  getPayloads(name: string) {
    return this.events.filter((event) => event.name === name).map(({ payload }) => payload);
  }

  getProgress() {
    return this.getPayloads('call-start-progress').map(({ stage, status }) => `${stage} ${status}`);
  }

  getStatuses(name: string): string[] {
    const steps = this.getPayloads('call-start-progress').filter(({ stage }) => stage === name);
    return steps.map(({ status }) => status);
  }

  /** The metadata that the SDK reports once the voice API has created the call. */
  getCreationMetadata() {
    return this.getPayloads('call-start-progress').filter(
      ({ stage }) => stage === 'web-call-creation',
    )[1].metadata;
  }

  getConsoleLines(level: string): string[] {
    return this.consoleLines.filter((line) => line.level === level).map(({ text }) => text);
  }

  /** The values of the call library's constants whose names start with a prefix. */
  getConstants(prefix: string): unknown[] {
    const names = Object.keys(this.library).filter((name) => name.startsWith(prefix));
    return names.map((name) => this.library[name]).sort();
  }

  /** The error message of each attempt; null if it succeeds. */
  async collectRefusals(...attempts: (() => unknown)[]): Promise<(string | null)[]> {
    const messages: (string | null)[] = [];
    for (const attempt of attempts) {
      try {
        await attempt();
        messages.push(null);
      } catch (error) {
        messages.push(error instanceof Error ? error.message : JSON.stringify(error));
      }
    }
    return messages;
  }

  async tryEach<Value>(
    on: 'call' | 'joined' | 'nothing',
    values: Value[],
    attempt: Attempt<Value>,
  ): Promise<(string | null)[]> {
    const call = (await this[on]()) as Call;
    return this.collectRefusals(...values.map((value) => () => attempt(call, value, this)));
  }

  /** Runs an attempt, and adds the lines of the console to the message of its error. */
  async rethrowWithConsoleLines(attempt: () => unknown): Promise<void> {
    const before = this.consoleLines.length;
    try {
      await attempt();
    } catch (error) {
      const lines = this.consoleLines.slice(before).map(({ text }) => text);
      throw new Error([String(error), ...lines].join('\n'), { cause: error });
    }
  }

  async waitUntil(isDone: () => boolean, what: string): Promise<void> {
    for (let frames = 0; !isDone(); frames += 1) {
      if (frames > 1_000) throw new Error(`${what} did not happen`);
      await waitForNextFrame();
    }
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async waitForRequest(action: string): Promise<any> {
    await this.waitUntil(() => (window.machine?.getRequests(action).length ?? 0) > 0, action);
    await this.waitUntilSettled();
    return window.machine.getRequests(action).at(-1);
  }

  /** The properties in the last request of this kind. */
  async waitForProperties(action: string): Promise<Record<string, unknown>> {
    return (await this.waitForRequest(action)).properties;
  }

  /** How many requests of this kind the call machine got. */
  countRequests(action: string): number {
    return window.machine.getRequests(action).length;
  }

  /**
   * Waits until all messages so far, and their answers, have been handled. A window delivers
   * messages in order, so we post a few of our own and wait for them.
   */
  async waitUntilSettled(): Promise<void> {
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
    await waitForNextFrame();
  }

  /** Sends messages from the call machine, and waits until they have been handled. */
  async send(...messages: Message[]): Promise<void> {
    for (const message of messages) window.machine.send(message);
    await this.waitUntilSettled();
  }

  /** Sends app messages of the assistant. */
  sendAppMessages(...messages: unknown[]): Promise<void> {
    const from = { action: 'app-message', fromId: 'assistant' };
    return this.send(...messages.map((data) => ({ ...from, data })));
  }

  sendAudioLevels(...levels: number[]): Promise<void> {
    const named = levels.map((reportLevels, index) => [`remote-${index}`, reportLevels]);
    const participantsAudioLevel = Object.fromEntries(named) as Record<string, number>;
    return this.send({ action: 'remote-participants-audio-level', participantsAudioLevel });
  }

  sendFatalError(type: string, msg = 'No'): Promise<void> {
    return this.send({ action: 'error', errorMsg: msg, error: { type, msg } });
  }

  createParticipant(fields: object = {}, state = 'playable') {
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

  createAudioTrack(): MediaStreamTrack {
    const [track] = new AudioContext().createMediaStreamDestination().stream.getAudioTracks();
    if (!track) throw new Error('The browser created no audio track.');
    return track;
  }

  /** Waits until the assistant's audio plays, which the SDK reports into the call. */
  waitUntilPlaying(): Promise<void> {
    const isReported = () =>
      window.machine.getRequests('app-msg').some(({ data }) => data === 'playable');
    return this.waitUntil(isReported, 'playable');
  }

  /** Adds a remote participant whose audio plays at once. */
  async addParticipant(fields: object = {}): Promise<void> {
    const participant = this.createParticipant(fields);
    const [participantId, pendingTrack] = [participant.session_id, this.createAudioTrack()];
    window.machine.remoteTracks.push({ participantId, type: 'cam', pendingTrack });
    await this.send({ action: 'participant-joined', participant });
  }

  /** A start that fails because a call object already exists. */
  dialWithOtherCall(): Promise<unknown> {
    this.call();
    return this.dial();
  }

  /** Starts a call of which one request is answered with an error. */
  dialRefusedAt(action: string, type: string, msg: string): Promise<unknown> {
    window.machinePlan = { answers: { [action]: { error: { type, msg } } } };
    return this.dial();
  }

  dialRefused(): Promise<unknown> {
    const sentence = 'You are not allowed to join this meeting.';
    return this.dialRefusedAt('join-meeting', 'not-allowed', sentence);
  }

  /**
   * A start whose call ends at the moment it is joined. The SDK's clean-up and its start then race:
   * with the right number of microtasks between the two messages, the start goes on without a call.
   */
  async dialEndedAtOnce(): Promise<void> {
    window.machinePlan = { answers: { 'join-meeting': 'nothing' } };
    for (let microtasks = 1; microtasks < 30; microtasks += 1) {
      this.events = [];
      const started = this.dial();
      await this.waitUntil(
        () => window.machine?.getRequests('join-meeting').length === 1,
        'join-meeting',
      );
      window.machine.sendSynchronously({ action: 'left-meeting' });
      for (let step = 0; step < microtasks; step += 1) await null;
      window.machine.sendSynchronously(window.machine.createJoinedMessage());
      await Promise.race([started, this.waitUntilSettled()]);
      if (this.getProgress().some((step) => step.endsWith(' failed'))) return;
      await this.vapi.stop();
      delete (window as Partial<Window>).machine;
    }
    this.events = [];
  }
}

window.lab = new Lab();

declare global {
  interface Window {
    lab: Lab;
    sdk: { Vapi: typeof Vapi; callLibrary: CallLibrary };
  }
}
