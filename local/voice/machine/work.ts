import type { Vapi } from '@vapi-ai/server-sdk';
import type { AssistantMessage } from './call';
import { wait } from './wait';

/** How long a tool takes, whatever the pace: one should see that it works. */
const workMs = 1200;

type Tool = { name: string; arguments: Record<string, unknown>; result: string };

type Caller = {
  send: (message: AssistantMessage) => void;
  signal: AbortSignal;
};

/** Uses the tool, and tells the page of it as the hosted service does: of the call, and of its result. */
async function work({ send, signal }: Caller, tool: Tool): Promise<void> {
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
  await wait(workMs, signal);
  const toolCallResult = { toolCallId: id, name, result } satisfies Vapi.ToolCallResult;
  send({ type: 'tool-calls-result', toolCallResult });
}

const nextFriday = (today: Date) => {
  const friday = new Date(today);
  friday.setDate(today.getDate() + ((12 - today.getDay()) % 7 || 7));
  return [friday.getFullYear(), friday.getMonth() + 1, friday.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
};

/** Moves a sample appointment to the next Friday at ten. */
export const moveAppointment = (caller: Caller) =>
  work(caller, {
    name: 'move_appointment',
    // More than the page may show.
    arguments: { appointment_id: 'sample-17', date: nextFriday(new Date()), time: '10:00' },
    result: 'moved',
  });

/** Notes the conversation in a sample CRM. */
export const noteInCrm = (caller: Caller) =>
  work(caller, {
    name: 'note_in_crm',
    arguments: { record_id: 'sample-42', note: 'Talked to the assistant of the demo.' },
    result: 'noted',
  });
