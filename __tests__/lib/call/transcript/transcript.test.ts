import { fc } from '@/__tests__/support/fast-check';
import type { CallEvent, LiveFacts, Speaker } from '@/lib/call/types';
import { guessService, type Transcript } from '@/lib/call/transcript/entries';
import { finishTranscript, reduceEcho, reduceTranscript } from '@/lib/call/transcript/transcript';
import { createSaid, createTool } from './entries';

type Event = Parameters<typeof reduceTranscript>[1];
type TimedEvent = [ms: number, event: Event];

const START = new Date(2026, 10, 23, 9).getTime();
/** Reduces events that come at these milliseconds of the call. */
const reduceAt = (...events: TimedEvent[]) =>
  events.reduce<Transcript>(
    (all, [ms, event]) => reduceTranscript(all, event, 'en', new Date(START + ms)),
    [],
  );
/** Reduces events that come two seconds after each other. */
const reduceSlowly = (...events: Event[]) =>
  reduceAt(...events.map((event, index): TimedEvent => [index * 2_000, event]));
const createWords = (who: Speaker, text: string, final = true) =>
  ({ type: 'transcript', who, final, text }) as const satisfies CallEvent;
const fromAssistant = (text: string, final?: boolean) => createWords('assistant', text, final);
const fromVisitor = (text: string, final?: boolean) => createWords('visitor', text, final);
const createTyped = (text: string) => ({ type: 'typed', text }) as const satisfies CallEvent;
const createToolCalls = (id: string, name: string, args = {}) =>
  ({ type: 'tool-calls', calls: [{ id, name, args }] }) as const satisfies CallEvent;
const createToolResult = (id: string, ok = true) => ({ type: 'tool-result', id, ok }) as const;
/** As `A: Yes?`, with `…` after a sentence that is not finished. */
const readTurns = (entries: Transcript) =>
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
  expect(whole[0]?.id).toBe(half[0]?.id);
});

/** Reads `2000 A: We are…`, with `T:` for typed words, and a tool without a speaker. */
function parseMessage(message: string): TimedEvent {
  const [, ms, who, text = '', open] = /^(\d+) (?:([AVT]): )?(.*?)(…?)$/.exec(message) ?? [];
  const spoken = createWords(who === 'A' ? 'assistant' : 'visitor', text, !open);
  const typed = who === 'T' ? createTyped(text) : spoken;
  return [Number(ms), who ? typed : createToolCalls('a', text)];
}

const reduceMessages = (messages: string) => reduceAt(...messages.split(' | ').map(parseMessage));

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
    'words of signs alone are words of their own',
    '0 A: Yes? | 300 A: 👍 | 600 A: ? | 2000 V: 123 | 2300 V: 🙂 | 2600 V: 你好',
    'A: Yes? | A: 👍 | A: ? | V: 123 | V: 🙂 | V: 你好',
  ],
  [
    'words of signs alone replace no others, and come again',
    '0 A: We open… | 300 A: 👍 | 400 A: 👍 | 600 A: We open at nine.',
    'A: We open at nine. | A: 👍',
  ],
  [
    'a whole sentence of other words is another sentence',
    '0 V: I want a call… | 600 V: what about… | 900 V: What about it? | 1000 V: I want a call.',
    'V: I want a call. | V: What about it?',
  ],
  ['a sentence may be said again', '0 V: Hello? | 2000 V: Hello?', 'V: Hello? | V: Hello?'],
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
  expect(readTurns(reduceMessages(messages)).join(' | ')).toBe(turns);
});

describe('in any order of its messages', () => {
  const LATE_MS = 1_000;
  const WORD_MS = 300;
  interface Plan {
    length: number;
    isFinal: boolean;
    isTyped: boolean;
    pause: number;
  }
  const sentence: fc.Arbitrary<Plan> = fc.record({
    length: fc.integer({ min: 1, max: 6 }),
    isFinal: fc.boolean(),
    isTyped: fc.boolean(),
    pause: fc.nat(2_000),
  });
  /** What the visitor says, and up to two sentences of the answer. */
  const exchange = fc.tuple(sentence, fc.array(sentence, { maxLength: 2 }));

  /** How a sentence is shown, and the events that may be late. */
  function planSentence(who: Speaker, beganAt: number, words: string[], isFinal: boolean) {
    const text = words.join(' ');
    const endsAt = beganAt + words.length * WORD_MS;
    const shown = `${who === 'assistant' ? 'A' : 'V'}: ${text}${isFinal ? '.' : ''}`;
    const partials = words.map((_, index): TimedEvent => {
      const begun = words.slice(0, index + 1).join(' ');
      return [beganAt + index * WORD_MS, createWords(who, begun, false)];
    });
    const final: TimedEvent = [endsAt, createWords(who, `${text}.`)];
    return { shown, endsAt, typed: [], late: isFinal ? [...partials, final, final] : partials };
  }
  function planTyped(beganAt: number, words: string[]) {
    const text = words.join(' ');
    const typed: TimedEvent[] = [[beganAt, createTyped(text)]];
    const late: TimedEvent[] = [[beganAt, fromVisitor(`${text}.`)]];
    return { shown: `V: ${text}`, endsAt: beganAt + words.length * WORD_MS, typed, late };
  }

  function planConversation(exchanges: [Plan, Plan[]][]) {
    let wordCount = 0;
    const plan = (who: Speaker, beganAt: number, { length, isFinal, isTyped }: Plan) => {
      const words = Array.from({ length }, () => `w${(wordCount += 1) + 100}`);
      return isTyped && who === 'visitor'
        ? planTyped(beganAt, words)
        : planSentence(who, beganAt, words, isFinal);
    };
    const greeting = plan('assistant', 0, { length: 2, isFinal: true, isTyped: false, pause: 0 });
    const sentences = [greeting];
    let now = greeting.endsAt + 2 * LATE_MS;
    for (const [question, answers] of exchanges) {
      const asked = plan('visitor', now, question);
      sentences.push(asked);
      let answerAt = now + question.pause;
      now = asked.endsAt;
      for (const answer of answers) {
        const said = plan('assistant', answerAt, answer);
        sentences.push(said);
        answerAt = Math.max(said.endsAt, answerAt + LATE_MS) + 1 + answer.pause;
        if (!answer.isFinal) answerAt += 2 * LATE_MS;
        now = Math.max(now, said.endsAt);
      }
      now += 2 * LATE_MS + 1;
    }
    return sentences;
  }

  test('the conversation is the same', () => {
    const exchanges = fc.array(exchange, { minLength: 1, maxLength: 5 });
    const delays = fc.infiniteStream(fc.nat(LATE_MS));
    const property = fc.property(exchanges, delays, (spoken, lateness) => {
      const sentences = planConversation(spoken);
      const late = sentences
        .flatMap((planned) => planned.late)
        .map(([ms, event]): TimedEvent => [ms + (lateness.next().value ?? 0), event]);
      const events = [...sentences.flatMap(({ typed }) => typed), ...late];
      events.sort(([ms], [otherMs]) => ms - otherMs);
      const shown = readTurns(finishTranscript(reduceAt(...events)));
      expect(shown).toEqual(sentences.map((planned) => planned.shown));
    });
    fc.assert(property, { numRuns: 300 });
  });
});

