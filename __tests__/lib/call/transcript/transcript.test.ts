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
const createTranscriptEvent = (who: 'assistant' | 'visitor', text: string, final = true) =>
  ({ type: 'transcript', who, final, text }) as const satisfies CallEvent;
const createTypedEvent = (text: string) => ({ type: 'typed', text }) as const satisfies CallEvent;
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
  const half = reduceFromStart(createTranscriptEvent('assistant', 'Good', false));
  expect(half).toEqual({ entries: [], partial: { who: 'assistant', text: 'Good' } });
  const whole = reduceEvents(half, createTranscriptEvent('assistant', 'Good day.'));
  expect(whole).toEqual({ entries: [createEntry(1, 'assistant', 'Good day.')], partial: null });
});

it('keeps the visitor’s partial line when the assistant finishes a turn', () => {
  const both = reduceFromStart(
    createTranscriptEvent('visitor', 'I would', false),
    createTranscriptEvent('assistant', 'Yes?'),
  );
  expect(both.partial).toEqual({ who: 'visitor', text: 'I would' });
});

it('keeps half a sentence when the call ends in it', () => {
  const half = reduceFromStart(createTranscriptEvent('visitor', 'And then', false));
  const entries = [createEntry(1, 'visitor', 'And then')];
  expect(finishTranscript(half)).toEqual({ entries, partial: null });
});

it('numbers the turns in order, while the next one begins', () => {
  const twoTurns = reduceFromStart(
    createTranscriptEvent('assistant', 'One'),
    createTranscriptEvent('visitor', 'Two'),
  );
  const more = reduceEvents(twoTurns, createTranscriptEvent('visitor', 'Thr', false));
  expect(more).toEqual({ entries: twoTurns.entries, partial: { who: 'visitor', text: 'Thr' } });
  expect(finishTranscript(more).entries).toEqual([
    createEntry(1, 'assistant', 'One'),
    createEntry(2, 'visitor', 'Two'),
    createEntry(3, 'visitor', 'Thr'),
  ]);
});

it('returns the same transcript without a partial line', () => {
  expect(finishTranscript(initialTranscript)).toBe(initialTranscript);
  const oneTurn = reduceFromStart(createTranscriptEvent('assistant', 'One'));
  expect(finishTranscript(oneTurn)).toBe(oneTurn);
});

describe('typed words', () => {
  it('are a separate turn of the visitor', () => {
    const begun = reduceFromStart(createTranscriptEvent('visitor', 'I would', false));
    expect(reduceEvents(begun, createTypedEvent('Hello'))).toEqual({
      entries: [createEntry(1, 'visitor', 'Hello', { typed: true })],
      partial: begun.partial,
    });
  });

  it('follow the turn that they interrupt, which is finished in its place', () => {
    const begun = reduceFromStart(
      createTranscriptEvent('assistant', 'Yes?'),
      createTranscriptEvent('assistant', 'What may', false),
    );
    const cut = reduceEvents(begun, createTypedEvent('Hello'));
    const yes = createEntry(1, 'assistant', 'Yes?');
    const hello = createEntry(3, 'visitor', 'Hello', { typed: true });
    expect(cut).toEqual({
      entries: [yes, createEntry(2, 'assistant', 'What may', { interrupted: true }), hello],
      partial: null,
    });
    for (const text of ['What', 'What may I do?']) {
      const entries = [yes, createEntry(2, 'assistant', text), hello];
      expect(reduceEvents(cut, createTranscriptEvent('assistant', text))).toEqual({
        entries,
        partial: null,
      });
    }
    const twice = reduceEvents(
      cut,
      createTranscriptEvent('assistant', 'What'),
      createTranscriptEvent('assistant', 'What may I do?'),
    );
    expect(twice.entries.at(-1)).toEqual(createEntry(4, 'assistant', 'What may I do?'));
  });

  it.each([
    ['something else', [createTranscriptEvent('assistant', 'Hello!')]],
    [
      'an answer that begins alike',
      [
        createTranscriptEvent('assistant', 'Wh', false),
        createTranscriptEvent('assistant', 'What may be?'),
      ],
    ],
  ])('leave the interrupted turn alone when %s follows', (_, events) => {
    const cut = reduceFromStart(
      createTranscriptEvent('assistant', 'What may', false),
      createTypedEvent('Hello'),
      ...events,
    );
    expect(cut.entries).toEqual([
      createEntry(1, 'assistant', 'What may', { interrupted: true }),
      createEntry(2, 'visitor', 'Hello', { typed: true }),
      createEntry(3, 'assistant', events.at(-1)?.text ?? ''),
    ]);
  });

  it('are shown once when they return as a transcript', () => {
    const typed = reduceFromStart(
      createTranscriptEvent('assistant', 'Yes?'),
      createTypedEvent('Hello'),
    );
    const restored = reduceEvents(
      typed,
      createTranscriptEvent('visitor', 'Hel', false),
      createTranscriptEvent('visitor', 'Hello'),
    );
    expect(restored).toEqual({ entries: typed.entries, partial: null });
  });

  it.each([
    ['other words', createTranscriptEvent('visitor', 'Hello there')],
    ['the assistant’s own', createTranscriptEvent('assistant', 'Hello')],
  ])('do not replace %s', (_, event) => {
    expect(reduceFromStart(createTypedEvent('Hello'), event).entries).toHaveLength(2);
  });

  it('do not replace the same words when spoken after an answer or twice', () => {
    const answered = reduceFromStart(
      createTypedEvent('Yes'),
      createTranscriptEvent('assistant', 'Sure?'),
    );
    expect(reduceEvents(answered, createTranscriptEvent('visitor', 'Yes')).entries).toHaveLength(3);
    const spoken = reduceFromStart(
      createTranscriptEvent('visitor', 'Yes'),
      createTranscriptEvent('visitor', 'Yes'),
    );
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
    const begun = reduceFromStart(createTranscriptEvent('assistant', 'One moment.'), moves);
    expect(begun.entries).toEqual([
      createEntry(1, 'assistant', 'One moment.'),
      { id: 2, callId: 'a', ...card, done: false },
      { id: 3, kind: 'tool', callId: 'b', tool: 'note_in_crm', detail: null, done: false },
    ]);
    const done = reduceEvents(
      begun,
      createTranscriptEvent('assistant', 'Done.'),
      createToolResult('a'),
    );
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
    const typed = reduceFromStart(
      createTypedEvent('Move it'),
      moves,
      createTranscriptEvent('visitor', 'Move it'),
    );
    expect(typed.entries).toHaveLength(3);
  });

  it('is removed at the end of the call without a result', () => {
    const begun = reduceFromStart(
      moves,
      createToolResult('b'),
      createTranscriptEvent('assistant', 'So', false),
    );
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
