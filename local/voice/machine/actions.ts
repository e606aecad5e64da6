import type { SdkSentMessage } from '@/lib/call/sdk/voice-sdk';
import type { MachineCall } from './machine-call';
import type { Message } from './channel';
import { playFault } from './faults';
import { join } from './join';
import { describeAssistant, ASSISTANT_PARTICIPANT_ID } from './participants';

type Action = (call: MachineCall, request: Message) => void | Promise<void>;

/** The SDK's requests by the `action` of its message. */
const ACTIONS: Partial<Record<string, Action>> = {
  'join-meeting': join,
  'leave-meeting': (call) => call.leave(),
  'update-participant': subscribe,
  'app-msg': (call, { data }) => handleAppMessage(call, data),
  'local-audio': setLocalAudio,
  'start-remote-participants-audio-level-observer': (call, request) => {
    call.voiceLevels.start(request.interval);
    call.reply(request);
  },
  'stop-remote-participants-audio-level-observer': (call, request) => {
    call.voiceLevels.stop();
    call.reply(request);
  },
  'start-local-audio-level-observer': startMicrophoneLevels,
  'stop-local-audio-level-observer': (call, request) => {
    call.microphoneLevels.stop();
    call.reply(request);
  },
  'update-input-settings': setNoiseFilter,
  'set-input-devices': chooseMicrophone,
  'enumerate-devices': async (call, request) =>
    call.reply(request, { devices: await listDevices() }),
};

async function listDevices(): Promise<unknown[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.map((device) => device.toJSON() as unknown);
}

/** Performs a request of the SDK. Unknown actions are answered with the devices in use. */
export const performAction: Action = (call, request) => {
  const action = ACTIONS[request.action];
  return action ? action(call, request) : call.reply(request, call.audio.describeDevices());
};

function subscribe(call: MachineCall, { id, properties }: Message): void {
  const wanted = (properties as { setSubscribedTracks?: { audio?: boolean } })?.setSubscribedTracks;
  if (id !== ASSISTANT_PARTICIPANT_ID || !wanted) return;
  const isSubscribed = wanted.audio === true;
  // The store must have the track before the message announces it.
  call.store.isSubscribed = isSubscribed;
  call.store.voice = isSubscribed ? call.sound.voiceTrack : undefined;
  call.post({ action: 'participant-updated', participant: describeAssistant(isSubscribed) });
}

function setLocalAudio(call: MachineCall, { state }: Message): void {
  call.audio.setOn(state === true);
  call.announceAudio();
}

function startMicrophoneLevels(call: MachineCall, request: Message): void {
  if (call.plan.scenario === 'meter-fails') {
    const msg = 'The microphone level cannot be observed.';
    return call.reply(request, { error: { type: 'local-audio-level-observer-error', msg } });
  }
  call.microphoneLevels.start(request.interval);
  call.reply(request);
}

function setNoiseFilter(call: MachineCall, request: Message): void {
  const { inputSettings } = request as Message & {
    inputSettings?: { audio?: { processor?: { type?: string } } };
  };
  const type = inputSettings?.audio?.processor?.type;
  if (call.plan.scenario === 'noise-filter-fails' && type !== 'none') {
    const error = { type: 'audio-processor-error', msg: 'The noise filter could not start.' };
    return call.reply(request, { error });
  }
  call.reply(request, { inputSettings });
}

/** The SDK sends this instead of an id if the page has given it a track. */
const GIVEN_TRACK_ID = 'daily-custom-track';

async function chooseMicrophone(call: MachineCall, request: Message): Promise<void> {
  const { audioDeviceId } = request;
  const givenTrack = audioDeviceId === GIVEN_TRACK_ID ? call.getGivenTrack() : undefined;
  if (givenTrack) call.audio.useTrack(givenTrack);
  else await call.audio.open(call.plan.scenario, String(audioDeviceId));
  const devices = call.audio.describeDevices();
  call.reply(request, devices);
  call.post({ action: 'selected-devices-updated', devices });
  call.announceAudio();
}

/** Handles a message of the page: JSON, or `playable` once it can play the assistant's voice. */
async function handleAppMessage(call: MachineCall, data: unknown): Promise<void> {
  if (data === 'playable') return startConversation(call);
  const sent: SdkSentMessage = JSON.parse(String(data));
  switch (sent.type) {
    case 'end-call':
      return call.hangUp('customer-ended-call');
    case 'add-message': {
      const { role, content } = sent.message;
      if (role === 'user' && sent.triggerResponseEnabled !== false)
        call.conversation?.hear(String(content));
      return;
    }
    case 'say':
      return call.conversation?.say(sent);
    case 'control':
      if (sent.control === 'mute-assistant') call.sound.setMuted(true);
      if (sent.control === 'unmute-assistant') call.sound.setMuted(false);
  }
}

async function startConversation(call: MachineCall): Promise<void> {
  if (call.isLive || call.plan.scenario === 'never-listens') return;
  call.isLive = true;
  call.send('listening');
  call.send({ type: 'status-update', status: 'in-progress' });
  call.run(() => playFault(call));
  // An assistant that has left says nothing more.
  if (call.plan.scenario !== 'assistant-leaves') await call.conversation?.run();
}
