/** @jest-environment node */
import type { CallEvent } from '@/lib/call/types';
import type { ToolName } from '@/lib/call/transcript/tools';
import { finishTranscript, reduceTranscript } from '@/lib/call/transcript/reduce-transcript';
import {
  guessService,
  initialTranscript,
  type Transcript,
  type TranscriptEntry,
} from '@/lib/call/transcript/transcript';

type Said = Partial<Extract<TranscriptEntry, { kind: 'said' }>>;

const now = new Date(2026, 10, 23, 9);
const reduceEvents = (
  transcript: Transcript,
  ...events: Parameters<typeof reduceTranscript>[1][]
) => events.reduce((all, event) => reduceTranscript(all, event, 'en', now), transcript);
const fromAssistant = (text: string, final = true) =>
  ({ type: 'transcript', who: 'assistant', final, text }) as const satisfies CallEvent;
const fromVisitor = (text: string, final = true) =>
  ({ type: 'transcript', who: 'visitor', final, text }) as const satisfies CallEvent;
const createTyped = (text: string) => ({ type: 'typed', text }) as const satisfies CallEvent;
/** Reduces the events of a call from its beginning. */
const reduceFromStart = (...events: Parameters<typeof reduceTranscript>[1][]) =>
  reduceEvents(initialTranscript, ...events);
const createEntry = (id: number, who: 'assistant' | 'visitor', text: string, more: Said = {}) => ({
  id,
  kind: 'said',
  who,
  text,
  ...more,
});

it('turns a growing partial line into a finished turn', () => {
  const half = reduceFromStart(fromAssistant('Good', false));
  expect(half).toEqual({ entries: [], partial: { who: 'assistant', text: 'Good' } });
  const whole = reduceEvents(half, fromAssistant('Good day.'));
  expect(whole).toEqual({ entries: [createEntry(1, 'assistant', 'Good day.')], partial: null });
});

it('keeps the visitor’s partial line when the assistant finishes a turn', () => {
  const both = reduceFromStart(fromVisitor('I would', false), fromAssistant('Yes?'));
  expect(both.partial).toEqual({ who: 'visitor', text: 'I would' });
});

it('keeps half a sentence when the call ends in it', () => {
  const half = reduceFromStart(fromVisitor('And then', false));
  const entries = [createEntry(1, 'visitor', 'And then')];
  expect(finishTranscript(half)).toEqual({ entries, partial: null });
});

it('numbers the turns in order, while the next one begins', () => {
  const twoTurns = reduceFromStart(fromAssistant('One'), fromVisitor('Two'));
  const more = reduceEvents(twoTurns, fromVisitor('Thr', false));
  expect(more).toEqual({ entries: twoTurns.entries, partial: { who: 'visitor', text: 'Thr' } });
  expect(finishTranscript(more).entries).toEqual([
    createEntry(1, 'assistant', 'One'),
    createEntry(2, 'visitor', 'Two'),
    createEntry(3, 'visitor', 'Thr'),
  ]);
});

it('returns the same transcript without a partial line', () => {
  expect(finishTranscript(initialTranscript)).toBe(initialTranscript);
  const oneTurn = reduceFromStart(fromAssistant('One'));
  expect(finishTranscript(oneTurn)).toBe(oneTurn);
});

describe('typed words', () => {
  it('are a separate turn of the visitor', () => {
    const begun = reduceFromStart(fromVisitor('I would', false));
    expect(reduceEvents(begun, createTyped('Hello'))).toEqual({
      entries: [createEntry(1, 'visitor', 'Hello', { typed: true })],
      partial: begun.partial,
    });
  });

  it('follow the turn that they interrupt, which is finished in its place', () => {
    const begun = reduceFromStart(fromAssistant('Yes?'), fromAssistant('What may', false));
    const cut = reduceEvents(begun, createTyped('Hello'));
    const yes = createEntry(1, 'assistant', 'Yes?');
    const hello = createEntry(3, 'visitor', 'Hello', { typed: true });
    expect(cut).toEqual({
      entries: [yes, createEntry(2, 'assistant', 'What may', { interrupted: true }), hello],
      partial: null,
    });
    for (const text of ['What', 'What may I do?']) {
      const entries = [yes, createEntry(2, 'assistant', text), hello];
      expect(reduceEvents(cut, fromAssistant(text))).toEqual({ entries, partial: null });
    }
    const twice = reduceEvents(cut, fromAssistant('What'), fromAssistant('What may I do?'));
    expect(twice.entries.at(-1)).toEqual(createEntry(4, 'assistant', 'What may I do?'));
  });

  it.each([
    ['something else', [fromAssistant('Hello!')]],
    ['an answer that begins alike', [fromAssistant('Wh', false), fromAssistant('What may be?')]],
  ])('leave the interrupted turn alone when %s follows', (_, events) => {
    const cut = reduceFromStart(fromAssistant('What may', false), createTyped('Hello'), ...events);
    expect(cut.entries).toEqual([
      createEntry(1, 'assistant', 'What may', { interrupted: true }),
      createEntry(2, 'visitor', 'Hello', { typed: true }),
      createEntry(3, 'assistant', events.at(-1)?.text ?? ''),
    ]);
  });

  it('are shown once when they return as a transcript', () => {
    const typed = reduceFromStart(fromAssistant('Yes?'), createTyped('Hello'));
    const restored = reduceEvents(typed, fromVisitor('Hel', false), fromVisitor('Hello'));
    expect(restored).toEqual({ entries: typed.entries, partial: null });
  });

  it.each([
    ['other words', fromVisitor('Hello there')],
    ['the assistant’s own', fromAssistant('Hello')],
  ])('do not replace %s', (_, event) => {
    expect(reduceFromStart(createTyped('Hello'), event).entries).toHaveLength(2);
  });

  it('do not replace the same words when spoken after an answer or twice', () => {
    const answered = reduceFromStart(createTyped('Yes'), fromAssistant('Sure?'));
    expect(reduceEvents(answered, fromVisitor('Yes')).entries).toHaveLength(3);
    const spoken = reduceFromStart(fromVisitor('Yes'), fromVisitor('Yes'));
    expect(spoken.entries).toHaveLength(2);
  });
});

