import type { Vapi } from '@vapi-ai/server-sdk';
import type { CallEvent, ToolCall } from '@/lib/call/types';

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

type UnknownRecord = Record<string, unknown>;

const toPartial = <Shape = UnknownRecord>(value: unknown): Partial<Shape> =>
  typeof value === 'object' && value !== null ? value : {};

const toArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function readArguments(value: unknown): UnknownRecord {
  if (typeof value !== 'string') return toPartial(value);
  try {
    return toPartial(JSON.parse(value));
  } catch {
    return {};
  }
}

function readCall(raw: unknown): ToolCall[] {
  const call = toPartial<Vapi.ToolCall>(raw);
  // Custom tools are documented without the level `function`, and with `parameters`.
  const flatCall = {
    ...call,
    ...toPartial<Vapi.ToolCallFunction & { parameters: unknown }>(call.function),
  };
  const { name, arguments: args, parameters } = flatCall;
  if (typeof call.id !== 'string' || typeof name !== 'string') return [];
  return [{ id: call.id, name, args: readArguments(args ?? parameters) }];
}

function readToolCalls(message: Partial<Vapi.ClientMessageToolCalls>): ToolCall[] {
  const calls = toArray(message.toolCallList);
  const callsWithTools = toArray(message.toolWithToolCallList).map(
    (entry) => toPartial<Vapi.FunctionToolWithToolCall>(entry).toolCall,
  );
  return (calls.length > 0 ? calls : callsWithTools).flatMap(readCall);
}

function readToolResult(
  message: Partial<Vapi.ClientMessageToolCallsResult>,
): { id: string; ok: boolean } | null {
  const { toolCallId, error } = toPartial<Vapi.ToolCallResult>(message.toolCallResult);
  if (typeof toolCallId !== 'string') return null;
  return { id: toolCallId, ok: !error };
}

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
