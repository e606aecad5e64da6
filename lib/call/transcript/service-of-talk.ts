import type { ServiceType } from '@/lib/contact/schema';
import type { ToolName } from '@/lib/content/call-tools';
import type { Entry } from './captions';

const serviceOfTool: Readonly<Record<ToolName, ServiceType>> = {
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

/** The service that a talk was about, by the first thing that the assistant did; undefined when it did nothing. */
export function serviceOfTalk(entries: readonly Entry[]): ServiceType | undefined {
  const tool = entries.find((entry) => entry.kind === 'tool');
  return tool && serviceOfTool[tool.tool];
}
