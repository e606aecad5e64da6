/** The tools that are shown and the argument that may be shown with them (docs/ops.md). */
const VISIBLE_ARGUMENTS = {
  check_availability: 'when',
  book_appointment: 'when',
  move_appointment: 'when',
  cancel_appointment: null,
  create_crm_record: 'name',
  update_crm_record: 'name',
  note_in_crm: null,
  create_ticket: null,
  send_confirmation: null,
  transfer_to_person: 'name',
} as const satisfies Record<string, 'when' | 'name' | null>;

export type ToolName = keyof typeof VISIBLE_ARGUMENTS;

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

const TOOL_NAMES = Object.keys(VISIBLE_ARGUMENTS) as ToolName[];
const TOOLS_BY_NAME = new Map<string, ToolName>([
  ...TOOL_NAMES.map((name) => [name, name] as const),
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

/** Returns which argument of a tool may be shown. */
export function getVisibleArgument(tool: ToolName): 'when' | 'name' | null {
  return VISIBLE_ARGUMENTS[tool];
}

interface ToolCopy {
  working: string;
  done: string;
  /** Separates either text from the visible argument. */
  separator?: string;
}

export type ToolsCopy = Readonly<Record<ToolName, ToolCopy>>;

/** Says in one sentence what the assistant does or has done. */
export function formatToolSentence(
  copy: ToolsCopy,
  { tool, detail, done }: { tool: ToolName; detail: string | null; done: boolean },
): string {
  const { working, done: doneText, separator } = copy[tool];
  const sentence = done ? doneText : working;
  return detail === null || separator === undefined ? sentence : sentence + separator + detail;
}
