import type { FakeRoom } from './fake-room';
import { FakeSdk } from './fake-sdk';

export class FakeTrack {
  readonly kind = 'audio';
  enabled = true;
  readyState: 'live' | 'ended' = 'live';
  stop() {
    this.readyState = 'ended';
  }
}

interface Deferred<Value> {
  promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

export function defer<Value>(): Deferred<Value> {
  const deferred = {} as Deferred<Value>;
  deferred.promise = new Promise((resolve, reject) => Object.assign(deferred, { resolve, reject }));
  return deferred;
}

type FakeStream = { getTracks(): FakeTrack[] };

/**
 * Everything outside the product: devices, network, SDK and assistant. They behave like the real SDK over its call
 * machine, races included, but move only when a test says so. They repeat the faults of the real ones: a stop during
 * dialling does nothing, start() never settles after a stop during joining, and of two overlapping leaves the first
 * hangs.
 */
export class FakeWorld {
  readonly tracks: FakeTrack[] = [];
  readonly rooms: FakeRoom[] = [];
  readonly sdks: FakeSdk[] = [];
  /** Permission prompts without an answer. */
  prompts: Deferred<FakeStream>[] = [];
  /** Requests for a room without an answer. */
  posts: Deferred<{ id: string; webCallUrl: string }>[] = [];
  mobile = false;
  /** The microphone is allowed already: it opens without a prompt. */
  permitted = false;
  refusesPlayback = false;

  readonly Sdk = ((world: FakeWorld) =>
    class extends FakeSdk {
      constructor() {
        super(world);
      }
    })(this);

  /** What makes a call live after Start was pressed, in order. */
  readonly answers = [
    () => this.answerPrompt(),
    () => this.answerPost(),
    () => this.room?.loadScript(),
    () => this.room?.acceptJoin(),
    () => this.room?.connectAssistant(),
  ];

  get liveTracks(): FakeTrack[] {
    return this.tracks.filter(({ readyState }) => readyState === 'live');
  }
  get openRooms(): FakeRoom[] {
    return this.rooms.filter((room) => !room.over);
  }
  get room(): FakeRoom | undefined {
    return this.openRooms.at(-1);
  }
  get sdk(): FakeSdk | undefined {
    return this.sdks.at(-1);
  }

  readonly getUserMedia = (): Promise<FakeStream> => {
    if (this.permitted) return Promise.resolve(this.openMicrophone());
    const prompt = defer<FakeStream>();
    this.prompts.push(prompt);
    return prompt.promise;
  };

  openMicrophone(): FakeStream {
    const track = new FakeTrack();
    this.tracks.push(track);
    return { getTracks: () => [track] };
  }

  answerPrompt(error?: DOMException): void {
    const prompt = this.prompts.shift();
    if (!prompt) return;
    if (error) return prompt.reject(error);
    this.permitted = true;
    prompt.resolve(this.openMicrophone());
  }

  answerPost(error?: unknown): void {
    const post = this.posts.shift();
    if (error !== undefined) return post?.reject(error);
    post?.resolve({ id: `call-${this.sdks.length}`, webCallUrl: 'https://room.example/1' });
  }

  /** What the product posts on behalf of a hung call machine. */
  readonly onMessage = (message: unknown): void => {
    const { what, from, action } = message as Record<string, unknown>;
    if (what !== 'iframe-call-message' || from !== 'embedded' || action !== 'left-meeting') return;
    this.openRooms.forEach((room) => room.leave());
  };
}
