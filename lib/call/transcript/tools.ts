import type { ServiceType } from '@/lib/contact/schema';
import type { ToolName, ToolsCopy } from '@/lib/content/call-copy';

interface Tool {
  /** The argument that may be shown (docs/ops.md). */
  shown: 'when' | 'name' | null;
  /** The service that a conversation with this tool is about. */
  service: ServiceType;
}

export const TOOLS: Readonly<Record<ToolName, Tool>> = {
  check_availability: { shown: 'when', service: 'appointment-scheduling' },
  book_appointment: { shown: 'when', service: 'appointment-scheduling' },
  move_appointment: { shown: 'when', service: 'appointment-scheduling' },
  cancel_appointment: { shown: null, service: 'appointment-scheduling' },
  create_crm_record: { shown: 'name', service: 'crm-integrations' },
  update_crm_record: { shown: 'name', service: 'crm-integrations' },
  note_in_crm: { shown: null, service: 'crm-integrations' },
  create_ticket: { shown: null, service: 'ai-customer-support' },
  send_confirmation: { shown: null, service: 'appointment-scheduling' },
  transfer_to_person: { shown: 'name', service: 'ai-customer-support' },
};

/** Other common names of these tools, as long as our sentence is still true for them. */
const TOOL_ALIASES = {
  get_availability: 'check_availability',
  create_appointment: 'book_appointment',
  schedule_appointment: 'book_appointment',
  reschedule_appointment: 'move_appointment',
  create_contact: 'create_crm_record',
  create_crm_contact: 'create_crm_record',
  create_lead: 'create_crm_record',
  update_contact: 'update_crm_record',
  create_support_ticket: 'create_ticket',
  transfer_call: 'transfer_to_person',
  transfer_to_human: 'transfer_to_person',
} as const satisfies Record<string, ToolName>;

const TOOLS_BY_NAME = new Map<string, ToolName>([
  ...(Object.keys(TOOLS) as ToolName[]).map((name) => [name, name] as const),
  ...Object.entries(TOOL_ALIASES),
]);

/** Turns `bookAppointment` and `book-appointment` into `book_appointment`. */
export function toSnakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[-. ]/g, '_')
    .toLowerCase();
}

/** Finds a tool by the name that an assistant gives it; null if it is not shown. */
export function findTool(name: string): ToolName | null {
  return TOOLS_BY_NAME.get(toSnakeCase(name)) ?? null;
}

/** Says in one sentence what the assistant does or has done. */
export function formatToolSentence(
  copy: ToolsCopy,
  { tool, detail, done }: { tool: ToolName; detail: string | null; done: boolean },
): string {
  const { working, done: doneText, separator } = copy[tool];
  const sentence = done ? doneText : working;
  return detail === null || separator === undefined ? sentence : sentence + separator + detail;
}
