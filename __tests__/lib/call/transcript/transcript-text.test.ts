/** @jest-environment node */
import fc from 'fast-check';
import type { CallCopy } from '@/lib/content/call-en';
import { callCopyCs } from '@/lib/content/call-cs';
import { callCopyEn } from '@/lib/content/call-en';
import type { TranscriptEntry } from '@/lib/call/transcript/transcript';
import { formatTranscript, formatTranscriptWithin } from '@/lib/call/transcript/transcript-text';

const tool = { kind: 'tool', callId: 'a' } as const;
const talk: TranscriptEntry[] = [
  { id: 1, kind: 'said', who: 'assistant', text: 'Good day.' },
  { id: 2, kind: 'said', who: 'visitor', text: 'Move it to Friday.', typed: true },
  { ...tool, id: 3, tool: 'move_appointment', detail: 'Friday, 10:00', done: true },
  { ...tool, id: 4, tool: 'create_ticket', detail: null, done: false },
  { id: 5, kind: 'said', who: 'assistant', text: 'Done.' },
];
const { assistant, visitor } = callCopyEn.speakers;
const formatMoved = ({ tools: { move_appointment: move } }: CallCopy) =>
  `✓ ${move.done}${move.separator}Friday, 10:00`;
const whole = [
  `${assistant}: Good day.`,
  `${visitor}: Move it to Friday.`,
  formatMoved(callCopyEn),
  `${assistant}: Done.`,
].join('\n');
const ending = `…\n${assistant}: Done.`;

it('has one line per turn and per finished tool', () => {
  expect(formatTranscript(talk, callCopyEn)).toBe(whole);
  expect(formatTranscript([], callCopyEn)).toBe('');
});

it('is in the language of the page', () => {
  expect(formatTranscript(talk.slice(1, 3), callCopyCs)).toBe(
    `${callCopyCs.speakers.visitor}: Move it to Friday.\n${formatMoved(callCopyCs)}`,
  );
});

it('is complete if it fits, else starts with the first turn that fits', () => {
  expect(formatTranscriptWithin(talk, callCopyEn, whole.length)).toBe(whole);
  const shorter = `…\n${whole.slice(whole.indexOf(`${visitor}: `))}`;
  expect(formatTranscriptWithin(talk, callCopyEn, whole.length - 1)).toBe(shorter);
  expect(formatTranscriptWithin(talk, callCopyEn, shorter.length)).toBe(shorter);
  expect(formatTranscriptWithin(talk, callCopyEn, ending.length)).toBe(ending);
});

it('is empty if not even the last turn fits or nothing was said', () => {
  expect(formatTranscriptWithin(talk, callCopyEn, ending.length - 1)).toBe('');
  expect(formatTranscriptWithin([], callCopyEn, 100)).toBe('');
});

it('is never longer than allowed and ends like the conversation', () => {
  const entry = fc.record({
    id: fc.nat(),
    kind: fc.constant('said' as const),
    who: fc.constantFrom('assistant' as const, 'visitor' as const),
    text: fc.string({ minLength: 1, maxLength: 80 }),
  });
  fc.assert(
    fc.property(fc.array(entry), fc.nat(300), (entries, max) => {
      const text = formatTranscriptWithin(entries, callCopyEn, max);
      expect(text.length).toBeLessThanOrEqual(max);
      expect(formatTranscript(entries, callCopyEn).endsWith(text.replace(/^…\n/, ''))).toBe(true);
    }),
  );
});
