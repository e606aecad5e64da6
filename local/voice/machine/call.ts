import type { Vapi } from '@vapi-ai/server-sdk';
import type { EndedReason } from '../calls';
import type { Plan } from '../scenarios';
import { openChannel, type Message } from './channel';
import type { Conversation } from './conversation';
import { LevelObserver } from './level-observer';
import { assistant, assistantParticipantId, visitor } from './participants';
import { readMaxMs } from './plan';
import { tellProvider } from './presence';
import { Sound } from './sound';
import type { TrackStore } from './store';
import { VisitorAudio } from './visitor-audio';
import { wait } from './wait';

/** What the assistant sends the page; `status-update` is published for servers only. */
export type AssistantMessage = Vapi.ClientMessageMessage | Vapi.ServerMessageStatusUpdate;

/**
 * One call, until `left-meeting`. However it ends, every track is stopped and the AudioContext is closed.
 */
export class Call {
  readonly sound = new Sound();
  readonly audio: VisitorAudio;
  readonly voiceLevels: LevelObserver;
  readonly microphoneLevels: LevelObserver;
  plan: Required<Plan> = { scenario: 'demo', language: 'en', pace: 'realistic' };
  conversation: Conversation | undefined;
  live = false;
  /** The room's address, once the visitor is in it. */
  private room: string | undefined;
  private endedReason: EndedReason | undefined;
  private readonly over = new AbortController();
  private readonly channel;

  constructor(
    callClientId: string,
    readonly store: TrackStore,
    act: (call: Call, request: Message) => void | Promise<void>,
    /** The track that the page has given the SDK in place of a microphone. */
    readonly givenTrack: () => MediaStreamTrack | undefined = () => undefined,
  ) {
    this.channel = openChannel(callClientId, (request) => this.run(async () => act(this, request)));
    this.audio = new VisitorAudio(this);
    this.voiceLevels = new LevelObserver(() => {
      const participantsAudioLevel = { [assistantParticipantId]: this.sound.voiceLevel() };
      this.post({ action: 'remote-participants-audio-level', participantsAudioLevel });
    }, this.signal);
    this.microphoneLevels = new LevelObserver(() => {
      this.post({ action: 'local-audio-level', audioLevel: this.sound.microphoneLevel() });
    }, this.signal);
    this.post({ action: 'call-machine-initialized' });
    this.post({ action: 'loaded' });
  }

  /** Aborted when the call is over. */
  get signal(): AbortSignal {
    return this.over.signal;
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

  /** Answers a request of the SDK; an `error` field rejects it there. */
  reply(request: Message, fields?: Record<string, unknown>): void {
    this.channel.reply(request, fields);
  }

  /** The visitor is in the room: the provider knows, and the call's maximum runs. */
  enter(roomUrl: string): void {
    this.room = roomUrl;
    tellProvider(roomUrl, 'joined');
    window.addEventListener('pagehide', () => this.tellLeft(), { signal: this.signal });
    this.run(async () => {
      await wait(readMaxMs(roomUrl), this.signal);
      this.hangUp('exceeded-max-duration');
    });
  }

  /** Sends a message of the assistant's: text, or an object as JSON. */
  send(message: 'listening' | AssistantMessage): void {
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    this.post({ action: 'app-message', data, fromId: assistantParticipantId });
  }

  announceAudio(): void {
    if (!this.room) return;
    this.post({ action: 'participant-updated', participant: visitor(this.audio.state()) });
  }

  leave(): void {
    this.post({ action: 'left-meeting' });
    this.release();
  }

  /** Ends the call normally, from the assistant's side. */
  hangUp(endedReason: EndedReason): void {
    this.endedReason = endedReason;
    this.send({ type: 'status-update', status: 'ended', endedReason });
    this.post({ action: 'participant-left', participant: assistant(false) });
    this.fail('ejected', 'Meeting has ended');
  }

  fail(type: string, msg: string, details?: Record<string, unknown>): void {
    if (type === 'ejected') this.endedReason ??= 'manually-canceled';
    const error = { type, msg, ...(details ? { details: JSON.stringify(details) } : {}) };
    this.post({ action: 'error', errorMsg: msg, error });
    if (this.room) this.post({ action: 'left-meeting' });
    this.release();
  }

  release(): void {
    if (this.signal.aborted) return;
    this.tellLeft();
    this.over.abort();
    this.channel.close();
    this.audio.close();
    this.store.setVoice(undefined);
    this.sound.close();
  }

  private tellLeft(): void {
    const { endedReason = 'customer-ended-call' } = this;
    if (this.room) tellProvider(this.room, 'left', { endedReason });
  }
}
