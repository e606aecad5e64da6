import type { Vapi } from '@vapi-ai/server-sdk';
import type { ToolCall } from '@/lib/call/types';

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

export function readToolCalls(message: Partial<Vapi.ClientMessageToolCalls>): ToolCall[] {
  const calls = toArray(message.toolCallList);
  const callsWithTools = toArray(message.toolWithToolCallList).map(
    (entry) => toPartial<Vapi.FunctionToolWithToolCall>(entry).toolCall,
  );
  return (calls.length > 0 ? calls : callsWithTools).flatMap(readCall);
}

export function readToolResult(
  message: Partial<Vapi.ClientMessageToolCallsResult>,
): { id: string; ok: boolean } | null {
  const { toolCallId, error } = toPartial<Vapi.ToolCallResult>(message.toolCallResult);
  if (typeof toolCallId !== 'string') return null;
  return { id: toolCallId, ok: !error };
}
