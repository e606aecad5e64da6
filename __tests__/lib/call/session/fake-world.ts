import type { CallEndRequest, CallRequest } from '@/lib/api';
import type { CallFailure } from '@/lib/call/types';
import type { VoiceSdkClass } from '@/lib/call/sdk/voice-sdk';
import { FakeSdk, type FakeRoom } from '../sdk/fake-sdk';
import {
  defer,
  FakeDevices,
  FakeTrack,
  type Deferred,
  type FakeStream,
} from '../audio/fake-devices';

interface Answer {
  ok: boolean;
  status: number;
  json(): Promise<unknown>;
}

export interface FailureReport {
  kind: CallFailure['kind'];
  stage: CallFailure['phase'];
}

export const createAnswer = (status: number, body: unknown): Answer => ({
  ok: status < 300,
  status,
  json: () => Promise.resolve(body),
});

/**
 * Everything outside the product: devices, network, SDK and assistant. They behave like the real
 * SDK over its call machine, races included, but move only when a test says so. They repeat the
 * faults of the real ones: reconnect() never settles after a stop during joining, and of two
 * overlapping leaves the first hangs.
 */
export class FakeWorld {
  readonly tracks: FakeTrack[] = [];
  readonly rooms: FakeRoom[] = [];
  readonly sdks: FakeSdk[] = [];
  /** Unanswered permission prompts. */
  prompts: (Deferred<FakeStream> & { deviceId: string })[] = [];
  /** Unanswered requests for a call, except those that were aborted. */
  posts: (Deferred<Answer> & { id: string })[] = [];
  /** The calls that were requested, and those that our server has refused. */
  readonly requested: CallRequest[] = [];
  readonly refused: string[] = [];
  /** The ends and the failures that our server was told of. */
  readonly endReports: CallEndRequest[] = [];
  readonly reports: FailureReport[] = [];
  /** What our server answers to the request for its settings. */
  readonly config: Record<string, unknown> = {
    configured: true,
    refusal: null,
    assistantId: 'default-assistant',
    callMachineUrl: null,
    maxSeconds: 300,
  };
  /** How many silent sources are running. */
  silentSourceCount = 0;
  readonly devices = new FakeDevices((constraints) => this.getUserMedia(constraints));
  /** What the browser was asked to open. */
  readonly mediaRequests: (MediaStreamConstraints | undefined)[] = [];
  isMobile = false;
  /** How often a room was refused, because another one was still open. */
  refusedRooms = 0;
  /** The microphone is allowed already: it opens without a prompt. */
  isPermitted = false;
  shouldRefusePlayback = false;

