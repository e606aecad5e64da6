/** @jest-environment node */
import fc from 'fast-check';
import type { CallEvent, Speaker } from '@/lib/call/types';
import {
  guessService,
  initialTranscript,
  type ToolName,
  type Transcript,
} from '@/lib/call/transcript/entries';
import { finishTranscript, reduceTranscript } from '@/lib/call/transcript/transcript';
import { createSaid, createTool } from './entries';

type Event = Parameters<typeof reduceTranscript>[1];

const START = new Date(2026, 10, 23, 9).getTime();
/** Reduces events that come at these milliseconds of the call. */
const reduceAt = (...events: [ms: number, event: Event][]) =>
  events.reduce(
    (all, [ms, event]) => reduceTranscript(all, event, 'en', new Date(START + ms)),
    initialTranscript,
  );
/** Reduces events that come two seconds after each other. */
const reduceSlowly = (...events: Event[]) =>
  reduceAt(...events.map((event, index): [number, Event] => [index * 2_000, event]));
const createWords = (who: Speaker, text: string, final = true) =>
  ({ type: 'transcript', who, final, text }) as const satisfies CallEvent;
const fromAssistant = (text: string, final?: boolean) => createWords('assistant', text, final);
const fromVisitor = (text: string, final?: boolean) => createWords('visitor', text, final);
const createTyped = (text: string) => ({ type: 'typed', text }) as const satisfies CallEvent;
const createToolCalls = (id: string, name: string, args = {}) =>
  ({ type: 'tool-calls', calls: [{ id, name, args }] }) as const satisfies CallEvent;
const createToolResult = (id: string, ok = true) => ({ type: 'tool-result', id, ok }) as const;
/** As `A: Yes?`, with `…` after a sentence that is not finished. */
const readTurns = ({ entries }: Transcript) =>
  entries.map((entry) =>
    entry.kind === 'tool'
      ? entry.tool
      : `${entry.who === 'assistant' ? 'A' : 'V'}: ${entry.text}${entry.status === 'open' ? '…' : ''}`,
  );

it('keeps the id of a sentence that grows', () => {
  const half = reduceAt([0, fromAssistant('Good', false)], [300, fromAssistant('Good day', false)]);
  expect(readTurns(half)).toEqual(['A: Good day…']);
  const whole = reduceTranscript(half, fromAssistant('Good day.'), 'en', new Date(START + 600));
  expect(readTurns(whole)).toEqual(['A: Good day.']);
  expect(whole.entries[0]?.id).toBe(half.entries[0]?.id);
});

/** Reads `2000 A: We are…`, with `T:` for typed words, and a tool without a speaker. */
function parseMessage(message: string): [number, Event] {
  const [, ms, who, text = '', open] = /^(\d+) (?:([AVT]): )?(.*?)(…?)$/.exec(message) ?? [];
  const spoken = createWords(who === 'A' ? 'assistant' : 'visitor', text, !open);
  const typed = who === 'T' ? createTyped(text) : spoken;
  return [Number(ms), who ? typed : createToolCalls('a', text)];
}

