import type { Plan } from '../scenarios';
import type { Channel, Message } from './channel';
import { openChannel } from './channel';
import { Conversation } from './conversation';
import { allDevices } from './devices';
import { actOutFault } from './faults';
import { LevelObserver } from './level-observer';
import { assistant, assistantParticipantId, visitor } from './participants';
import { delays, readPlan, slowMs } from './plan';
import { blockPlayback } from './playback-block';
import { Sound } from './sound';
import type { TrackStore } from './store';
import { VisitorAudio } from './visitor-audio';
import { wait } from './wait';

/**
 * One call, from `join-meeting` to `left-meeting`: answers the SDK's requests, and ends with every
 * track stopped and the AudioContext closed, whichever side ends it and however far it got.
 */
export class Call {
  private readonly channel: Channel;
  private readonly over = new AbortController();
  private readonly sound = new Sound();
  private readonly audio: VisitorAudio;
  private readonly voiceLevels: LevelObserver;
  private readonly microphoneLevels: LevelObserver;
  private plan: Required<Plan> = { scenario: 'demo', language: 'en', pace: 'realistic' };
  private roomUrl = '';
  private conversation: Conversation | undefined;
  private joined = false;
  private live = false;

  constructor(
    callClientId: string,
    private readonly store: TrackStore,
  ) {
    this.channel = openChannel(callClientId, (message) => this.receive(message));
    this.audio = new VisitorAudio({
      sound: this.sound,
      store,
      post: (message) => this.post(message),
      signal: this.over.signal,
    });
    this.voiceLevels = new LevelObserver(() => {
      const participantsAudioLevel = { [assistantParticipantId]: this.sound.voiceLevel() };
      this.post({ action: 'remote-participants-audio-level', participantsAudioLevel });
    }, this.over.signal);
    this.microphoneLevels = new LevelObserver(() => {
      this.post({ action: 'local-audio-level', audioLevel: this.sound.microphoneLevel() });
    }, this.over.signal);
    this.post({ action: 'call-machine-initialized' });
    this.post({ action: 'loaded' });
  }

  private receive(request: Message): void {
    switch (request.action) {
      case 'join-meeting':
        return this.run(() => this.join(request));
      case 'leave-meeting':
        return this.leave();
      case 'update-participant':
        return this.subscribe(request);
      case 'app-msg':
        return this.run(() => this.takeMessage(request.data));
      case 'local-audio':
        return this.setAudio(request.state === true);
      case 'start-remote-participants-audio-level-observer':
        this.voiceLevels.start(request.interval);
        return this.channel.reply(request);
      case 'stop-remote-participants-audio-level-observer':
        this.voiceLevels.stop();
        return this.channel.reply(request);
      case 'start-local-audio-level-observer':
        return this.startMicrophoneLevels(request);
      case 'stop-local-audio-level-observer':
        this.microphoneLevels.stop();
        return this.channel.reply(request);
      case 'update-input-settings':
        return this.setNoiseFilter(request);
      case 'set-input-devices':
        return this.run(() => this.changeMicrophone(request));
      case 'enumerate-devices':
        return this.run(async () => this.channel.reply(request, { devices: await allDevices() }));
      default:
        return this.channel.reply(request, this.audio.devices());
    }
  }

