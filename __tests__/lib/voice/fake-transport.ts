import type { SdkEvents, SdkParticipant, SdkRoom, VoiceSdk } from '@/lib/voice/voice-sdk';

/**
 * A transport that behaves like the real SDK over its call machine, races included, but moves only when
 * a test says so. What it gets wrong on purpose is what the real one gets wrong: a stop during dialling
 * does nothing, start() never settles after a stop during joining, and a second overlapping leave makes
 * the first one hang.
 */

export class FakeTrack {
  readonly kind = 'audio';
  enabled = true;
  readyState: 'live' | 'ended' = 'live';
  stop() {
    this.readyState = 'ended';
  }
}

class FakeStream {
  constructor(private readonly tracks: FakeTrack[]) {}
  getTracks() {
    return this.tracks;
  }
}

interface Deferred<Value> {
  promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

function defer<Value>(): Deferred<Value> {
  let resolve!: (value: Value) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

const never = new Promise<never>(() => undefined);

/** Everything outside the product: devices, network, the other side of the line. */
export class FakeWorld {
  readonly tracks: FakeTrack[] = [];
  readonly rooms: FakeRoom[] = [];
  readonly sdks: FakeSdk[] = [];
  /** Prompts for the microphone that nobody has answered yet. */
  prompts: Deferred<FakeStream>[] = [];
  /** Requests for a room that have not been answered yet. */
  posts: Deferred<{ id: string; webCallUrl: string }>[] = [];
  mobile = false;
  /** The machine opens the microphone without asking: the visitor has answered before. */
  permitted = false;
  refusesPlayback = false;

  readonly Sdk = ((world: FakeWorld) =>
    class extends FakeSdk {
      constructor() {
        super(world);
      }
    })(this);

  get liveTracks(): FakeTrack[] {
    return this.tracks.filter(({ readyState }) => readyState === 'live');
  }
  get openRooms(): FakeRoom[] {
    return this.rooms.filter(({ state }) => state !== 'left-meeting' && state !== 'error');
  }
  get room(): FakeRoom | undefined {
    return this.openRooms.at(-1);
  }
  get sdk(): FakeSdk | undefined {
    return this.sdks.at(-1);
  }

  readonly capture = (): Promise<FakeStream> => {
    if (this.permitted) return Promise.resolve(this.open());
    const prompt = defer<FakeStream>();
    this.prompts.push(prompt);
    return prompt.promise;
  };

  open(): FakeStream {
    const track = new FakeTrack();
    this.tracks.push(track);
    return new FakeStream([track]);
  }

  answerPrompt(error?: DOMException): void {
    const prompt = this.prompts.shift();
    if (!prompt) return;
    if (error) {
      prompt.reject(error);
      return;
    }
    this.permitted = true;
    prompt.resolve(this.open());
  }

  answerPost(error?: unknown): void {
    const post = this.posts.shift();
    if (error === undefined) {
      post?.resolve({ id: `call-${this.sdks.length}`, webCallUrl: 'https://room.example/1' });
    } else {
      post?.reject(error);
    }
  }

  /** What the widget says into the window in a hung machine's name. */
  readonly onMessage = (message: unknown): void => {
    const { what, from, action } = message as Record<string, unknown>;
    if (what !== 'iframe-call-message' || from !== 'embedded' || action !== 'left-meeting') return;
    this.openRooms.forEach((room) => room.left());
  };
}

export class FakeRoom implements SdkRoom {
  state = 'new';
  micOpen = false;
  destroyed = false;
  hung = false;
  readonly sent: unknown[] = [];
  private readonly script = defer<void>();
  private readonly admission = defer<void>();
  private resolveLeave: (() => void) | undefined;
  private track: FakeTrack | undefined;
  private assistantTrack: FakeTrack | undefined;

  constructor(
    private readonly world: FakeWorld,
    private readonly sdk: FakeSdk,
  ) {
    world.rooms.push(this);
    // Refused before anybody waited for it, which is nobody's error.
    this.script.promise.catch(() => undefined);
    this.admission.promise.catch(() => undefined);
  }

  meetingState() {
    return this.state;
  }

  participants() {
    const all: Record<string, SdkParticipant> = {};
    if (this.track) {
      const state = this.micOpen ? 'playable' : 'off';
      const persistentTrack = this.track as unknown as MediaStreamTrack;
      all.local = { local: true, session_id: 'me', tracks: { audio: { state, persistentTrack } } };
    }
    if (this.assistantTrack) {
      const track = this.assistantTrack as unknown as MediaStreamTrack;
      const tracks = { audio: { state: 'playable', track } };
      all.bot = { local: false, session_id: 'bot', user_name: 'Vapi Speaker', tracks };
    }
    return all;
  }

  setLocalAudio(enabled: boolean) {
    if (this.state !== 'joined-meeting' || !this.track) return this;
    this.micOpen = enabled;
    this.track.enabled = enabled;
    queueMicrotask(() => this.updated());
    return this;
  }

  sendAppMessage(data: unknown) {
    this.sent.push(data);
    if (data === 'playable') this.sdk.emit('call-start');
  }

  private updated() {
    const { local } = this.participants();
    if (local && !this.destroyed) this.sdk.emit('daily-participant-updated', local);
  }

  /** Another microphone comes open, as every new one does, and is asked for like the first. */
  async switchesMicrophone(): Promise<void> {
    const stream = await this.world.capture();
    const [track] = stream.getTracks();
    if (this.state === 'left-meeting' || this.state === 'error') {
      track?.stop();
      return;
    }
    this.track?.stop();
    this.track = track;
    this.micOpen = true;
    setTimeout(() => this.updated());
  }

  async join(): Promise<void> {
    this.state = 'loading';
    await this.script.promise;
    this.state = 'joining-meeting';
    const stream = await this.world.capture();
    const [track] = stream.getTracks();
    if (this.state !== 'joining-meeting') {
      track?.stop();
      return never;
    }
    this.track = track;
    this.micOpen = true;
    await this.admission.promise;
    if (this.state !== 'joining-meeting') return never;
    this.state = 'joined-meeting';
  }

  scriptLoads() {
    if (this.state === 'loading') this.script.resolve();
  }

  admits() {
    if (this.state === 'joining-meeting') this.admission.resolve();
  }

  /** Join refused by a fatal error of the machine. */
  refuses(error: Record<string, unknown>) {
    if (this.state !== 'loading' && this.state !== 'joining-meeting') return;
    this.state = 'error';
    this.track?.stop();
    this.sdk.emit('error', { type: 'daily-error', error: { message: error, error } });
    this.script.reject(error);
    this.admission.reject(error);
  }

  assistantComes() {
    if (this.state !== 'joined-meeting' || this.assistantTrack) return;
    this.assistantTrack = new FakeTrack();
    if (this.world.refusesPlayback) {
      this.sdk.emit('error', { type: 'audio-start-failed', error: { name: 'NotAllowedError' } });
      return;
    }
    const player = document.createElement('audio');
    player.dataset.participantId = 'bot';
    document.body.append(player);
    this.sendAppMessage('playable');
  }

  /** The noise filter dies; recovering, the SDK switches the microphone on. */
  filterDrops() {
    if (this.state === 'joined-meeting') this.setLocalAudio(true);
  }

  /** The other side is gone: error first where there is one, then left-meeting. */
  closes(error?: Record<string, unknown>) {
    if (this.state !== 'joined-meeting') return;
    if (error) {
      this.sdk.emit('error', { type: 'daily-error', error: { message: error, error } });
    }
    this.left();
  }

  left() {
    if (this.state === 'left-meeting' || this.state === 'error') return;
    this.state = 'left-meeting';
    this.track?.stop();
    this.resolveLeave?.();
    this.sdk.leftMeeting();
  }

  private leave(): Promise<void> {
    return new Promise((resolve) => {
      if (this.state === 'left-meeting' || this.state === 'error') resolve();
      else if (this.state === 'loading' && !this.hung) {
        this.left();
        resolve();
      } else {
        // Overwrites the resolver of a leave that is still under way.
        this.resolveLeave = resolve;
        if (this.state !== 'new' && !this.hung) setTimeout(() => this.left(), 3);
      }
    });
  }

  async destroy(): Promise<void> {
    await this.leave();
    this.destroyed = true;
  }
}

type Listener = (payload: unknown) => void;

export class FakeSdk implements VoiceSdk {
  private readonly listeners = new Map<string, Listener[]>();
  private started = false;
  private call: FakeRoom | null = null;
  volume: number | null = null;
  devices: string[] = [];

  constructor(private readonly world: FakeWorld) {
    world.sdks.push(this);
  }

  on<Name extends keyof SdkEvents>(event: Name, listener: SdkEvents[Name]) {
    const before = this.listeners.get(event) ?? [];
    this.listeners.set(event, [...before, listener as Listener]);
    return this;
  }

  emit<Name extends keyof SdkEvents>(event: Name, ...[payload]: Parameters<SdkEvents[Name]>) {
    for (const listener of this.listeners.get(event) ?? []) listener(payload);
  }

  getDailyCallObject() {
    return this.call;
  }
  setVolume(volume: number) {
    this.volume = volume;
  }
  async setInputDevicesAsync({ audioDeviceId }: { audioDeviceId: string }) {
    this.devices.push(audioDeviceId);
    await this.call?.switchesMicrophone();
  }

  async start(): Promise<unknown> {
    if (this.started) return null;
    this.started = true;
    const progress = (
      stage: string,
      status: 'started' | 'completed',
      metadata: Record<string, unknown> = {},
    ) => this.emit('call-start-progress', { stage, status, metadata });
    try {
      progress('web-call-creation', 'started');
      const post = defer<{ id: string; webCallUrl: string }>();
      this.world.posts.push(post);
      const webCall = await post.promise;
      progress('web-call-creation', 'completed', { callId: webCall.id });
      if (this.world.rooms.some(({ destroyed }) => !destroyed)) {
        throw new Error('Duplicate DailyIframe instances are not allowed');
      }
      this.call = new FakeRoom(this.world, this);
      progress('daily-call-object-creation', 'completed');
      progress('mobile-permissions', 'started');
      // The SDK's own wait, on the clock of the test.
      // eslint-disable-next-line no-restricted-syntax
      if (this.world.mobile) await new Promise((resolve) => setTimeout(resolve, 1_000));
      progress('mobile-permissions', 'completed');
      progress('daily-call-join', 'started');
      await this.call.join();
      progress('daily-call-join', 'completed');
      progress('audio-observer-setup', 'completed');
      return webCall;
    } catch (error) {
      this.emit('error', { type: 'start-method-error', stage: 'unknown', error });
      await this.cleanup();
      return null;
    }
  }

  async stop(): Promise<void> {
    this.started = false;
    await this.cleanup();
  }

  leftMeeting() {
    this.emit('call-end');
    void this.cleanup();
  }

  private async cleanup() {
    this.started = false;
    if (!this.call) return;
    await this.call.destroy();
    this.call = null;
  }
}
