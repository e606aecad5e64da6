import type { MachineCall } from './machine-call';
import type { Message } from './channel';
import { Conversation } from './conversation/conversation';
import { describeAssistant, describeVisitor } from './participants';
import { readRoomUrl, SLOW_DELAY_MS } from '../scenarios';
import { DELAYS_MS, wait } from './timing';

/** Joins the room as the scenario says, then lets the assistant join. */
export async function join(call: MachineCall, request: Message): Promise<void> {
  const { signal, sound } = call;
  const roomUrl = (request.properties as { url: string }).url;
  const { plan, maxSeconds } = readRoomUrl(roomUrl);
  const { scenario, pace } = plan;
  call.plan = plan;
  const givenTrack = call.getGivenTrack();
  call.conversation = new Conversation({
    plan,
    roomUrl,
    sound,
    send: (message) => call.send(message),
    hangUp: (endedReason) => call.hangUp(endedReason),
    isTyped: givenTrack !== undefined,
    signal,
  });

  const joining = wait(scenario === 'slow-join' ? SLOW_DELAY_MS : DELAYS_MS[pace].join, signal);
  if (givenTrack) call.audio.useTrack(givenTrack);
  else await call.audio.open(scenario);
  await joining;

  if (scenario === 'join-hanging') return;
  if (scenario === 'no-room') return call.fail('no-room', 'The meeting does not exist.');
  if (scenario === 'join-refused') {
    const error = { type: 'not-allowed', msg: 'You are not allowed to join this meeting.' };
    call.reply(request, { error });
    return call.release();
  }
  call.enter(roomUrl, maxSeconds);
  call.post({
    action: 'joined-meeting',
    participants: { local: describeVisitor(call.audio.describeState()) },
    internal: { _maxAppMessageSize: 4096 },
  });
  await joinAssistant(call);
}

async function joinAssistant(call: MachineCall): Promise<void> {
  const { plan, signal } = call;
  if (plan.scenario === 'never-answers') return;
  const delay = plan.scenario === 'slow-assistant' ? SLOW_DELAY_MS : DELAYS_MS[plan.pace].assistant;
  await wait(delay, signal);
  if (plan.scenario === 'ejected-early') return call.fail('ejected', 'Meeting has ended');
  if (plan.scenario === 'ended-early') return call.announceEnd('assistant-ended-call');
  if (plan.scenario === 'playback-blocked') blockPlayback(signal);
  call.post({ action: 'participant-joined', participant: describeAssistant(false) });
}

/** Rejects play() as an autoplay policy does, until the next press or key, or the call's end. */
function blockPlayback(callEnd: AbortSignal): void {
  const { prototype } = HTMLMediaElement;
  const { play } = prototype;
  prototype.play = () =>
    Promise.reject(
      new DOMException(
        "play() failed because the user didn't interact with the document first.",
        'NotAllowedError',
      ),
    );
  const unblock = () => void (prototype.play = play);
  for (const gesture of ['pointerdown', 'keydown'])
    window.addEventListener(gesture, unblock, { capture: true, signal: callEnd });
  callEnd.addEventListener('abort', unblock);
}
