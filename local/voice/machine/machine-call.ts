import type { SdkSentMessage } from '@/lib/call/sdk/voice-sdk';
import type { EndedReason } from '../calls';
import { parsePlan, type Scenario, wait } from '../scenarios';
import { blockPlayback, CallAudio } from './audio';
import { Conversation } from './conversation';
import {
  ASSISTANT_ID,
  type AssistantMessage,
  describeAssistant,
  describeStore,
  describeVisitor,
  type Message,
  SdkChannel,
  type SdkInstance,
} from './protocol';

const FAULT_DELAY_MS = 1500;
const LEVEL_INTERVAL_MS = 100;

/** However it ends, every track is stopped and the AudioContext is closed. */
export class MachineCall {
  private readonly audio = new CallAudio();
  private scenario: Scenario = {};
  private conversation: Conversation | undefined;
  /** Set while the SDK is subscribed to it. */
  private voice: MediaStreamTrack | undefined;
  private isLive = false;
  /** Set once the visitor is in the room. */
  private roomUrl: string | undefined;
  private endedReason: EndedReason | undefined;
  private readonly channel: SdkChannel;
  private readonly controller = new AbortController();
  readonly signal = this.controller.signal;

  /** The SDK's requests by the `action` of its message. */
  private readonly actions: Partial<Record<string, (request: Message) => void | Promise<void>>> = {
    'join-meeting': (request) => this.join(request),
    'leave-meeting': () => this.leave(),
    'update-participant': (request) => this.subscribe(request),
    'app-msg': ({ data }) => this.takeMessage(data),
    'local-audio': ({ state }) => this.setLocalAudio(state === true),
    'start-remote-participants-audio-level-observer': (request) =>
      this.reportLevels(request, () => ({
        action: 'remote-participants-audio-level',
        participantsAudioLevel: { [ASSISTANT_ID]: this.audio.voiceMeter.measure() },
      })),
    'start-local-audio-level-observer': (request) =>
      this.reportLevels(request, () => ({
        action: 'local-audio-level',
        audioLevel: this.audio.microphoneMeter.measure(),
      })),
    'update-input-settings': (request) =>
      this.channel.reply(request, { inputSettings: request.inputSettings }),
    'set-input-devices': (request) => this.changeMicrophone(request),
  };

  constructor(
    callClientId: string,
    private readonly instance: SdkInstance,
  ) {
    const getState = () => describeStore(this.audio.microphone, this.voice);
    instance.callMachine = { store: { getState }, reset: () => undefined };
    const answer = (request: Message) => {
      // Unknown actions are answered with the devices in use.
      const reply = () => this.channel.reply(request, this.audio.describeDevices());
      this.run(async () => (this.actions[request.action] ?? reply)(request));
    };
    this.channel = new SdkChannel(callClientId, answer, this.signal);
    this.channel.post({ action: 'call-machine-initialized' });
    this.channel.post({ action: 'loaded' });
  }

