import type { Vapi } from '@vapi-ai/server-sdk';
import { toolOf, type ToolName } from '@/lib/content/call-tools';

/** A tool that the assistant has begun to use. `args`: as the model wrote them, not fit to be shown. */
export interface ToolCall {
  /** The provider's name for this use of the tool. */
  id: string;
  tool: ToolName;
  args: Record<string, unknown>;
}

type Dict = Record<string, unknown>;

/** Takes any JSON for a `Shape` of which nothing is certain yet. */
const partOf = <Shape = Dict>(value: unknown): Partial<Shape> =>
  typeof value === 'object' && value !== null ? value : {};

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Arguments come as an object, or as JSON. */
function readArguments(value: unknown): Dict {
  if (typeof value !== 'string') return partOf(value);
  try {
    return partOf(JSON.parse(value));
  } catch {
    return {};
  }
}

function readCall(raw: unknown): ToolCall[] {
  const call = partOf<Vapi.ToolCall>(raw);
  // Custom tools are documented without the level `function`, and with `parameters`.
  const flat = {
    ...call,
    ...partOf<Vapi.ToolCallFunction & { parameters: unknown }>(call.function),
  };
  const { name, arguments: args, parameters } = flat;
  const tool = typeof name === 'string' ? toolOf(name) : null;
  if (typeof call.id !== 'string' || !tool) return [];
  return [{ id: call.id, tool, args: readArguments(args ?? parameters) }];
}

/** The calls of a `tool-calls` message. Tools that are not on our list, and unknown shapes, are left out. */
export function readToolCalls(message: Partial<Vapi.ClientMessageToolCalls>): ToolCall[] {
  const calls = list(message.toolCallList);
  const withTools = list(message.toolWithToolCallList).map(
    (entry) => partOf<Vapi.FunctionToolWithToolCall>(entry).toolCall,
  );
  return (calls.length > 0 ? calls : withTools).flatMap(readCall);
}

/**
 * The result of a `tool-calls-result` message: of which call, and whether the tool did its work;
 * null for an unknown shape.
 */
export function readToolResult(
  message: Partial<Vapi.ClientMessageToolCallsResult>,
): { id: string; ok: boolean } | null {
  const { toolCallId, error } = partOf<Vapi.ToolCallResult>(message.toolCallResult);
  if (typeof toolCallId !== 'string') return null;
  return { id: toolCallId, ok: !error };
}
