import type { Vapi } from '@vapi-ai/server-sdk';
import type { CallEvent, CallPhase } from '@/lib/call/types';
import { readToolCalls, readToolResult } from './tool-calls';
import type { SdkProgress } from './voice-sdk';

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

/** Null for messages that the widget ignores. */
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

const PHASES_BY_STAGE = new Map<string, CallPhase>([
  ['daily-call-object-creation', 'joining'],
  ['mobile-permissions', 'joining'],
  ['daily-call-join', 'joining'],
  ['video-recording-setup', 'waiting'],
  ['audio-observer-setup', 'waiting'],
  ['audio-processing-setup', 'waiting'],
]);

export function readSdkProgress({ stage, status, metadata }: SdkProgress) {
  const isCompleted = status === 'completed';
  const id = metadata?.callId;
  const isJoined = isCompleted && stage === 'daily-call-join';
  return {
    isCreated: isCompleted && stage === 'web-call-creation',
    callId: typeof id === 'string' && id !== 'unknown' ? id : null,
    isJoined,
    phase: isJoined ? 'waiting' : PHASES_BY_STAGE.get(stage),
  } as const;
}