it.each([
  [
    'the visitor’s words stand before an answer and a tool that have just begun',
    '0 A: Yes? | 2000 move_appointment | 2500 A: Moving it… | 3000 V: Move it to Friday.',
    'A: Yes? | V: Move it to Friday. | move_appointment | A: Moving it…',
  ],
  [
    'the visitor’s words follow the greeting, however early they come',
    '0 A: Hello! | 20 V: Hello.',
    'A: Hello! | V: Hello.',
  ],
  [
    'the visitor’s words follow what the assistant began earlier',
    '0 T: Hi | 1000 A: We are… | 2001 V: Stop.',
    'V: Hi | A: We are… | V: Stop.',
  ],
  [
    'typed words follow the sentence that they interrupt, which may still be finished',
    '0 A: Yes? | 1500 A: What may… | 1600 T: Hello | 1700 A: What may I',
    'A: Yes? | A: What may I | V: Hello',
  ],
  [
    'typed words leave the visitor’s spoken sentence open',
    '0 V: I would… | 2000 T: Hello | 4000 V: I would like it.',
    'V: I would like it. | V: Hello',
  ],
  [
    'typed words are shown once when they come back with other signs',
    "0 T: I’d like 24-hour support! | 2000 V: i'd like… | 4000 V: i'd like 24 hour support",
    'V: I’d like 24-hour support!',
  ],
  [
    'typed words are shown once when they come back after the answer has begun',
    '0 T: Ano, prosím | 600 A: Dobře… | 900 V: ano prosim',
    'V: Ano, prosím | A: Dobře…',
  ],
  [
    'typed words do not replace other words',
    '0 T: Hello | 2000 V: Hello there',
    'V: Hello | V: Hello there',
  ],
  [
    'typed words do not replace the assistant’s own',
    '0 T: Hello | 2000 A: Hello',
    'V: Hello | A: Hello',
  ],
  [
    'typed words do not replace the same words said after an answer',
    '0 T: Yes | 2000 A: Sure? | 4000 V: Yes',
    'V: Yes | A: Sure? | V: Yes',
  ],
  [
    'a sentence is shown once when its final text comes twice',
    '0 V: Yes, please. | 1000 V: yes please',
    'V: Yes, please.',
  ],
  ['a sentence may be said again', '0 V: Hello? | 2000 V: Hello?', 'V: Hello? | V: Hello?'],
  [
    'a sentence without a final text is kept when its speaker begins another one',
    '0 V: I would like… | 2000 A: Which day? | 4000 V: Friday…',
    'V: I would like | A: Which day? | V: Friday…',
  ],
  [
    'a sentence is finished although its speaker has begun another one',
    '0 V: I would… | 2000 A: Which day? | 4000 V: Friday… | 4500 V: I would like to book.',
    'V: I would like to book. | A: Which day? | V: Friday…',
  ],
  [
    'a sentence has the words that the final text leaves out',
    '0 V: We open at… | 300 V: We open at nine… | 600 V: We open.',
    'V: We open.',
  ],
  [
    'a sentence is corrected',
    '0 V: I wood like two… | 300 V: I would like to… | 600 V: I would like to go.',
    'V: I would like to go.',
  ],
  [
    'a sentence is corrected in its first words',
    '0 V: Wood… | 300 V: Would you… | 600 V: Would you help?',
    'V: Would you help?',
  ],
])('%s', (_, messages, turns) => {
  const transcript = reduceAt(...messages.split(' | ').map(parseMessage));
  expect(readTurns(transcript).join(' | ')).toBe(turns);
});

