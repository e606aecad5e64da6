/** @jest-environment node */
import type { ToolName } from '@/lib/content/call-tools';
import { guessService } from '@/lib/call/transcript/guess-service';

const said = { id: 1, kind: 'said', who: 'visitor', text: 'Hi' } as const;
const used = (tool: ToolName) =>
  ({ id: 2, kind: 'tool', callId: 'a', tool, detail: null, done: true }) as const;

test('a talk was about the first thing that the assistant did', () => {
  expect(guessService([said, used('note_in_crm'), used('move_appointment')])).toBe(
    'crm-integrations',
  );
});

test.each([
  ['check_availability', 'appointment-scheduling'],
  ['book_appointment', 'appointment-scheduling'],
  ['move_appointment', 'appointment-scheduling'],
  ['cancel_appointment', 'appointment-scheduling'],
  ['send_confirmation', 'appointment-scheduling'],
  ['create_crm_record', 'crm-integrations'],
  ['update_crm_record', 'crm-integrations'],
  ['note_in_crm', 'crm-integrations'],
  ['create_ticket', 'ai-customer-support'],
  ['transfer_to_person', 'ai-customer-support'],
] as const)('%s belongs to %s', (tool, service) => {
  expect(guessService([used(tool)])).toBe(service);
});

test('a talk in which nothing was done was about nothing in particular', () => {
  expect(guessService([said])).toBeUndefined();
});
