import { serviceOfTalk } from '@/lib/voice/service-of-talk';

const said = { id: 1, kind: 'said', who: 'visitor', text: 'Hi' } as const;
const used = (tool: 'note_in_crm' | 'move_appointment') =>
  ({ id: 2, kind: 'tool', callId: 'a', tool, detail: null, done: true }) as const;

test('a talk was about the first thing that the assistant did', () => {
  expect(serviceOfTalk([said, used('note_in_crm'), used('move_appointment')])).toBe(
    'crm-integrations',
  );
});

test('a talk in which nothing was done was about nothing in particular', () => {
  expect(serviceOfTalk([said])).toBeUndefined();
});
