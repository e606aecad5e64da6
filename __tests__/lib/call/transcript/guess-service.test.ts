/** @jest-environment node */
import type { ToolName } from '@/lib/call/transcript/tools';
import { guessService } from '@/lib/call/transcript/guess-service';

const said = { id: 1, kind: 'said', who: 'visitor', text: 'Hi' } as const;
const createUsedTool = (tool: ToolName) =>
  ({ id: 2, kind: 'tool', callId: 'a', tool, detail: null, done: true }) as const;

test('guesses the service from the first tool used', () => {
  expect(
    guessService([said, createUsedTool('note_in_crm'), createUsedTool('move_appointment')]),
  ).toBe('crm-integrations');
});

test.each<[string, ToolName[]]>([
  [
    'appointment-scheduling',
    [
      ...(['check_availability', 'book_appointment', 'move_appointment'] as const),
      ...(['cancel_appointment', 'send_confirmation'] as const),
    ],
  ],
  ['crm-integrations', ['create_crm_record', 'update_crm_record', 'note_in_crm']],
  ['ai-customer-support', ['create_ticket', 'transfer_to_person']],
])('guesses %s after %j', (service, tools) => {
  for (const tool of tools) expect(guessService([createUsedTool(tool)])).toBe(service);
});

test('guesses nothing without a tool', () => {
  expect(guessService([said])).toBeUndefined();
});
