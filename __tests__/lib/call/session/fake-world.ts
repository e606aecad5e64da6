import type { SdkStartResult, VoiceSdkClass } from '@/lib/call/sdk/voice-sdk';
import type { FakeRoom } from '../sdk/fake-room';
import { FakeSdk, createCall } from '../sdk/fake-sdk';
import {
  defer,
  FakeDevices,
  FakeTrack,
  type Deferred,
  type FakeStream,
} from '../audio/fake-devices';

interface TicketAnswer {
  status: number;
  json(): Promise<unknown>;
}
type TicketRequest = Deferred<TicketAnswer>;

/**
 * Everything outside the product: devices, network, SDK and assistant. They behave like the real
 * SDK over its call machine, races included, but move only when a test says so. They repeat the
 * faults of the real ones: a stop during dialling does nothing, start() never settles after a stop
 * during joining, and of two overlapping leaves the first hangs.
 */
export class FakeWorld {
  readonly tracks: FakeTrack[] = [];
  readonly rooms: FakeRoom[] = [];
  readonly sdks: FakeSdk[] = [];
  /** Unanswered permission prompts. */
  prompts: (Deferred<FakeStream> & { deviceId: string })[] = [];
  /** Unanswered requests for a ticket, except those that were aborted. */
  tickets: TicketRequest[] = [];
  /** When each ticket was issued (epoch ms). */
  readonly issued = new Map<string, number>();
  /** The ticket of each call that was dialled, and those that had expired by then. */
  readonly dialled: string[] = [];
  readonly expired: string[] = [];
  /** The bodies of ticket requests, and the reports of ended calls that our server got. */
  readonly ticketBodies: unknown[] = [];
  readonly leaveReports: { ticket: string; callId: string | null }[] = [];
  readonly outcomeReports: unknown[] = [];
  /** How many silent sources are running. */
  silentSourceCount = 0;
  /** Unanswered requests for a room. */
  posts: Deferred<SdkStartResult>[] = [];
  readonly devices = new FakeDevices((constraints) => this.getUserMedia(constraints));
  /** As with the real SDK, the room shows a new microphone only after the answer to the switch. */
  shouldShowMicrophoneLate = false;
  /** What the browser was asked to open. */
  readonly mediaRequests: (MediaStreamConstraints | undefined)[] = [];
  isMobile = false;
  /** The microphone is allowed already: it opens without a prompt. */
  isPermitted = false;
  shouldRefusePlayback = false;

  readonly Sdk = ((world: FakeWorld) =>
    class extends FakeSdk {
      constructor(...[ticket = '', , , source]: Partial<ConstructorParameters<VoiceSdkClass>>) {
        super(world, ticket, source?.audioSource as unknown as FakeTrack | undefined);
      }
    })(this);

  /** What makes a call live after Start was pressed, in order. */
  readonly answers = [
    () => this.answerTicket(),
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

  readonly requestTicket = (body: unknown, signal: AbortSignal): Promise<TicketAnswer> => {
    const request = defer<TicketAnswer>();
    this.ticketBodies.push(body);
    this.tickets.push(request);
    signal.addEventListener('abort', () => {
      this.tickets = this.tickets.filter((open) => open !== request);
      request.reject(new DOMException('', 'AbortError'));
    });
    return request.promise;
  };

  /** @param error why our server refuses the call */
  answerTicket(error?: string): void {
    const request = this.tickets.shift();
    if (!request) return;
    const ticket = `ticket-${this.issued.size + 1}`;
    if (error === undefined) this.issued.set(ticket, Date.now());
    const body =
      error === undefined
        ? { ok: true, ticket, lifetimeSeconds: 120 }
        : { ok: false, error, message: 'The server’s words' };
    const status = error === undefined ? 200 : 429;
    request.resolve({ status, json: () => Promise.resolve(body) });
  }

  useTicket(ticket: string): void {
    this.dialled.push(ticket);
    const age = Date.now() - (this.issued.get(ticket) ?? Number.NaN);
    if (age > 120_000) this.expired.push(ticket);
  }

  answerPrompt(error?: DOMException): void {
    const prompt = this.prompts.shift();
    if (!prompt) return;
    if (error) return prompt.reject(error);
    this.isPermitted = true;
    prompt.resolve(this.openMicrophone(prompt.deviceId));
  }

  answerPost(error?: unknown): void {
    const post = this.posts.shift();
    if (error !== undefined) return post?.reject(error);
    post?.resolve(createCall(`call-${this.sdks.length}`));
  }

  /** What the product posts on behalf of a hung call machine. */
  readonly onMessage = (message: unknown): void => {
    const { what, from, action } = message as Record<string, unknown>;
    if (what !== 'iframe-call-message' || from !== 'embedded' || action !== 'left-meeting') return;
    this.openRooms.forEach((room) => room.leave());
  };
}
