import type { Plan } from '../scenarios';
import type { Channel, Message } from './channel';
import { openChannel } from './channel';
import { Conversation } from './conversation';
import { allDevices, devicesInUse } from './devices';
import { actOutFault } from './faults';
import { LevelObserver } from './level-observer';
import type { Microphone } from './microphone';
import { openMicrophone } from './microphone';
import type { AudioState } from './participants';
import { assistant, assistantParticipantId, visitor } from './participants';
import { delays, readPlan, slowMs } from './plan';
import { blockPlayback } from './playback-block';
import { Sound } from './sound';
import type { TrackStore } from './store';
import { wait } from './wait';

/**
 * One call, from `join-meeting` to `left-meeting`: answers the SDK's requests, and ends with every
 * track stopped and the AudioContext closed, whichever side ends it and however far it got.
 */
export class Call {
  private readonly channel: Channel;
  private readonly over = new AbortController();
  private readonly sound = new Sound();
  private readonly voiceLevels: LevelObserver;
  private readonly microphoneLevels: LevelObserver;
  private plan: Required<Plan> = { scenario: 'demo', language: 'en', pace: 'realistic' };
  private roomUrl = '';
  private microphone: Microphone | undefined;
  private conversation: Conversation | undefined;
  private joined = false;
  private live = false;
  private audioOn = true;
  private onFirstMute = () => {};
  private readonly firstMute = new Promise<void>((resolve) => (this.onFirstMute = resolve));

  constructor(
    callClientId: string,
    private readonly store: TrackStore,
  ) {
    this.channel = openChannel(callClientId, (message) => this.receive(message));
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
        return this.channel.reply(request, devicesInUse(this.microphone?.stream));
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
    this.microphone = await this.openMicrophone();
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
      participants: { local: visitor(this.audioState()) },
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
    const { firstMute } = this;
    const { signal } = this.over;
    this.run(() =>
      actOutFault(scenario, {
        post: (message) => this.post(message),
        hangUp: (endedReason) => this.hangUp(endedReason),
        fail: (...error) => this.fail(...error),
        firstMute,
        signal,
      }),
    );
    await this.conversation?.run();
  }

  private async openMicrophone(deviceId?: string): Promise<Microphone> {
    const microphone = await openMicrophone(this.plan.scenario, deviceId);
    if (this.over.signal.aborted) stopTracks(microphone.stream);
    this.over.signal.throwIfAborted();
    if (microphone.error) {
      const { msg } = microphone.error;
      const errorMsg = { errorMsg: msg, audioOk: false, videoOk: true };
      this.post({ action: 'camera-error', errorMsg, error: microphone.error });
    } else {
      const deaf = this.plan.scenario === 'silent-microphone' && !deviceId;
      this.sound.listenTo(deaf ? this.sound.silentStream() : microphone.stream);
      this.store.setMicrophone(microphone.stream);
    }
    return microphone;
  }

  private async changeMicrophone(request: Message): Promise<void> {
    const before = this.microphone;
    const after = await this.openMicrophone(String(request.audioDeviceId));
    if (after.stream) {
      this.microphone = after;
      stopTracks(before?.stream);
      this.setAudio(this.audioOn);
    }
    const devices = devicesInUse(this.microphone?.stream);
    this.channel.reply(request, devices);
    this.post({ action: 'selected-devices-updated', devices });
  }

  private setAudio(on: boolean): void {
    this.audioOn = on;
    if (!on) this.onFirstMute();
    for (const track of this.microphone?.stream?.getAudioTracks() ?? []) track.enabled = on;
    if (!this.joined) return;
    this.post({ action: 'participant-updated', participant: visitor(this.audioState()) });
  }

  private audioState(): AudioState {
    if (this.microphone?.error) {
      return { subscribed: true, state: 'blocked', blocked: this.microphone.blocked };
    }
    if (!this.audioOn) return { subscribed: true, state: 'off', off: { byUser: true } };
    return { subscribed: true, state: 'playable' };
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
    stopTracks(this.microphone?.stream);
    this.store.setMicrophone(undefined);
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

function stopTracks(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
