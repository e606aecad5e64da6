import type { Speaker } from '@/lib/call/types';
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

interface Entry {
  id: number;
  /** Epoch ms. */
  beganAt: number;
}

export interface SaidEntry extends Entry {
  kind: 'said';
  who: Speaker;
  text: string;
  /** When the latest words came (epoch ms). */
  heardAt: number;
  /** `cut`: the speaker has begun another sentence, but the final text may still come. */
  status: 'open' | 'cut' | 'final';
  typed?: true;
}

export interface ToolEntry extends Entry {
  kind: 'tool';
  callId: string;
  tool: ToolName;
  detail: string | null;
  done: boolean;
}

export type TranscriptEntry = SaidEntry | ToolEntry;

export type Transcript = readonly TranscriptEntry[];

/** Guesses from the first tool that was used which service a conversation was about. */
export function guessService(entries: Transcript): ServiceType | undefined {
  const toolEntry = entries.find((entry) => entry.kind === 'tool');
  return toolEntry && TOOLS[toolEntry.tool].service;
}

const ELLIPSIS = '…';

interface TranscriptCopy {
  speakers: Record<Speaker, string>;
  tools: ToolsCopy;
}

/** Formats the newest entries that fit into `maxLength` UTF-16 units, at least part of one. */
export function formatTranscript(
  entries: Transcript,
  copy: TranscriptCopy,
  maxLength = Infinity,
): string {
  const lines = entries.flatMap((entry) => {
    if (entry.kind === 'said') return [`${copy.speakers[entry.who]}: ${entry.text}`];
    return entry.done ? [`✓ ${formatToolSentence(copy.tools, entry)}`] : [];
  });
  const whole = lines.join('\n');
  if (whole.length <= maxLength) return whole;
  let end = '';
  for (const line of lines.reverse()) {
    if (ELLIPSIS.length + 1 + line.length + end.length > maxLength) break;
    end = `\n${line}${end}`;
  }
  if (end) return ELLIPSIS + end;
  const [newest = ''] = lines;
  return newest.slice(0, maxLength).replace(/.$/su, ELLIPSIS);
}
