import type { EndedReason } from '../calls';
import { type Plan, type Scenario, SCENARIOS } from '../scenarios';
import type { AssistantMessage, Channel, Message } from './channel';
import { Conversation } from './conversation';
import { ASSISTANT_ID, describeAssistant, describeVisitor, type TrackStore } from './participants';
import { Sound } from './sound';
import { VisitorAudio } from './visitor-audio';
import { wait } from './wait';

/** In ms, until the visitor joins, and until the assistant joins. */
const JOIN_MS = { realistic: 100, instant: 0 };
const FAULT_DELAY_MS = 1500;

/** However it ends, every track is stopped and the AudioContext is closed. */
export class MachineCall {
  readonly sound = new Sound();
  readonly audio = new VisitorAudio(this);
  scenario: Scenario = {};
  conversation: Conversation | undefined;
  private isLive = false;
  /** Set once the visitor is in the room. */
  private roomUrl: string | undefined;
  private endedReason: EndedReason | undefined;
  private readonly controller = new AbortController();
  readonly signal = this.controller.signal;

  constructor(
    readonly channel: Channel,
    readonly store: TrackStore,
    readonly getGivenTrack: () => MediaStreamTrack | undefined,
  ) {
    this.post({ action: 'call-machine-initialized' });
    this.post({ action: 'loaded' });
  }

  /** Starts work that the end of the call aborts. */
  run(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (!this.signal.aborted) this.fail('connection-error', String(error));
    });
  }

  post = (message: Message): void => this.channel.post(message);

  async join(request: Message): Promise<void> {
    const { signal } = this;
    const { url } = request.properties as { url: string };
    const { maxSeconds, ...parameters } = Object.fromEntries(new URL(url).searchParams);
    const plan = parameters as Plan;
    this.scenario = SCENARIOS[plan.scenario];
    const { joinMs = JOIN_MS[plan.pace], arriveMs = JOIN_MS[plan.pace] } = this.scenario;
    this.conversation = new Conversation({
      plan,
      scenario: this.scenario,
      roomUrl: url,
      sound: this.sound,
      send: (message) => this.send(message),
      signal,
    });
    const joining = wait(joinMs, signal);
    const givenTrack = this.getGivenTrack();
    if (givenTrack) this.audio.useTrack(givenTrack);
    else await this.audio.open();
    await joining;

    if (this.scenario.join) return this.scenario.join(this, request);
    this.roomUrl = url;
    this.notifyProvider('joined');
    window.addEventListener('pagehide', () => this.notifyProvider('left'), { signal });
    this.run(async () => {
      await wait(Number(maxSeconds) * 1000, signal);
      this.hangUp('exceeded-max-duration');
    });
    this.post({
      action: 'joined-meeting',
      participants: { local: describeVisitor(this.audio.describeState()) },
      internal: { _maxAppMessageSize: 4096 },
    });

    await wait(arriveMs, signal);
    if (this.scenario.arrive) return this.scenario.arrive(this);
    if (this.scenario.isPlaybackBlocked) blockPlayback(signal);
    this.post({ action: 'participant-joined', participant: describeAssistant(false) });
  }

  /** Starts the conversation, once the page can play the assistant's voice. */
  async startConversation(): Promise<void> {
    const { neverListens, fault } = this.scenario;
    if (this.isLive || neverListens) return;
    this.isLive = true;
    this.send('listening');
    this.send({ type: 'status-update', status: 'in-progress' });
    this.run(async () => {
      await wait(FAULT_DELAY_MS, this.signal);
      await fault?.(this);
    });
    if (this.scenario.speech === 'none') return;
    await this.conversation?.run();
    this.hangUp('assistant-ended-call');
  }

  /** Sends a message of the assistant, an object as JSON. */
  send(message: 'listening' | AssistantMessage): void {
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    this.post({ action: 'app-message', data, fromId: ASSISTANT_ID });
  }

  announceAudio(): void {
    const participant = describeVisitor(this.audio.describeState());
    if (this.roomUrl) this.post({ action: 'participant-updated', participant });
  }

  leave(): void {
    this.post({ action: 'left-meeting' });
    this.release();
  }

  hangUp(endedReason: EndedReason): void {
    this.announceEnd(endedReason);
    this.dismissAssistant();
    this.eject();
  }

  eject(): void {
    this.endedReason ??= 'manually-canceled';
    this.fail('ejected', 'Meeting has ended');
  }

  /** The room stays open. */
  announceEnd(endedReason: EndedReason): void {
    this.endedReason = endedReason;
    this.send({ type: 'status-update', status: 'ended', endedReason });
  }

  /** The room stays open. */
  dismissAssistant(): void {
    this.post({ action: 'participant-left', participant: describeAssistant(false) });
  }

  announceNetwork(event: 'interrupted' | 'connected'): void {
    this.post({ action: 'network-connection', type: 'signaling', event });
  }

  refuseJoin(request: Message): void {
    const error = { type: 'not-allowed', msg: 'You are not allowed to join this meeting.' };
    this.channel.reply(request, { error });
    this.release();
  }

  fail(type: string, msg: string): void {
    this.post({ action: 'error', errorMsg: msg, error: { type, msg } });
    if (this.roomUrl) this.post({ action: 'left-meeting' });
    this.release();
  }

  private release(): void {
    if (this.signal.aborted) return;
    this.notifyProvider('left');
    this.controller.abort();
    this.channel.close();
    this.audio.close();
    this.store.voice = undefined;
    this.sound.close();
  }

  /** A beacon is sent even from a closing page. */
  private notifyProvider(event: 'joined' | 'left'): void {
    const { roomUrl, endedReason } = this;
    if (!roomUrl) return;
    const { origin, pathname } = new URL(roomUrl);
    navigator.sendBeacon(`${origin}${pathname}/${event}`, JSON.stringify({ endedReason }));
  }
}

/** Rejects play() as an autoplay policy does, until the next press or key, or the call's end. */
function blockPlayback(callEnd: AbortSignal): void {
  const { prototype } = HTMLMediaElement;
  const { play } = prototype;
  const error = "play() failed because the user didn't interact with the document first.";
  prototype.play = () => Promise.reject(new DOMException(error, 'NotAllowedError'));
  const unblock = () => void (prototype.play = play);
  for (const gesture of ['pointerdown', 'keydown'])
    window.addEventListener(gesture, unblock, { capture: true, signal: callEnd });
  callEnd.addEventListener('abort', unblock);
}
