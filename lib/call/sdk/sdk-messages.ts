import type { Vapi } from '@vapi-ai/server-sdk';
import type { CallEvent } from '../state/call-events';
import { readToolCalls, readToolResult } from './tool-calls';

/** The provider's messages that matter to the widget. */
export type SdkMessage =
  | Extract<CallEvent, { type: 'transcript' | 'tool-calls' | 'tool-result' }>
  | { type: 'call-ended'; endedReason: string | undefined };

/** What is read here; the SDK's types say nothing of it. */
type Published =
  | Vapi.ClientMessageToolCalls
  | Vapi.ClientMessageToolCallsResult
  | Vapi.ClientMessageTranscript
  // Browsers get it too, but it is published for servers only.
  | Vapi.ServerMessageStatusUpdate;

/**
 * Reads one payload of the SDK's `message` event.
 *
 * @param raw any JSON
 * @returns null for every other message
 */
export function readSdkMessage(raw: unknown): SdkMessage | null {
  if (typeof raw !== 'object' || raw === null) return null;
  // Nothing of it is certain yet.
  const message: Partial<Published> = raw;
  switch (message.type) {
    case 'status-update': {
      const { status, endedReason } = message;
      if (status !== 'ended') return null;
      return {
        type: 'call-ended',
        endedReason: typeof endedReason === 'string' ? endedReason : undefined,
      };
    }
    case 'tool-calls': {
      const calls = readToolCalls(message);
      return calls.length > 0 ? { type: 'tool-calls', calls } : null;
    }
    case 'tool-calls-result': {
      const result = readToolResult(message);
      return result && { type: 'tool-result', ...result };
    }
    case 'transcript':
    // The name that a subscription with a filter brings along.
    case 'transcript[transcriptType="final"]': {
      const { role, transcript, transcriptType } = message;
      if (typeof transcript !== 'string') return null;
      const text = transcript.trim();
      const who = role === 'assistant' ? 'assistant' : role === 'user' ? 'visitor' : null;
      if (!who || text === '') return null;
      return { type: 'transcript', who, final: transcriptType === 'final', text };
    }
    default:
      return null;
  }
}