  /** Work that the end of the call cuts short. */
  private run(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (!this.over.signal.aborted) this.fail('connection-error', String(error));
    });
  }

  private async join(request: Message): Promise<void> {
    const { signal } = this.over;
    this.roomUrl = (request.properties as { url: string }).url;
    this.plan = readPlan(this.roomUrl);
    const { scenario, pace } = this.plan;
    this.conversation = new Conversation({
      plan: this.plan,
      roomUrl: this.roomUrl,
      sound: this.sound,
      send: (message) => this.send(JSON.stringify(message)),
      hangUp: (endedReason) => this.hangUp(endedReason),
      signal,
    });

    const joining = wait(scenario === 'slow-join' ? slowMs : delays[pace].join, signal);
    await this.audio.open(scenario);
    await joining;

    if (scenario === 'join-hanging') return;
    if (scenario === 'no-room') return this.fail('no-room', 'The meeting does not exist.');
    if (scenario === 'join-refused') {
      const error = { type: 'not-allowed', msg: 'You are not allowed to join this meeting.' };
      this.channel.reply(request, { error });
      return this.release();
    }
    this.joined = true;
    this.post({
      action: 'joined-meeting',
      participants: { local: visitor(this.audio.state()) },
      internal: { _maxAppMessageSize: 4096 },
    });
    await this.bringAssistant();
  }

  private async bringAssistant(): Promise<void> {
    const { scenario, pace } = this.plan;
    if (scenario === 'never-answers') return;
    await wait(scenario === 'slow-assistant' ? slowMs : delays[pace].assistant, this.over.signal);
    if (scenario === 'ejected-early') return this.fail('ejected', 'Meeting has ended');
    if (scenario === 'playback-blocked') blockPlayback(this.over.signal);
    this.post({ action: 'participant-joined', participant: assistant(false) });
  }

  private subscribe({ id, properties }: Message): void {
    const wanted = (properties as { setSubscribedTracks?: { audio?: boolean } })
      ?.setSubscribedTracks;
    if (id !== assistantParticipantId || !wanted) return;
    // The track has to be in the store before the message that announces it.
    this.store.setSubscribed(wanted.audio === true);
    this.store.setVoice(wanted.audio ? this.sound.voiceTrack : undefined);
    this.post({
      action: 'participant-updated',
      participant: assistant(wanted.audio === true),
    });
  }

  private async takeMessage(data: unknown): Promise<void> {
    if (data === 'playable') return this.begin();
    const message = JSON.parse(String(data)) as Record<string, unknown>;
    switch (message.type) {
      case 'end-call':
        return this.hangUp('customer-ended-call');
      case 'say':
        return this.conversation?.say(String(message.message), message.endCallAfterSpoken === true);
      case 'control':
        if (message.control === 'mute-assistant') this.sound.setMuted(true);
        if (message.control === 'unmute-assistant') this.sound.setMuted(false);
    }
  }

  private async begin(): Promise<void> {
    const { scenario } = this.plan;
    if (this.live || scenario === 'never-listens') return;
    this.live = true;
    this.send('listening');
    this.send(JSON.stringify({ type: 'status-update', status: 'in-progress' }));
    this.run(() =>
      actOutFault(scenario, {
        post: (message) => this.post(message),
        hangUp: (endedReason) => this.hangUp(endedReason),
        fail: (...error) => this.fail(...error),
        firstMute: this.audio.firstMute,
        signal: this.over.signal,
      }),
    );
    await this.conversation?.run();
  }

  private async changeMicrophone(request: Message): Promise<void> {
    await this.audio.open(this.plan.scenario, String(request.audioDeviceId));
    const devices = this.audio.devices();
    this.channel.reply(request, devices);
    this.post({ action: 'selected-devices-updated', devices });
    this.announceAudio();
  }

  private setAudio(on: boolean): void {
    this.audio.setOn(on);
    this.announceAudio();
  }

  private announceAudio(): void {
    if (!this.joined) return;
    this.post({ action: 'participant-updated', participant: visitor(this.audio.state()) });
  }

  private startMicrophoneLevels(request: Message): void {
    if (this.plan.scenario === 'meter-fails') {
      const msg = 'The microphone level cannot be observed.';
      return this.channel.reply(request, {
        error: { type: 'local-audio-level-observer-error', msg },
      });
    }
    this.microphoneLevels.start(request.interval);
    this.channel.reply(request);
  }

  private setNoiseFilter(request: Message): void {
    const { inputSettings } = request as Message & {
      inputSettings?: { audio?: { processor?: { type?: string } } };
    };
    const wanted = inputSettings?.audio?.processor?.type;
    if (this.plan.scenario === 'noise-filter-fails' && wanted !== 'none') {
      const error = { type: 'audio-processor-error', msg: 'The noise filter could not start.' };
      return this.channel.reply(request, { error });
    }
    this.channel.reply(request, { inputSettings });
  }

  private leave(): void {
    this.post({ action: 'left-meeting' });
    this.release();
  }

  /** The far side ends the call in good order: reason first, then what the SDK makes of a closed room. */
  private hangUp(endedReason: string): void {
    this.send(JSON.stringify({ type: 'status-update', status: 'ended', endedReason }));
    this.post({ action: 'participant-left', participant: assistant(false) });
    this.fail('ejected', 'Meeting has ended');
  }

  private fail(type: string, msg: string, details?: Record<string, unknown>): void {
    const error = { type, msg, ...(details ? { details: JSON.stringify(details) } : {}) };
    this.post({ action: 'error', errorMsg: msg, error });
    if (this.joined) this.post({ action: 'left-meeting' });
    this.release();
  }

  private release(): void {
    if (this.over.signal.aborted) return;
    this.over.abort();
    this.channel.close();
    this.audio.close();
    this.store.setVoice(undefined);
    this.sound.close();
  }

  private send(data: string): void {
    this.post({ action: 'app-message', data, fromId: assistantParticipantId });
  }

  private post(message: Message): void {
    this.channel.post(message);
  }
}
