/** @jest-environment node */
import type { CallEvent } from '@/lib/call/state/call-events';
import {
  finishCaptions,
  initialTranscript,
  reduceTranscript,
  type Transcript,
  type TranscriptEntry,
} from '@/lib/call/transcript/transcript';

type Said = Partial<Extract<TranscriptEntry, { kind: 'said' }>>;

const now = new Date(2026, 10, 23, 9);
const after = (captions: Transcript, ...events: Parameters<typeof reduceTranscript>[1][]) =>
  events.reduce((all, event) => reduceTranscript(all, event, 'en', now), captions);
const says = (who: 'assistant' | 'visitor', text: string, final = true) =>
  ({ type: 'transcript', who, final, text }) as const satisfies CallEvent;
const types = (text: string) => ({ type: 'typed', text }) as const satisfies CallEvent;
const said = (id: number, who: 'assistant' | 'visitor', text: string, more: Said = {}) => ({
  id,
  kind: 'said',
  who,
  text,
  ...more,
});

it('turns a growing partial line into a finished turn', () => {
  const half = after(initialTranscript, says('assistant', 'Good', false));
  expect(half).toEqual({ entries: [], partial: { who: 'assistant', text: 'Good' } });
  const whole = after(half, says('assistant', 'Good day.'));
  expect(whole).toEqual({ entries: [said(1, 'assistant', 'Good day.')], partial: null });
});

it('keeps the visitor’s partial line when the assistant finishes a turn', () => {
  const both = after(
    initialTranscript,
    says('visitor', 'I would', false),
    says('assistant', 'Yes?'),
  );
  expect(both.partial).toEqual({ who: 'visitor', text: 'I would' });
});

it('keeps half a sentence when the call ends in it', () => {
  const half = after(initialTranscript, says('visitor', 'And then', false));
  expect(finishCaptions(half)).toEqual({
    entries: [said(1, 'visitor', 'And then')],
    partial: null,
  });
});

it('numbers the turns and keeps them in order', () => {
  const three = finishCaptions(
    after(
      initialTranscript,
      says('assistant', 'One'),
      says('visitor', 'Two'),
      says('visitor', 'Thr', false),
    ),
  );
  expect(three.entries).toEqual([
    said(1, 'assistant', 'One'),
    said(2, 'visitor', 'Two'),
    said(3, 'visitor', 'Thr'),
  ]);
});

it('keeps finished turns while somebody is saying more', () => {
  const one = after(initialTranscript, says('assistant', 'One'));
  const more = after(one, says('assistant', 'Tw', false));
  expect(more).toEqual({ entries: one.entries, partial: { who: 'assistant', text: 'Tw' } });
});

it('returns the same captions without a partial line', () => {
  expect(finishCaptions(initialTranscript)).toBe(initialTranscript);
  const one = after(initialTranscript, says('assistant', 'One'));
  expect(finishCaptions(one)).toBe(one);
});