describe('what the assistant does', () => {
  const moves = {
    type: 'tool-calls',
    calls: [
      { id: 'a', name: 'move_appointment', args: { date: '2026-11-27', time: '10:00' } },
      { id: 'b', name: 'note_in_crm', args: { note: 'raw' } },
    ],
  } as const satisfies CallEvent;
  const createToolResult = (id: string, ok = true) => ({ type: 'tool-result', id, ok }) as const;
  const card = { kind: 'tool', tool: 'move_appointment', detail: 'Friday, 10:00' };

  it('is shown in order, first as working, then as done', () => {
    const begun = reduceFromStart(fromAssistant('One moment.'), moves);
    expect(begun.entries).toEqual([
      createEntry(1, 'assistant', 'One moment.'),
      { id: 2, callId: 'a', ...card, done: false },
      { id: 3, kind: 'tool', callId: 'b', tool: 'note_in_crm', detail: null, done: false },
    ]);
    const done = reduceEvents(begun, fromAssistant('Done.'), createToolResult('a'));
    const finished = { ...begun.entries[1], done: true };
    const last = createEntry(4, 'assistant', 'Done.');
    expect(done.entries).toEqual([begun.entries[0], finished, begun.entries[2], last]);
  });

  it('is shown in the language of the page', () => {
    const { entries } = reduceTranscript(initialTranscript, moves, 'cs', now);
    expect(entries[0]).toMatchObject({ detail: 'pátek, 10:00' });
  });

  it('is added once, even when it is announced twice', () => {
    const begun = reduceFromStart(moves);
    expect(reduceEvents(begun, moves)).toBe(begun);
    const done = reduceEvents(begun, createToolResult('a'), moves);
    expect(done.entries).toHaveLength(2);
    expect(done.entries[0]).toMatchObject({ done: true });
  });

  it('is removed when it failed', () => {
    const begun = reduceFromStart(moves);
    expect(reduceEvents(begun, createToolResult('a', false)).entries).toEqual([begun.entries[1]]);
  });

  it('stays done, whatever results follow', () => {
    const done = reduceFromStart(moves, createToolResult('a'));
    for (const late of [
      createToolResult('a', false),
      createToolResult('a'),
      createToolResult('c'),
      createToolResult('1', false),
    ]) {
      expect(reduceEvents(done, late)).toBe(done);
    }
  });

  it('separates a typed word from the same word spoken after it', () => {
    const typed = reduceFromStart(createTyped('Move it'), moves, fromVisitor('Move it'));
    expect(typed.entries).toHaveLength(3);
  });

  it('is removed at the end of the call without a result', () => {
    const begun = reduceFromStart(moves, createToolResult('b'), fromAssistant('So', false));
    expect(finishTranscript(begun)).toEqual({
      entries: [
        { id: 2, kind: 'tool', callId: 'b', tool: 'note_in_crm', detail: null, done: true },
        createEntry(3, 'assistant', 'So'),
      ],
      partial: null,
    });
  });
});

it('reads other spellings of a tool, and shows no unknown tool', () => {
  const shown = reduceFromStart({
    type: 'tool-calls',
    calls: [
      { id: 'a', name: 'bookAppointment', args: {} },
      { id: 'b', name: 'delete_everything', args: {} },
      { id: 'c', name: 'constructor', args: {} },
      { id: 'd', name: 'create_ticket', args: {} },
    ],
  });
  expect(shown.entries).toMatchObject([{ tool: 'book_appointment' }, { tool: 'create_ticket' }]);
});

describe('the service of a conversation', () => {
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
});
