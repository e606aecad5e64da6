import type { SdkSentMessage } from '@/lib/call/sdk/voice-sdk';
import type { Call } from './call';
import { playFault } from './faults';

/** Handles a message of the page: JSON, or `playable` once it can play the assistant's voice. */
export async function handleAppMessage(call: Call, data: unknown): Promise<void> {
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
      return call.conversation?.say(String(sent.message), sent.endCallAfterSpoken === true);
    case 'control':
      if (sent.control === 'mute-assistant') call.sound.setMuted(true);
      if (sent.control === 'unmute-assistant') call.sound.setMuted(false);
  }
}

async function startConversation(call: Call): Promise<void> {
  if (call.isLive || call.plan.scenario === 'never-listens') return;
  call.isLive = true;
  call.send('listening');
  call.send({ type: 'status-update', status: 'in-progress' });
  call.run(() => playFault(call));
  // An assistant that has left says nothing more.
  if (call.plan.scenario !== 'assistant-leaves') await call.conversation?.run();
}