describe('typed words', () => {
  it('are a turn of the visitor’s own, whatever is being said', () => {
    const begun = after(initialTranscript, says('visitor', 'I would', false));
    expect(after(begun, types('Hello'))).toEqual({
      entries: [said(1, 'visitor', 'Hello', { typed: true })],
      partial: begun.partial,
    });
  });

  it('follow what they cut short, which is finished in its place', () => {
    const begun = after(
      initialTranscript,
      says('assistant', 'Yes?'),
      says('assistant', 'What may', false),
    );
    const cut = after(begun, types('Hello'));
    const yes = said(1, 'assistant', 'Yes?');
    const hello = said(3, 'visitor', 'Hello', { typed: true });
    expect(cut).toEqual({
      entries: [yes, said(2, 'assistant', 'What may', { interrupted: true }), hello],
      partial: null,
    });
    for (const text of ['What', 'What may I do?']) {
      const entries = [yes, said(2, 'assistant', text), hello];
      expect(after(cut, says('assistant', text))).toEqual({ entries, partial: null });
    }
    const twice = after(cut, says('assistant', 'What'), says('assistant', 'What may I do?'));
    expect(twice.entries.at(-1)).toEqual(said(4, 'assistant', 'What may I do?'));
  });

  it.each([
    ['something else', [says('assistant', 'Hello!')]],
    [
      'an answer that begins alike',
      [says('assistant', 'Wh', false), says('assistant', 'What may be?')],
    ],
  ])('leave what they cut short as it is when %s is said', (_, events) => {
    const turns = after(
      initialTranscript,
      says('assistant', 'What may', false),
      types('Hello'),
      ...events,
    ).entries;
    expect(turns).toEqual([
      said(1, 'assistant', 'What may', { interrupted: true }),
      said(2, 'visitor', 'Hello', { typed: true }),
      said(3, 'assistant', events.at(-1)?.text ?? ''),
    ]);
  });

  it('that come back as a transcript stand there once', () => {
    const typed = after(initialTranscript, says('assistant', 'Yes?'), types('Hello'));
    const back = after(typed, says('visitor', 'Hel', false), says('visitor', 'Hello'));
    expect(back).toEqual({ entries: typed.entries, partial: null });
  });

  it.each([
    ['other words', says('visitor', 'Hello there')],
    ['the assistant’s own', says('assistant', 'Hello')],
  ])('do not swallow %s', (_, event) => {
    expect(after(initialTranscript, types('Hello'), event).entries).toHaveLength(2);
  });

  it('do not swallow the same words, spoken after an answer or after the same spoken ones', () => {
    const answered = after(initialTranscript, types('Yes'), says('assistant', 'Sure?'));
    expect(after(answered, says('visitor', 'Yes')).entries).toHaveLength(3);
    const spoken = after(initialTranscript, says('visitor', 'Yes'), says('visitor', 'Yes'));
    expect(spoken.entries).toHaveLength(2);
  });
});

describe('what the assistant does', () => {
  const moves = {
    type: 'tool-calls',
    calls: [
      { id: 'a', tool: 'move_appointment', args: { date: '2026-11-27', time: '10:00' } },
      { id: 'b', tool: 'note_in_crm', args: { note: 'raw' } },
    ],
  } as const satisfies CallEvent;
  const result = (id: string, ok = true) => ({ type: 'tool-result', id, ok }) as const;
  const card = { kind: 'tool', tool: 'move_appointment', detail: 'Friday, 10:00' };

  it('stands in its place of the conversation, working at first, done with the result', () => {
    const begun = after(initialTranscript, says('assistant', 'One moment.'), moves);
    expect(begun.entries).toEqual([
      said(1, 'assistant', 'One moment.'),
      { id: 2, callId: 'a', ...card, done: false },
      { id: 3, kind: 'tool', callId: 'b', tool: 'note_in_crm', detail: null, done: false },
    ]);
    const done = after(begun, says('assistant', 'Done.'), result('a'));
    expect(done.entries.map((turn) => turn.kind === 'tool' && turn.done)).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(done.entries[1]).toEqual({ ...begun.entries[1], done: true });
  });

  it('is told in the language of the page', () => {
    const { entries } = reduceTranscript(initialTranscript, moves, 'cs', now);
    expect(entries[0]).toMatchObject({ detail: 'pátek, 10:00' });
  });

  it('is added once, however often the provider tells it', () => {
    const begun = after(initialTranscript, moves);
    expect(after(begun, moves)).toBe(begun);
    const done = after(begun, result('a'), moves);
    expect(done.entries).toHaveLength(2);
    expect(done.entries[0]).toMatchObject({ done: true });
  });

  it('is taken away where it did not work', () => {
    const begun = after(initialTranscript, moves);
    expect(after(begun, result('a', false)).entries).toEqual([begun.entries[1]]);
  });

  it('stays done once it is, and does not mind results of anything else', () => {
    const done = after(initialTranscript, moves, result('a'));
    for (const late of [result('a', false), result('a'), result('c'), result('1', false)]) {
      expect(after(done, late)).toBe(done);
    }
  });

  it('does not let a typed word pass for a spoken one that came before it', () => {
    const typed = after(initialTranscript, types('Move it'), moves, says('visitor', 'Move it'));
    expect(typed.entries).toHaveLength(3);
  });

  it('is taken away at the end of the call where no result came', () => {
    const begun = after(initialTranscript, moves, result('b'), says('assistant', 'So', false));
    expect(finishCaptions(begun)).toEqual({
      entries: [
        { id: 2, kind: 'tool', callId: 'b', tool: 'note_in_crm', detail: null, done: true },
        said(3, 'assistant', 'So'),
      ],
      partial: null,
    });
  });
});