  /** Starts work that the end of the call aborts. */
  private run(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (!this.signal.aborted) this.fail('connection-error', String(error));
    });
  }

  private async join(request: Message): Promise<void> {
    const { signal } = this;
    const { url } = request.properties as { url: string };
    const { assistantId = '', maxSeconds } = Object.fromEntries(new URL(url).searchParams);
    const plan = parsePlan(assistantId);
    this.scenario = plan.scenario;
    const { joinMs = 0, arriveMs = 0 } = this.scenario;
    this.conversation = new Conversation({
      plan,
      roomUrl: url,
      audio: this.audio,
      send: (message) => this.send(message),
      signal,
    });
    const joining = wait(joinMs, signal);
    if (!this.useGivenTrack()) {
      const failure = await this.audio.open(this.scenario, signal);
      if (failure) this.channel.post(failure);
    }
    await joining;

    if (this.scenario.join) return this.scenario.join(this, request);
    this.roomUrl = url;
    this.notifyProvider('joined');
    window.addEventListener('pagehide', () => this.notifyProvider('left'), { signal });
    this.run(async () => {
      await wait(Number(maxSeconds) * 1000, signal);
      this.hangUp('exceeded-max-duration');
    });
    this.channel.post({
      action: 'joined-meeting',
      participants: { local: describeVisitor(this.audio.describeState()) },
      internal: { _maxAppMessageSize: 4096 },
    });

    await wait(arriveMs, signal);
    if (this.scenario.arrive) return this.scenario.arrive(this);
    if (this.scenario.isPlaybackBlocked) blockPlayback(signal);
    this.channel.post({ action: 'participant-joined', participant: describeAssistant(false) });
  }

  /** JSON, or `playable` once the page can play the assistant's voice. */
  private async takeMessage(data: unknown): Promise<void> {
    if (data === 'playable') return this.startConversation();
    const sent: SdkSentMessage = JSON.parse(String(data));
    if (sent.type === 'end-call') return this.hangUp('customer-ended-call');
    if (sent.type === 'add-message' && sent.message.role === 'user') this.conversation?.hear();
    if (sent.type === 'say') await this.conversation?.say(sent.message);
  }

  private subscribe({ id, properties }: Message): void {
    const { setSubscribedTracks: wanted } = Object(properties) as {
      setSubscribedTracks?: { audio?: boolean };
    };
    if (id !== ASSISTANT_ID || !wanted) return;
    const isSubscribed = wanted.audio === true;
    // The state must have the track before the message announces it.
    this.voice = isSubscribed ? this.audio.voice.getAudioTracks()[0] : undefined;
    this.channel.post({
      action: 'participant-updated',
      participant: describeAssistant(isSubscribed),
    });
  }

  private async setLocalAudio(isOn: boolean): Promise<void> {
    this.audio.setOn(isOn);
    this.announceAudio();
    if (!this.scenario.noiseFilterDropsOut || isOn) return;
    await wait(500, this.signal);
    const errorMsg = 'The noise filter stopped working.';
    this.channel.post({ action: 'nonfatal-error', type: 'audio-processor-error', errorMsg });
  }

  private async reportLevels(request: Message, measure: () => Message): Promise<void> {
    this.channel.reply(request);
    for (;;) {
      await wait(LEVEL_INTERVAL_MS, this.signal);
      this.channel.post(measure());
    }
  }

  /** The page always gives a track, never the id of a device. */
  private changeMicrophone(request: Message): void {
    this.useGivenTrack();
    const devices = this.audio.describeDevices();
    this.channel.reply(request, devices);
    this.channel.post({ action: 'selected-devices-updated', devices });
    this.announceAudio();
  }

  private useGivenTrack(): boolean {
    const track = this.instance.tracks?.audioTrack;
    if (track) this.audio.useTrack(track);
    return track !== undefined;
  }

  private async startConversation(): Promise<void> {
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
  private send(message: 'listening' | AssistantMessage): void {
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    this.channel.post({ action: 'app-message', data, fromId: ASSISTANT_ID });
  }

  private announceAudio(): void {
    const participant = describeVisitor(this.audio.describeState());
    if (this.roomUrl) this.channel.post({ action: 'participant-updated', participant });
  }

  private leave(): void {
    this.channel.post({ action: 'left-meeting' });
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
    this.channel.post({ action: 'participant-left', participant: describeAssistant(false) });
  }

  announceNetwork(event: 'interrupted' | 'connected'): void {
    this.channel.post({ action: 'network-connection', type: 'signaling', event });
  }

  refuseJoin(request: Message): void {
    const error = { type: 'not-allowed', msg: 'You are not allowed to join this meeting.' };
    this.channel.reply(request, { error });
    this.release();
  }

  fail(type: string, msg: string): void {
    this.channel.post({ action: 'error', errorMsg: msg, error: { type, msg } });
    if (this.roomUrl) this.channel.post({ action: 'left-meeting' });
    this.release();
  }

  private release(): void {
    if (this.signal.aborted) return;
    this.notifyProvider('left');
    this.controller.abort();
    this.audio.close();
    this.voice = undefined;
  }

  /** A beacon is sent even from a closing page. */
  private notifyProvider(event: 'joined' | 'left'): void {
    const { roomUrl, endedReason } = this;
    if (!roomUrl) return;
    const { origin, pathname } = new URL(roomUrl);
    navigator.sendBeacon(`${origin}${pathname}/${event}`, JSON.stringify({ endedReason }));
  }
}

declare global {
  interface Window {
    _daily?: { pendings: string[]; instances: Record<string, SdkInstance> };
  }
}

// The SDK loads this script once for each call object, whose id is here. It removes the object if
// loading is canceled.
const callClientId = window._daily?.pendings.shift();
const instance = callClientId ? window._daily?.instances[callClientId] : undefined;
if (callClientId && instance) new MachineCall(callClientId, instance);