const greeting = 'A: Hello, and thank you for calling. How can I help?';
const echo = 'V: hello and thank you for falling how can I help';

it.each([
  ['now', 'the assistant hears itself', `0 ${greeting} | 2000 ${echo}`],
  ['now', 'it still speaks', '0 A: Hello, and thank you… | 1200 V: hello and thank you'],
  ['over', 'the visitor says something else', `0 ${greeting} | 2000 ${echo} | 4000 V: Move it.`],
  [
    'over',
    'it is heard again',
    `0 ${greeting} | 2000 ${echo} | 4000 V: Move it. | 6000 ${greeting} | 8000 ${echo}`,
  ],
  ['never', 'the visitor says own words', `0 ${greeting} | 2000 V: I would like to move it`],
  ['never', 'the visitor repeats it later', `0 ${greeting} | 5001 ${echo}`],
  ['never', 'the visitor repeats a few words', '0 A: Friday at ten? | 2000 V: Friday at ten'],
  [
    'never',
    'the visitor answers with its words',
    '0 A: Is ten on Friday good for you? | 2000 V: Yes, Friday is good for me',
  ],
  ['never', 'its words are typed', `0 ${greeting} | 2000 T: hello and thank you for calling`],
  [
    'never',
    'it repeats the visitor’s words',
    '0 V: move it to Friday… | 2000 A: So, move it to Friday. | 4000 V: Move it to Friday.',
  ],
])('finds an echo %s when %s', (expected, _, messages) => {
  const events = messages.split(' | ').map(parseMessage);
  const echo = events.reduce<LiveFacts['echo']>(
    (before, [, event], index) =>
      reduceEcho(before, event, reduceAt(...events.slice(0, index + 1))),
    'never',
  );
  expect(echo).toBe(expected);
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

  it('is shown in order, first as working, then as done, in the language of the page', () => {
    expect(begun.slice(1)).toMatchObject([
      { id: 2, callId: 'a', tool: 'move_appointment', detail: 'Friday, 10:00', done: false },
      { id: 3, callId: 'b', tool: 'note_in_crm', detail: null, done: false },
    ]);
    const done = reduceMore(begun, fromAssistant('Done.'), createToolResult('a'));
    expect(readTurns(done).slice(1)).toEqual(['move_appointment', 'note_in_crm', 'A: Done.']);
    expect(done[1]).toEqual({ ...begun[1], done: true });
    expect(done[2]).toBe(begun[2]);
    const czech = reduceTranscript([], moves, 'cs', new Date(START));
    expect(czech[0]).toMatchObject({ detail: 'pátek, 10:00' });
  });

  it('is added once and stays done, whatever comes again', () => {
    expect(reduceMore(begun, moves)).toBe(begun);
    const done = reduceMore(begun, createToolResult('a'));
    for (const late of [moves, createToolResult('a', false), createToolResult('c')])
      expect(reduceMore(done, late)).toBe(done);
  });

  it('is removed when it failed, or the call is over without its result', () => {
    const failed = reduceMore(begun, createToolResult('a', false), fromAssistant('It failed.'));
    expect(readTurns(failed)).toEqual(['A: One moment.', 'note_in_crm', 'A: It failed.']);
    expect(failed.map(({ id }) => id)).toEqual([1, 3, 4]);
    expect(readTurns(finishTranscript(failed))).toEqual(['A: One moment.', 'A: It failed.']);
  });

  it('is no answer: typed words may still come back', () => {
    const typed = reduceSlowly(createTyped('Move it'), moves, fromVisitor('Move it'));
    expect(readTurns(typed)).toEqual(['V: Move it', 'move_appointment', 'note_in_crm']);
  });

  it('is not shown of an unknown tool', () => {
    const shown = reduceSlowly(createToolCalls('a', 'delete_everything'));
    expect(shown).toEqual([]);
  });
});

it('guesses the service of a conversation from the first tool that was used', () => {
  const said = createSaid(1, 'visitor', 'Hi');
  expect(guessService([said])).toBeUndefined();
  const tools = [createTool(2, 'note_in_crm'), createTool(3, 'move_appointment')];
  expect(guessService([said, ...tools])).toBe('crm-integrations');
});
