import type { EndedReason } from '../calls';
import type { Plan } from '../scenarios';
import { type AssistantMessage, type Message, openChannel } from './channel';
import type { Conversation } from './conversation/conversation';
import { describeAssistant, ASSISTANT_PARTICIPANT_ID, describeVisitor } from './participants';
import { wait } from './timing';
import { LevelObserver, Sound } from './audio/sound';
import type { TrackStore } from './store';
import { VisitorAudio } from './audio/visitor-audio';

/** One call. However it ends, every track is stopped and the AudioContext is closed. */
export class MachineCall {
  readonly sound = new Sound();
  readonly audio: VisitorAudio;
  readonly voiceLevels: LevelObserver;
  readonly microphoneLevels: LevelObserver;
  plan: Required<Plan> = { scenario: 'demo', language: 'en', pace: 'realistic' };
  conversation: Conversation | undefined;
  isLive = false;
  /** Set once the visitor is in the room. */
  private roomUrl: string | undefined;
  private endedReason: EndedReason | undefined;
  private readonly controller = new AbortController();
  private readonly channel;

  constructor(
    callClientId: string,
    readonly store: TrackStore,
    performAction: (call: MachineCall, request: Message) => void | Promise<void>,
    /** Returns the track that the page has given the SDK instead of a microphone. */
    readonly getGivenTrack: () => MediaStreamTrack | undefined = () => undefined,
  ) {
    this.channel = openChannel(callClientId, (request) =>
      this.run(async () => performAction(this, request)),
    );
    this.audio = new VisitorAudio(this);
    this.voiceLevels = new LevelObserver(() => {
      const participantsAudioLevel = { [ASSISTANT_PARTICIPANT_ID]: this.sound.measureVoiceLevel() };
      this.post({ action: 'remote-participants-audio-level', participantsAudioLevel });
    }, this.signal);
    this.microphoneLevels = new LevelObserver(() => {
      this.post({ action: 'local-audio-level', audioLevel: this.sound.measureMicrophoneLevel() });
    }, this.signal);
    this.post({ action: 'call-machine-initialized' });
    this.post({ action: 'loaded' });
  }

  /** Aborted when the call ends. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Starts work that the end of the call aborts. */
  run(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (!this.signal.aborted) this.fail('connection-error', String(error));
    });
  }

  post(message: Message): void {
    this.channel.post(message);
  }

  reply(request: Message, fields?: Record<string, unknown>): void {
    this.channel.reply(request, fields);
  }

  /** Reports that the visitor is in the room, and starts the call's maximum. */
  enter(roomUrl: string, maxSeconds: number): void {
    this.roomUrl = roomUrl;
    notifyProvider(roomUrl, 'joined');
    window.addEventListener('pagehide', () => this.reportLeft(), { signal: this.signal });
    this.run(async () => {
      await wait(maxSeconds * 1000, this.signal);
      this.hangUp('exceeded-max-duration');
    });
  }

  /** Sends a message of the assistant, an object as JSON. */
  send(message: 'listening' | AssistantMessage): void {
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    this.post({ action: 'app-message', data, fromId: ASSISTANT_PARTICIPANT_ID });
  }

  announceAudio(): void {
    if (!this.roomUrl) return;
    this.post({
      action: 'participant-updated',
      participant: describeVisitor(this.audio.describeState()),
    });
  }

  leave(): void {
    this.post({ action: 'left-meeting' });
    this.release();
  }

  /** Ends the call as the assistant does. */
  hangUp(endedReason: EndedReason): void {
    this.announceEnd(endedReason);
    this.dismissAssistant();
    this.fail('ejected', 'Meeting has ended');
  }

  /** Says that the call has ended; the room stays open. */
  announceEnd(endedReason: EndedReason): void {
    this.endedReason = endedReason;
    this.send({ type: 'status-update', status: 'ended', endedReason });
  }

  /** The assistant leaves; the room stays open. */
  dismissAssistant(): void {
    this.post({ action: 'participant-left', participant: describeAssistant(false) });
  }

  fail(type: string, msg: string, details?: Record<string, unknown>): void {
    if (type === 'ejected') this.endedReason ??= 'manually-canceled';
    const error = { type, msg, ...(details ? { details: JSON.stringify(details) } : {}) };
    this.post({ action: 'error', errorMsg: msg, error });
    if (this.roomUrl) this.post({ action: 'left-meeting' });
    this.release();
  }

  release(): void {
    if (this.signal.aborted) return;
    this.reportLeft();
    this.controller.abort();
    this.channel.close();
    this.audio.close();
    this.store.voice = undefined;
    this.sound.close();
  }

  private reportLeft(): void {
    const { endedReason = 'customer-ended-call' } = this;
    if (this.roomUrl) notifyProvider(this.roomUrl, 'left', { endedReason });
  }
}

/** Reports that the visitor has joined or left; a beacon is sent even while the page unloads. */
function notifyProvider(roomUrl: string, event: 'joined' | 'left', fields = {}): void {
  const { origin, pathname } = new URL(roomUrl);
  navigator.sendBeacon(`${origin}${pathname}/${event}`, JSON.stringify(fields));
}
