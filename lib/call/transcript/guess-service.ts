import type { ServiceType } from '@/lib/contact/schema';
import type { ToolName } from '@/lib/call/transcript/tools';
import type { TranscriptEntry } from './transcript';

const SERVICES_BY_TOOL: Readonly<Record<ToolName, ServiceType>> = {
  check_availability: 'appointment-scheduling',
  book_appointment: 'appointment-scheduling',
  move_appointment: 'appointment-scheduling',
  cancel_appointment: 'appointment-scheduling',
  create_crm_record: 'crm-integrations',
  update_crm_record: 'crm-integrations',
  note_in_crm: 'crm-integrations',
  create_ticket: 'ai-customer-support',
  send_confirmation: 'appointment-scheduling',
  transfer_to_person: 'ai-customer-support',
};

/** Guesses from the first tool that was used which service a conversation was about. */
export function guessService(entries: readonly TranscriptEntry[]): ServiceType | undefined {
  const toolEntry = entries.find((entry) => entry.kind === 'tool');
  return toolEntry && SERVICES_BY_TOOL[toolEntry.tool];
}
