import type { SdkSentMessage } from '@/lib/call/sdk/voice-sdk';
import type { Message } from './channel';
import type { MachineCall } from './machine-call';
import { ASSISTANT_ID, describeAssistant } from './participants';
import { wait } from './wait';

type Action = (call: MachineCall, request: Message) => void | Promise<void>;

const LEVEL_INTERVAL_MS = 100;

/** The SDK's requests by the `action` of its message. */
const ACTIONS: Partial<Record<string, Action>> = {
  'join-meeting': (call, request) => call.join(request),
  'leave-meeting': (call) => call.leave(),
  'update-participant': subscribe,
  'app-msg': (call, { data }) => takeMessage(call, data),
  'local-audio': setLocalAudio,
  'start-remote-participants-audio-level-observer': (call, request) => {
    call.channel.reply(request);
    return reportLevels(call, () => ({
      action: 'remote-participants-audio-level',
      participantsAudioLevel: { [ASSISTANT_ID]: call.sound.voiceMeter.measure() },
    }));
  },
  'start-local-audio-level-observer': (call, request) => {
    call.channel.reply(request);
    return reportLevels(call, () => ({
      action: 'local-audio-level',
      audioLevel: call.sound.microphoneMeter.measure(),
    }));
  },
  'update-input-settings': (call, request) => {
    call.channel.reply(request, { inputSettings: request.inputSettings });
  },
  'set-input-devices': changeMicrophone,
};

/** Performs a request of the SDK. Unknown actions are answered with the devices in use. */
export const performAction: Action = (call, request) => {
  const action = ACTIONS[request.action];
  return action ? action(call, request) : call.channel.reply(request, call.audio.describeDevices());
};

function subscribe(call: MachineCall, { id, properties }: Message): void {
  const wanted = (properties as { setSubscribedTracks?: { audio?: boolean } })?.setSubscribedTracks;
  if (id !== ASSISTANT_ID || !wanted) return;
  const isSubscribed = wanted.audio === true;
  // The store must have the track before the message announces it.
  call.store.voice = isSubscribed ? call.sound.voiceTrack : undefined;
  call.post({ action: 'participant-updated', participant: describeAssistant(isSubscribed) });
}

async function setLocalAudio(call: MachineCall, { state }: Message): Promise<void> {
  call.audio.setOn(state === true);
  call.announceAudio();
  if (!call.scenario.noiseFilterDropsOut || state === true) return;
  await wait(500, call.signal);
  const errorMsg = 'The noise filter stopped working.';
  call.post({ action: 'nonfatal-error', type: 'audio-processor-error', errorMsg });
}

async function reportLevels(call: MachineCall, measure: () => Message): Promise<void> {
  for (;;) {
    await wait(LEVEL_INTERVAL_MS, call.signal);
    call.post(measure());
  }
}

/** The page always gives a track, never the id of a device. */
function changeMicrophone(call: MachineCall, request: Message): void {
  const track = call.getGivenTrack();
  if (track) call.audio.useTrack(track);
  const devices = call.audio.describeDevices();
  call.channel.reply(request, devices);
  call.post({ action: 'selected-devices-updated', devices });
  call.announceAudio();
}

/** JSON, or `playable` once the page can play the assistant's voice. */
async function takeMessage(call: MachineCall, data: unknown): Promise<void> {
  if (data === 'playable') return call.startConversation();
  const sent: SdkSentMessage = JSON.parse(String(data));
  if (sent.type === 'end-call') return call.hangUp('customer-ended-call');
  if (sent.type === 'add-message' && sent.message.role === 'user') call.conversation?.hear();
  if (sent.type === 'say') await call.conversation?.say(sent.message);
}
