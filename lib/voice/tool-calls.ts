import { toolOf, type ToolName } from '@/lib/content/call-tools';

/** A tool that the assistant has begun to use. `args`: as the model wrote them, not fit to be shown. */
export interface ToolCall {
  /** The provider's name for this use of the tool. */
  id: string;
  tool: ToolName;
  args: Record<string, unknown>;
}

type Dict = Record<string, unknown>;

const dict = (value: unknown): Dict =>
  typeof value === 'object' && value !== null ? (value as Dict) : {};

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Arguments come as an object, or as JSON. */
function readArguments(value: unknown): Dict {
  if (typeof value !== 'string') return dict(value);
  try {
    return dict(JSON.parse(value));
  } catch {
    return {};
  }
}

function readCall(raw: unknown): ToolCall[] {
  const call = dict(raw);
  // Custom tools are documented without the level `function`.
  const { name, arguments: args, parameters } = { ...call, ...dict(call.function) } as Dict;
  const tool = typeof name === 'string' ? toolOf(name) : null;
  if (typeof call.id !== 'string' || !tool) return [];
  return [{ id: call.id, tool, args: readArguments(args ?? parameters) }];
}

/** The calls of a `tool-calls` message. Tools that are not on our list, and unknown shapes, are left out. */
export function readToolCalls(message: Dict): ToolCall[] {
  const calls = list(message.toolCallList);
  const withTools = list(message.toolWithToolCallList).map((entry) => dict(entry).toolCall);
  return (calls.length > 0 ? calls : withTools).flatMap(readCall);
}

/** The result of a `tool-calls-result` message: of which call, and whether the tool did its work; null for an unknown shape. */
export function readToolResult(message: Dict): { id: string; ok: boolean } | null {
  const { toolCallId, error } = dict(message.toolCallResult);
  if (typeof toolCallId !== 'string') return null;
  return { id: toolCallId, ok: !error };
}