describe('in any order of its messages', () => {
  const LATE_MS = 1_000;
  const WORD_MS = 300;
  interface Sentence {
    who: Speaker;
    words: string[];
    beganAt: number;
    isFinal: boolean;
    isTyped: boolean;
  }
  const getEnd = ({ beganAt, words }: Sentence) => beganAt + words.length * WORD_MS;

  const sentence = fc.record({
    length: fc.integer({ min: 1, max: 6 }),
    isFinal: fc.boolean(),
    isTyped: fc.boolean(),
    pause: fc.nat(2_000),
  });
  /** What the visitor says, and up to two sentences of the answer. */
  const exchange = fc.tuple(sentence, fc.array(sentence, { maxLength: 2 }));

  function schedule(exchanges: (typeof exchange extends fc.Arbitrary<infer T> ? T : never)[]) {
    const sentences: Sentence[] = [];
    let nextWord = 0;
    const add = (
      who: Speaker,
      beganAt: number,
      { length, isFinal, isTyped }: { length: number; isFinal: boolean; isTyped: boolean },
    ) => {
      const words = Array.from({ length }, () => `w${(nextWord += 1) + 100}`);
      const added = { who, words, beganAt, isFinal, isTyped: isTyped && who === 'visitor' };
      sentences.push(added);
      return added;
    };
    const greeting = add('assistant', 0, { length: 2, isFinal: true, isTyped: false });
    let now = getEnd(greeting) + 2 * LATE_MS;
    for (const [question, answers] of exchanges) {
      const asked = add('visitor', now, question);
      let answerAt = now + question.pause;
      now = getEnd(asked);
      for (const answer of answers) {
        const said = add('assistant', answerAt, answer);
        answerAt = Math.max(getEnd(said), said.beganAt + LATE_MS) + 1 + answer.pause;
        if (!answer.isFinal) answerAt += 2 * LATE_MS;
        now = Math.max(now, getEnd(said));
      }
      now += 2 * LATE_MS + 1;
    }
    return sentences;
  }

  function listMessages(sentences: Sentence[]): [ms: number, event: Event][] {
    return sentences.flatMap(({ who, words, beganAt, isFinal, isTyped }) => {
      const whole = words.join(' ');
      if (isTyped) return [[beganAt, fromVisitor(`${whole}.`)]];
      const partials = words.map((_, index): [number, Event] => [
        beganAt + index * WORD_MS,
        createWords(who, words.slice(0, index + 1).join(' '), false),
      ]);
      const final: [number, Event] = [
        beganAt + words.length * WORD_MS,
        createWords(who, `${whole}.`),
      ];
      return isFinal ? [...partials, final, final] : partials;
    });
  }

  test('the conversation is the same', () => {
    fc.assert(
      fc.property(
        fc.array(exchange, { minLength: 1, maxLength: 5 }),
        fc.infiniteStream(fc.nat(LATE_MS)),
        (exchanges, delays) => {
          const sentences = schedule(exchanges);
          const late = listMessages(sentences).map(([ms, event]): [number, Event] => [
            ms + (delays.next().value ?? 0),
            event,
          ]);
          const typed = sentences
            .filter(({ isTyped }) => isTyped)
            .map(({ beganAt, words }): [number, Event] => [beganAt, createTyped(words.join(' '))]);
          const events = [...typed, ...late].sort(([ms], [otherMs]) => ms - otherMs);
          expect(readTurns(finishTranscript(reduceAt(...events)))).toEqual(
            sentences.map(({ who, words, isFinal, isTyped }) => {
              const end = isFinal && !isTyped ? '.' : '';
              return `${who === 'assistant' ? 'A' : 'V'}: ${words.join(' ')}${end}`;
            }),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('an echo of the assistant', () => {
  const greeting = fromAssistant('Hello, and thank you for calling. How can I help?');
  const echo = fromVisitor('hello and thank you for falling how can I help');
  const own = fromVisitor('I would like to move my appointment');

  it('is noticed until the visitor says something else, and only once', () => {
    expect(reduceSlowly(greeting).echo).toBe('never');
    expect(reduceSlowly(greeting, echo).echo).toBe('now');
    expect(reduceSlowly(greeting, echo, own).echo).toBe('over');
    expect(reduceSlowly(greeting, echo, own, greeting, echo).echo).toBe('over');
  });

  it('is noticed while the assistant still speaks', () => {
    const partial = fromAssistant('Hello, and thank you for calling', false);
    const heard = reduceAt([0, partial], [1_200, fromVisitor('hello and thank you')]);
    expect(heard.echo).toBe('now');
  });

  it.each([
    ['own words', [greeting, own]],
    ['a few of its words', [fromAssistant('Friday at ten?'), fromVisitor('Friday at ten')]],
    [
      'an answer with its words',
      [fromAssistant('Is ten on Friday good for you?'), fromVisitor('Yes, Friday is good for me')],
    ],
    ['typed words', [greeting, createTyped('hello and thank you for calling')]],
    [
      'words that it repeats',
      [
        fromVisitor('move my appointment to Friday', false),
        fromAssistant('So, move your appointment to Friday.'),
        fromVisitor('Move my appointment to Friday.'),
      ],
    ],
  ])('is not %s', (_, events) => {
    expect(reduceSlowly(...events).echo).toBe('never');
  });

  it('is not what the visitor repeats later', () => {
    expect(reduceAt([0, greeting], [5_001, echo]).echo).toBe('never');
  });
});

it('shows none of the assistant’s markup, and the visitor’s words as they are', () => {
  const said = reduceSlowly(
    fromAssistant('[warmly]'),
    fromAssistant('**Hello** [laughs', false),
    fromVisitor('[sic] *Hello*'),
  );
  expect(readTurns(said)).toEqual(['A: Hello…', 'V: [sic] *Hello*']);
});

describe('what the assistant does', () => {
  const moves = {
    type: 'tool-calls',
    calls: [
      { id: 'a', name: 'move_appointment', args: { date: '2026-11-27', time: '10:00' } },
      { id: 'b', name: 'note_in_crm', args: { note: 'raw' } },
    ],
  } as const satisfies CallEvent;
  const begun = reduceSlowly(fromAssistant('One moment.'), moves);
  const reduceMore = (transcript: Transcript, ...events: Event[]) =>
    events.reduce(
      (all, event) => reduceTranscript(all, event, 'en', new Date(START + 3_000)),
      transcript,
    );

  it('is shown in order, first as working, then as done', () => {
    expect(begun.entries.slice(1)).toMatchObject([
      { id: 2, callId: 'a', tool: 'move_appointment', detail: 'Friday, 10:00', done: false },
      { id: 3, callId: 'b', tool: 'note_in_crm', detail: null, done: false },
    ]);
    const done = reduceMore(begun, fromAssistant('Done.'), createToolResult('a'));
    expect(readTurns(done)).toEqual([
      'A: One moment.',
      'move_appointment',
      'note_in_crm',
      'A: Done.',
    ]);
    expect(done.entries[1]).toEqual({ ...begun.entries[1], done: true });
    expect(done.entries[2]).toBe(begun.entries[2]);
  });

  it('is shown in the language of the page', () => {
    const { entries } = reduceTranscript(initialTranscript, moves, 'cs', new Date(START));
    expect(entries[0]).toMatchObject({ detail: 'pátek, 10:00' });
  });

  it('is added once, even when it is announced twice', () => {
    expect(reduceMore(begun, moves)).toBe(begun);
    const done = reduceMore(begun, createToolResult('a'), moves);
    expect(done.entries).toHaveLength(3);
    expect(done.entries[1]).toMatchObject({ done: true });
  });

  it('is removed when it failed', () => {
    const failed = reduceMore(begun, createToolResult('a', false));
    expect(readTurns(failed)).toEqual(['A: One moment.', 'note_in_crm']);
  });

  it('stays done, whatever results follow', () => {
    const done = reduceMore(begun, createToolResult('a'));
    for (const late of [createToolResult('a', false), createToolResult('a'), createToolResult('c')])
      expect(reduceMore(done, late)).toBe(done);
  });

  it('is no answer: typed words may still come back', () => {
    const typed = reduceSlowly(createTyped('Move it'), moves, fromVisitor('Move it'));
    expect(readTurns(typed)).toEqual(['V: Move it', 'move_appointment', 'note_in_crm']);
  });

  it('is removed at the end of the call without a result', () => {
    const half = reduceMore(begun, createToolResult('b'));
    expect(readTurns(finishTranscript(half))).toEqual(['A: One moment.', 'note_in_crm']);
  });

  it('has an id of its own after others were removed', () => {
    const more = reduceMore(begun, createToolResult('a', false), fromAssistant('It failed.'));
    expect(more.entries.map(({ id }) => id)).toEqual([1, 3, 4]);
  });
});

it('reads other spellings of a tool, and shows no unknown tool', () => {
  const names = ['bookAppointment', 'delete_everything', 'constructor', 'create_ticket'];
  const shown = reduceSlowly(...names.map((name, index) => createToolCalls(`${index}`, name)));
  expect(readTurns(shown)).toEqual(['book_appointment', 'create_ticket']);
});

describe('the service of a conversation', () => {
  const said = createSaid(1, 'visitor', 'Hi');

  test('guesses the service from the first tool used', () => {
    expect(
      guessService([said, createTool(2, 'note_in_crm'), createTool(3, 'move_appointment')]),
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
    for (const tool of tools) expect(guessService([createTool(1, tool)])).toBe(service);
  });

  test('guesses nothing without a tool', () => {
    expect(guessService([said])).toBeUndefined();
  });
});
