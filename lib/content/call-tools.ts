/**
 * What an assistant's tools may do so that a visitor is shown it (docs/ops.md, "What the assistant's tools show"), and what of
 * their arguments may be shown: when an appointment is, or a name.
 */
const shown = {
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

export type ToolName = keyof typeof shown;

/** Names that assistants in use give to the same tools. None that could mean more than the sentence says. */
const aliases = {
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

const toolNames = Object.keys(shown) as ToolName[];
const tools = new Map<string, ToolName>([
  ...toolNames.map((name) => [name, name] as const),
  ...Object.entries(aliases),
]);

/** `bookAppointment` and `book-appointment` become `book_appointment`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[-. ]/g, '_')
    .toLowerCase();
}

/** The tool that an assistant calls by this name; null for one that is not shown. */
export function toolOf(name: string): ToolName | null {
  return tools.get(snakeCase(name)) ?? null;
}

/** What of a tool's arguments may be shown. */
export function shownOf(tool: ToolName): 'when' | 'name' | null {
  return shown[tool];
}

/** The sentences of one tool. */
interface ToolCopy {
  working: string;
  /** Once there is a result. */
  done: string;
  /** Between either and what is shown of the arguments. */
  joint?: string;
}

export type ToolsCopy = Readonly<Record<ToolName, ToolCopy>>;

/** What the assistant does, or has done, in one sentence. */
export function toolSentence(
  copy: ToolsCopy,
  { tool, detail, done }: { tool: ToolName; detail: string | null; done: boolean },
): string {
  const { working, done: finished, joint } = copy[tool];
  const sentence = done ? finished : working;
  return detail === null || joint === undefined ? sentence : sentence + joint + detail;
}
