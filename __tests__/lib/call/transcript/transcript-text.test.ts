import { callCopyEn } from '@/lib/content/call-en';
import { formatTranscript } from '@/lib/call/transcript/entries';
import { createSaid, createTool } from './entries';

const talk = [
  createSaid(1, 'assistant', 'Good day.'),
  createSaid(2, 'visitor', 'Move it to Friday.', { typed: true }),
  createTool(3, 'move_appointment', { detail: 'Friday, 10:00' }),
  createTool(4, 'create_ticket', { done: false }),
  createSaid(5, 'assistant', 'Done.'),
];
const { assistant, visitor } = callCopyEn.speakers;
const move = callCopyEn.tools.move_appointment;
const whole = [
  `${assistant}: Good day.`,
  `${visitor}: Move it to Friday.`,
  `✓ ${move.done}${move.separator}Friday, 10:00`,
  `${assistant}: Done.`,
].join('\n');
const ending = `…\n${assistant}: Done.`;

it('has one line per turn and per finished tool', () => {
  expect(formatTranscript(talk, callCopyEn)).toBe(whole);
  expect(formatTranscript([], callCopyEn)).toBe('');
});

it('is complete if it fits, else starts with the first turn that fits', () => {
  expect(formatTranscript(talk, callCopyEn, whole.length)).toBe(whole);
  const shortest = `…\n${whole.slice(whole.indexOf('✓ '))}`;
  const shorter = `…\n${whole.slice(whole.indexOf(`${visitor}: `))}`;
  expect(formatTranscript(talk, callCopyEn, whole.length - 1)).toBe(shorter);
  expect(formatTranscript(talk, callCopyEn, shorter.length)).toBe(shorter);
  expect(formatTranscript(talk, callCopyEn, shorter.length - 1)).toBe(shortest);
  expect(formatTranscript(talk, callCopyEn, ending.length)).toBe(ending);
});

it('is the beginning of the last turn if not even that fits, and cuts no sign in two', () => {
  const long = [...talk, createSaid(6, 'visitor', 'a😀😀')];
  const format = (max: number) => formatTranscript(long, callCopyEn, visitor.length + 2 + max);
  expect([5, 4, 3, 2].map(format)).toEqual(
    ['a😀…', 'a😀…', 'a…', 'a…'].map((text) => `${visitor}: ${text}`),
  );
  expect(formatTranscript([], callCopyEn, 100)).toBe('');
});
