import type { ServiceType } from '@/lib/services';

interface Tool {
  /** The argument that may be shown (docs/ops.md). */
  shown: 'when' | 'name' | null;
  service: ServiceType;
}

/** The assistant's tools that visitors see at work. */
export const TOOLS = {
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
} as const satisfies Record<string, Tool>;

export type ToolName = keyof typeof TOOLS;

interface ToolCopy {
  working: string;
  done: string;
  /** Separates either text from the visible argument. */
  separator?: string;
}

export type ToolsCopy = Readonly<Record<ToolName, ToolCopy>>;

export function formatToolSentence(
  copy: ToolsCopy,
  { tool, detail, done }: { tool: ToolName; detail: string | null; done: boolean },
): string {
  const { working, done: doneText, separator } = copy[tool];
  const sentence = done ? doneText : working;
  return detail === null || separator === undefined ? sentence : sentence + separator + detail;
}