  readonly Sdk = ((world: FakeWorld) =>
    class extends FakeSdk {
      constructor(...given: Partial<ConstructorParameters<VoiceSdkClass>>) {
        super(world, given);
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
    return this.rooms.filter((room) => !room.isOver);
  }
  get room(): FakeRoom | undefined {
    return this.openRooms.at(-1);
  }
  get sdk(): FakeSdk | undefined {
    return this.sdks.at(-1);
  }

  get liveMicrophones(): FakeTrack[] {
    return this.liveTracks.filter(({ isSilent }) => !isSilent);
  }

  readonly getUserMedia = async (constraints?: MediaStreamConstraints): Promise<FakeStream> => {
    this.mediaRequests.push(constraints);
    const deviceId = this.devices.find(constraints);
    if (this.isPermitted) return this.openMicrophone(deviceId);
    const prompt = { ...defer<FakeStream>(), deviceId };
    this.prompts.push(prompt);
    return prompt.promise;
  };

  /** Replaces the list of plugged-in microphones. */
  plug(...inputs: string[]): void {
    this.devices.inputs = inputs;
    const isGone = ({ deviceId }: FakeTrack) => !inputs.includes(deviceId);
    this.liveMicrophones.filter(isGone).forEach((track) => track.lose());
    this.devices.dispatchEvent(new Event('devicechange'));
  }

  /** Replaces the list of plugged-in loudspeakers. */
  plugOutputs(...outputs: string[]): void {
    this.devices.outputs = outputs;
    this.devices.dispatchEvent(new Event('devicechange'));
  }

  openMicrophone(deviceId = ''): FakeStream {
    const track = new FakeTrack(false, deviceId);
    this.tracks.push(track);
    return { getTracks: () => [track] };
  }

  openSilence(): FakeTrack {
    const track = new FakeTrack(true);
    this.tracks.push(track);
    return track;
  }

  readonly requestCall = (body: CallRequest, signal: AbortSignal): Promise<Answer> => {
    const request = { ...defer<Answer>(), id: body.id };
    this.requested.push(body);
    this.posts.push(request);
    signal.addEventListener('abort', () => {
      this.posts = this.posts.filter((open) => open !== request);
      request.reject(new DOMException('', 'AbortError'));
    });
    return request.promise;
  };

  answerPrompt(error?: DOMException): void {
    const prompt = this.prompts.shift();
    if (!prompt) return;
    if (error) return prompt.reject(error);
    this.isPermitted = true;
    prompt.resolve(this.openMicrophone(prompt.deviceId));
  }

  /** @param error why our server refuses the call */
  answerPost(error?: string): void {
    const post = this.posts.shift();
    if (!post) return;
    if (error === undefined)
      return post.resolve(createAnswer(201, { webCallUrl: 'https://room.example' }));
    this.refused.push(post.id);
    post.resolve(createAnswer(429, { ok: false, error, message: 'The server’s words' }));
  }

  /** What the product posts on behalf of a hung call machine. */
  readonly onMessage = (message: unknown): void => {
    const { what, from, action } = message as Record<string, unknown>;
    if (what !== 'iframe-call-message' || from !== 'embedded' || action !== 'left-meeting') return;
    this.openRooms.forEach((room) => room.leave());
  };
}

/** Connects the browser's interfaces that jsdom lacks to a fake world. */
export function installBrowser(world: FakeWorld): void {
  globalThis.fetch = jest.fn((url: string, init?: RequestInit) => {
    const parseBody = () => JSON.parse(String(init?.body)) as never;
    if (url === '/api/call' && init?.method === 'POST')
      return world.requestCall(parseBody(), init.signal!);
    if (url === '/api/call/end') world.endReports.push(parseBody());
    if (url === '/api/call-failure') world.reports.push(parseBody());
    return Promise.resolve({ ok: true, json: () => Promise.resolve(world.config) });
  }) as unknown as typeof fetch;
  globalThis.MediaStream = class {
    constructor(readonly tracks: unknown[]) {}
  } as unknown as typeof MediaStream;
  Object.assign(globalThis, fakeAudio(world));
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: world.devices });
  HTMLMediaElement.prototype.play = () =>
    world.shouldRefusePlayback
      ? Promise.reject(new DOMException('', 'NotAllowedError'))
      : Promise.resolve();
  jest.spyOn(window, 'postMessage').mockImplementation(((message: unknown) => {
    world.onMessage(message);
  }) as typeof window.postMessage);
}

/** Fakes the part of Web Audio that makes a silent track. */
function fakeAudio(world: FakeWorld) {
  class Context {
    state = 'suspended';
    constructor() {
      world.silentSourceCount += 1;
    }
    createMediaStreamDestination() {
      const track = world.openSilence();
      return { stream: { getAudioTracks: () => [track] } };
    }
    resume() {
      this.state = 'running';
      return Promise.resolve();
    }
    close() {
      if (this.state === 'closed') return Promise.reject(new Error('closed'));
      this.state = 'closed';
      world.silentSourceCount -= 1;
      return Promise.resolve();
    }
  }
  class Source {
    connect() {}
    start() {}
  }
  return { AudioContext: Context, ConstantSourceNode: Source };
}

/** Advances the clock, and lets promises settle. */
export async function advance(ms: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(ms);
}
