import type { Vapi } from '@vapi-ai/server-sdk';
import type { CallEvent } from '@/lib/call/types';
import { readToolCalls, readToolResult } from './tool-calls';

export type SdkMessage =
  | Extract<CallEvent, { type: 'transcript' | 'tool-calls' | 'tool-result' }>
  | { type: 'call-ended'; endedReason: string | undefined };

/** The published shapes; the SDK's own types leave messages untyped. */
type PublishedMessage =
  | Vapi.ClientMessageToolCalls
  | Vapi.ClientMessageToolCallsResult
  | Vapi.ClientMessageTranscript
  // Browsers get this one too, although it is published for servers only.
  | Vapi.ServerMessageStatusUpdate;

/** Reads a payload of the SDK's `message` event; null for messages that the widget ignores. */
export function readSdkMessage(raw: unknown): SdkMessage | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const message: Partial<PublishedMessage> = raw;
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
    // The type of messages that were subscribed to with a filter.
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
