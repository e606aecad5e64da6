import { openChannel, type Message } from '@/local/voice/machine/channel';
import { describeVisitor } from '@/local/voice/machine/participants';

/** What a test changes about the call machine. */
export interface MachinePlan {
  /** Fields of the answers to requests, by action; 'nothing' leaves a request unanswered. */
  answers?: Record<string, Record<string, unknown> | 'nothing'>;
  /** Fields of `joined-meeting`'s `internal`. */
  internal?: Record<string, unknown>;
}

/** The remotely loaded half of the call library, under the test's control. */
export class CallMachine {
  readonly requests: Message[] = [];
  /** Tracks of remote participants, which the call library reads from the machine's state. */
  readonly remoteTracks: { participantId: string; type: string; pendingTrack: MediaStreamTrack }[] =
    [];
  private readonly channel;

  constructor(
    private readonly callClientId: string,
    private readonly plan: MachinePlan,
  ) {
    this.channel = openChannel(callClientId, (request) => this.answer(request));
    this.send({ action: 'call-machine-initialized' });
    this.send({ action: 'loaded' });
  }

  send(message: Message): void {
    this.channel.post(message);
  }

  /** Sends a message that is handled before this returns. */
  sendSynchronously(message: Message): void {
    const data = {
      ...message,
      what: 'iframe-call-message',
      from: 'embedded',
      callClientId: this.callClientId,
    };
    const { origin } = window.location;
    window.dispatchEvent(new MessageEvent('message', { data, origin, source: window }));
  }

  createJoinedMessage(): Message {
    const local = describeVisitor({ subscribed: true, state: 'playable' });
    const { internal = {} } = this.plan;
    return { action: 'joined-meeting', participants: { local }, internal };
  }

  getRequests(action: string): Message[] {
    return this.requests.filter((request) => request.action === action);
  }

  readonly getState = () => ({
    local: { public: { subscribedTracks: { ALL: true } }, streams: {} },
    participants: {},
    streams: Object.fromEntries(
      this.remoteTracks.map((track, index) => [
        index,
        { ...track, starttime: new Date(index).toISOString() },
      ]),
    ),
  });

  private answer(request: Message): void {
    this.requests.push(request);
    const planned = this.plan.answers?.[request.action];
    if (planned === 'nothing') return;
    if (planned) return this.channel.reply(request, planned);
    if (request.action === 'join-meeting') return this.send(this.createJoinedMessage());
    if (request.action === 'leave-meeting') return this.send({ action: 'left-meeting' });
    const { inputSettings = {} } = request;
    this.channel.reply(request, { inputSettings, results: { result: 'passed' } });
  }
}

const callClientId = window._daily?.pendings.shift();
const instance = callClientId ? window._daily?.instances[callClientId] : undefined;

if (callClientId && instance) {
  const machine = new CallMachine(callClientId, window.machinePlan ?? {});
  window.machine = machine;
  instance.callMachine = { store: machine, reset: () => undefined };
}

declare global {
  interface Window {
    machine: CallMachine;
    /** Set by a test before the call. */
    machinePlan?: MachinePlan;
  }
}
