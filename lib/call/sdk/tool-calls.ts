import type { Vapi } from '@vapi-ai/server-sdk';
import { findTool, type ToolName } from '@/lib/call/transcript/tools';

export interface ToolCall {
  id: string;
  tool: ToolName;
  /** As the model wrote them: check them before you show them. */
  args: Record<string, unknown>;
}

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
  const tool = typeof name === 'string' ? findTool(name) : null;
  if (typeof call.id !== 'string' || !tool) return [];
  return [{ id: call.id, tool, args: readArguments(args ?? parameters) }];
}

/** Reads the calls of a `tool-calls` message, except of tools that are not shown. */
export function readToolCalls(message: Partial<Vapi.ClientMessageToolCalls>): ToolCall[] {
  const calls = toArray(message.toolCallList);
  const callsWithTools = toArray(message.toolWithToolCallList).map(
    (entry) => toPartial<Vapi.FunctionToolWithToolCall>(entry).toolCall,
  );
  return (calls.length > 0 ? calls : callsWithTools).flatMap(readCall);
}

/** Reads which call of a `tool-calls-result` message is done, and whether it succeeded. */
export function readToolResult(
  message: Partial<Vapi.ClientMessageToolCallsResult>,
): { id: string; ok: boolean } | null {
  const { toolCallId, error } = toPartial<Vapi.ToolCallResult>(message.toolCallResult);
  if (typeof toolCallId !== 'string') return null;
  return { id: toolCallId, ok: !error };
}
