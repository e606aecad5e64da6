import type { Language } from '@/lib/language';
import type { LiveFacts, Speaker, SpokenEvent, ToolCall } from '@/lib/call/types';
import type { SaidEntry, ToolEntry, Transcript, TranscriptEntry } from './entries';
import { findTool, formatToolDetail } from './tool-calls';

/** Tags that tell a voice how to speak: `[warmly]`, `<break time="1s"/>`, `</spell>`. */
const TAGS = / ?(?:(?:<[^<>\s][^<>]*>|\[[^[\]]*\]) ?)+([.,;:!?…]?)/g;

/** A tag or a link whose end has not come yet. */
const UNFINISHED_TAG = /(?:<(?!\s)|\[)[^<>[\]]*(?:\]\([^()]*)?$/;

/** Signs of emphasis are words between these: `2 * 3`, `2*3`, `first_name`. */
const AROUND_SIGN = /^(?:\s\s|\d\d)$/;
const AROUND_UNDERSCORE = /^(?:\s\s|[\p{L}\p{N}]{2})$/u;

/** Removes the tags of a voice and Markdown, which are not said. */
export function removeMarkup(text: string): string {
  return text
    .replace(/^[ \t]*(?:#{1,6}|[-*+>])[ \t]+/gm, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[ \t]+/g, ' ')
    .replace(UNFINISHED_TAG, '')
    .replace(TAGS, (_, sign: string) => sign || ' ')
    .replace(/[*~`]+|_+/g, (signs, at: number, whole: string) => {
      const around = `${whole[at - 1] ?? ''}${whole[at + signs.length] ?? ''}`;
      const isWord = signs.startsWith('_') ? AROUND_UNDERSCORE : AROUND_SIGN;
      return isWord.test(around) ? signs : '';
    })
    .trim();
}

/** Without case and signs, which differ when words come again. */
const listWords = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .split(/[\s-]+/)
    .filter(Boolean);

/** Signs alone are kept. */
const toLetters = (text: string) => listWords(text).join('') || text;

const isSameText = (text: string, other: string) => toLetters(text) === toLetters(other);

const isBeginning = (text: string, whole: string) => toLetters(whole).startsWith(toLetters(text));

/** The share of words that others contain, 0–1. */
function measureOverlap(words: readonly string[], others: readonly string[]): number {
  const known = new Set(others);
  return words.filter((word) => known.has(word)).length / words.length;
}

/** A correction keeps at least this share of the words; two sentences rarely share so many. */
const CORRECTION_OVERLAP = 0.5;

/** Whether one text is the beginning of the other, or a correction of it. */
export function isSameSentence(text: string, other: string): boolean {
  const [letters, otherLetters] = [toLetters(text), toLetters(other)];
  if (letters.startsWith(otherLetters) || otherLetters.startsWith(letters)) return true;
  const [shorter = [], longer = []] = [text, other]
    .map(listWords)
    .sort((words, others) => words.length - others.length);
  return measureOverlap(shorter, longer) >= CORRECTION_OVERLAP;
}

/** Messages of the provider may come this late, after others that were sent later. */
const LATE_MS = 1_000;
/** So few recognised words at the beginning of a sentence may all be corrected. */
const MAX_CORRECTED = 2;
/** What a microphone picks up of the assistant is recognised as late as this. */
const ECHO_MS = 5_000;
/** Visitors repeat fewer words of the assistant's, as in “Friday at ten”. */
const MIN_ECHO_WORDS = 4;
/** Some words of an echo are recognised as others. */
const ECHO_OVERLAP = 0.8;

type Words = Omit<SaidEntry, 'id'>;
type WordsEvent = Extract<SpokenEvent, { type: 'transcript' }>;

const isSaid = (entry: TranscriptEntry): entry is SaidEntry => entry.kind === 'said';

function insertEntry(
  entries: Transcript,
  entry: Words | Omit<ToolEntry, 'id'>,
  index = entries.length,
): Transcript {
  const id = Math.max(0, ...entries.map((other) => other.id)) + 1;
  return [...entries.slice(0, index), { ...entry, id }, ...entries.slice(index)];
}

/** Ends an open sentence, of one speaker if there is one. */
function cutSentence(entry: TranscriptEntry, who?: Speaker): TranscriptEntry {
  const isCut = isSaid(entry) && entry.status === 'open' && (who ?? entry.who) === entry.who;
  return isCut ? { ...entry, status: 'cut' } : entry;
}

/** Whether these words have come before: late, twice, or sent back after they were typed. */
function isRepetition(
  said: readonly SaidEntry[],
  { who, final, text }: WordsEvent,
  now: number,
): boolean {
  return said.some((entry) => {
    if (entry.who !== who || entry.status !== 'final') return false;
    const isUnanswered = entry === said.at(-1);
    const mayComeAgain = now - entry.heardAt <= LATE_MS || (entry.typed && isUnanswered);
    return mayComeAgain && (final ? isSameText : isBeginning)(text, entry.text);
  });
}

/** Finds the unfinished sentence that these words continue, correct or finish. */
function findSentence(
  said: readonly SaidEntry[],
  { who, final, text }: WordsEvent,
  now: number,
): SaidEntry | undefined {
  const unfinished = said
    .filter((entry) => entry.who === who && entry.status !== 'final')
    // The latest words may have come in time, and these late.
    .filter((entry) => entry.status === 'open' || final || now - entry.heardAt <= 2 * LATE_MS)
    .reverse();
  const isCorrected = ({ status, text: begun, heardAt }: SaidEntry) =>
    who === 'visitor' &&
    status === 'open' &&
    now - heardAt <= LATE_MS &&
    listWords(begun).length <= MAX_CORRECTED;
  return (
    unfinished.find((entry) => isSameSentence(entry.text, text)) ?? unfinished.find(isCorrected)
  );
}

/**
 * A visitor's words are recognised late: they stand before an answer that has just begun. The first
 * words of a call are the greeting.
 */
function findPlace(entries: Transcript, who: Speaker, now: number): number {
  if (who === 'assistant') return entries.length;
  const isEarlier = (entry: TranscriptEntry, index: number) =>
    index === 0 || now - entry.beganAt > LATE_MS || (isSaid(entry) && entry.who === 'visitor');
  return entries.map(isEarlier).lastIndexOf(true) + 1;
}

/** Whether the visitor's newest spoken sentence is what the assistant has just said. */
function endsWithEcho(entries: Transcript): boolean {
  const said = entries.filter(isSaid);
  const isHeard = ({ who, status, typed }: SaidEntry) =>
    who === 'visitor' && status === 'final' && !typed;
  const heard = said.filter(isHeard).at(-1);
  if (!heard) return false;
  const { text, beganAt, heardAt } = heard;
  const justSaid = said.filter(
    (entry) =>
      entry.who === 'assistant' && entry.beganAt <= beganAt && heardAt - entry.heardAt <= ECHO_MS,
  );
  const words = listWords(text);
  const overlap = measureOverlap(words, justSaid.map((entry) => entry.text).flatMap(listWords));
  return words.length >= MIN_ECHO_WORDS && overlap > ECHO_OVERLAP;
}

/** The hint is shown once, until the visitor says something else. */
export function reduceEcho(
  echo: LiveFacts['echo'],
  event: SpokenEvent,
  entries: Transcript,
): LiveFacts['echo'] {
  const isHeard = event.type === 'transcript' && event.who === 'visitor' && event.final;
  if (!isHeard || echo === 'over') return echo;
  if (endsWithEcho(entries)) return 'now';
  return echo === 'now' ? 'over' : echo;
}

function addWords(entries: Transcript, event: WordsEvent, now: number): Transcript {
  const { who, final, text } = event;
  const said = entries.filter(isSaid);
  if (text === '' || isRepetition(said, event, now)) return entries;
  const sentence = findSentence(said, event, now);
  // A longer partial text may have overtaken this one.
  if (sentence && !final && isBeginning(text, sentence.text)) return entries;
  const begun = sentence ?? { kind: 'said', who, beganAt: now, status: 'open' };
  const words: Words = { ...begun, text, heardAt: now, status: final ? 'final' : begun.status };
  if (sentence)
    return entries.map((entry) => (entry === sentence ? { ...sentence, ...words } : entry));
  const others = entries.map((entry) => cutSentence(entry, who));
  return insertEntry(others, words, findPlace(entries, who, now));
}

function addTool(
  entries: Transcript,
  { id: callId, name, args }: ToolCall,
  language: Language,
  now: Date,
): Transcript {
  const tool = findTool(name);
  const isKnown = entries.some((entry) => entry.kind === 'tool' && entry.callId === callId);
  if (!tool || isKnown) return entries;
  const detail = formatToolDetail({ tool, args }, language, now);
  const beganAt = now.getTime();
  return insertEntry(entries, { kind: 'tool', beganAt, callId, tool, detail, done: false });
}

function finishTool(entries: Transcript, callId: string, ok: boolean): Transcript {
  const isPending = (entry: TranscriptEntry): entry is ToolEntry =>
    entry.kind === 'tool' && entry.callId === callId && !entry.done;
  if (!entries.some(isPending)) return entries;
  if (!ok) return entries.filter((entry) => !isPending(entry));
  return entries.map((entry) => (isPending(entry) ? { ...entry, done: true } : entry));
}

export function reduceTranscript(
  entries: Transcript,
  event: SpokenEvent,
  language: Language,
  now: Date,
): Transcript {
  const at = now.getTime();
  switch (event.type) {
    case 'transcript': {
      const text = event.who === 'assistant' ? removeMarkup(event.text) : event.text;
      return addWords(entries, { ...event, text }, at);
    }
    case 'typed':
      return insertEntry(entries, {
        kind: 'said',
        who: 'visitor',
        text: event.text,
        beganAt: at,
        heardAt: at,
        status: 'final',
        typed: true,
      });
    case 'tool-calls':
      return event.calls.reduce((all, call) => addTool(all, call, language, now), entries);
    case 'tool-result':
      return finishTool(entries, event.id, event.ok);
  }
}

export const finishTranscript = (entries: Transcript): Transcript =>
  entries.filter((entry) => isSaid(entry) || entry.done).map((entry) => cutSentence(entry));
