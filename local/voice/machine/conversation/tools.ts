import type { Vapi } from '@vapi-ai/server-sdk';
import { wait } from '../timing';
import type { ConversationParts } from './assistant-voice';

/** Visitors should see that a tool is at work, even at the pace `instant`. */
const TOOL_MS = 1200;

type Tool = { name: string; arguments: Record<string, unknown>; result: string };

type ToolCaller = Pick<ConversationParts, 'send' | 'signal'>;

async function callTool({ send, signal }: ToolCaller, tool: Tool): Promise<void> {
  const { name, arguments: args, result } = tool;
  const id = `call_${crypto.randomUUID()}`;
  const call = {
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  } satisfies Vapi.ToolCall;
  send({
    type: 'tool-calls',
    toolCallList: [call],
    toolWithToolCallList: [{ type: 'function', function: { name }, toolCall: call }],
  });
  await wait(TOOL_MS, signal);
  const toolCallResult = { toolCallId: id, name, result } satisfies Vapi.ToolCallResult;
  send({ type: 'tool-calls-result', toolCallResult });
}

const findNextFriday = (today: Date) => {
  const friday = new Date(today);
  friday.setDate(today.getDate() + ((12 - today.getDay()) % 7 || 7));
  return [friday.getFullYear(), friday.getMonth() + 1, friday.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
};

export const moveAppointment = (caller: ToolCaller) =>
  callTool(caller, {
    name: 'move_appointment',
    // The page must not show the id.
    arguments: { appointment_id: 'sample-17', date: findNextFriday(new Date()), time: '10:00' },
    result: 'moved',
  });

export const noteInCrm = (caller: ToolCaller) =>
  callTool(caller, {
    name: 'note_in_crm',
    arguments: { record_id: 'sample-42', note: 'Talked to the assistant of the demo.' },
    result: 'noted',
  });
