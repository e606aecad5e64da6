import type { Call } from './call';
import { playFault } from './faults';

type AppMessage = Record<string, unknown>;

/** What the page can tell the assistant, by the `type` of its message. */
const messages: Partial<Record<string, (call: Call, message: AppMessage) => unknown>> = {
  'end-call': (call) => call.hangUp('customer-ended-call'),
  'add-message': ({ conversation }, { message, triggerResponseEnabled }) => {
    const { role, content } = message as { role?: unknown; content?: unknown };
    if (role === 'user' && triggerResponseEnabled !== false) conversation?.hear(String(content));
  },
  say: ({ conversation }, { message, endCallAfterSpoken }) =>
    conversation?.say(String(message), endCallAfterSpoken === true),
  control: ({ sound }, { control }) => {
    if (control === 'mute-assistant') sound.setMuted(true);
    if (control === 'unmute-assistant') sound.setMuted(false);
  },
};

/** @param data JSON, or `playable` when the page can play the assistant's voice */
export async function handleAppMessage(call: Call, data: unknown): Promise<void> {
  if (data === 'playable') return startConversation(call);
  const message = JSON.parse(String(data)) as AppMessage;
  await messages[String(message.type)]?.(call, message);
}

async function startConversation(call: Call): Promise<void> {
  if (call.live || call.plan.scenario === 'never-listens') return;
  call.live = true;
  call.send('listening');
  call.send({ type: 'status-update', status: 'in-progress' });
  call.run(() => playFault(call));
  await call.conversation?.run();
}
