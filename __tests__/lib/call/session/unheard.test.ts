/** @jest-environment node */
import type { CallEvent } from '@/lib/call/types';
import { initialUnheardState, reduceUnheard } from '@/lib/call/session/unheard';

type TimedEvent = [at: number, event: CallEvent];

/**
 * Plays [at, event] pairs, with a tick every half second in between. Returns whether the hint shows
 * at the end.
 */
function isUnheardAt(until: number, ...events: TimedEvent[]): boolean {
  let state = initialUnheardState;
  for (let now = 0; now <= until; now += 500) {
    for (const [at, event] of events) if (at === now) state = reduceUnheard(state, event, now);
    state = reduceUnheard(state, { type: 'tick' }, now);
  }
  return state.unheard;
}

const createEventAt = (at: number, event: CallEvent): TimedEvent => [at, event];
const createLevel = (at: number, loud: number) =>
  createEventAt(at, { type: 'level', who: 'visitor', level: loud });
const createTranscript = (at: number, who: 'assistant' | 'visitor') =>
  createEventAt(at, { type: 'transcript', who, final: true, text: 'Yes' });
const createSpeech = (at: number, isSpeaking: boolean) =>
  createEventAt(at, { type: 'assistant-speech', speaking: isSpeaking });
const createMuted = (at: number, muted: boolean) => createEventAt(at, { type: 'muted', muted });
const createTyping = (at: number, active: boolean) => createEventAt(at, { type: 'typing', active });
const createTyped = (at: number) => createEventAt(at, { type: 'typed', text: 'Yes' });
const createMeterFailure = (at: number) => createEventAt(at, { type: 'meter-failed' });
const createMicrophoneEvent = (at: number, became: 'open' | 'lost' | 'replaced', paused = false) =>
  createEventAt(at, { type: 'microphone', microphone: became, paused });
const spoke = [createSpeech(500, true), createSpeech(3_000, false)];
/** The assistant has spoken, and the meter works. */
const quiet = [createLevel(0, 0.001), ...spoke];

test.each<[string, number, TimedEvent[]]>([
  ['six seconds after the assistant’s turn', 9_000, quiet],
  ['six seconds after the visitor was heard', 14_000, [...quiet, createLevel(8_000, 0.2)]],
  ['six seconds after the visitor’s words', 14_000, [...quiet, createTranscript(8_000, 'visitor')]],
  [
    'six seconds after the turn, despite the assistant’s words',
    9_000,
    [...quiet, createTranscript(8_000, 'assistant')],
  ],
  ['six seconds after the turn, through more silence', 9_000, [...quiet, createLevel(8_500, 0)]],
  [
    'six seconds after the turn, below the level of a voice',
    9_000,
    [...quiet, createLevel(8_000, 0.0099)],
  ],
  ['six seconds after a late first level', 11_000, [...spoke, createLevel(5_000, 0)]],
  ['half a minute after a hint that a voice removed', 40_000, [...quiet, createLevel(10_000, 0.2)]],
  [
    'half a minute after a hint that typing removed',
    40_000,
    [...quiet, createTyping(10_000, false)],
  ],
  ['half a minute after a hint that typed words removed', 40_000, [...quiet, createTyped(10_000)]],
  ['half a minute after typed words', 34_000, [...quiet, createTyped(4_000)]],
  [
    'six seconds after the unmuting',
    26_000,
    [...quiet, createMuted(4_000, true), createMuted(20_000, false)],
  ],
  [
    'six seconds after the typing',
    26_000,
    [...quiet, createTyping(4_000, true), createTyping(20_000, false)],
  ],
  [
    'six seconds after the device resumed the microphone',
    46_000,
    [...quiet, createMicrophoneEvent(1_000, 'open', true), createMicrophoneEvent(40_000, 'open')],
  ],
  ['immediately when the microphone is lost', 1_000, [createMicrophoneEvent(1_000, 'lost')]],
])('shows the hint %s', (_, at, events) => {
  expect(isUnheardAt(at - 500, ...events)).toBe(false);
  expect(isUnheardAt(at, ...events)).toBe(true);
});

test.each<[string, number, TimedEvent[]]>([
  ['before the assistant has spoken', 60_000, [createLevel(0, 0.001)]],
  ['while the assistant speaks', 60_000, [createLevel(0, 0.001), createSpeech(500, true)]],
  ['at a voice', 9_000, [...quiet, createLevel(8_000, 0.01)]],
  ['while the visitor is muted', 60_000, [...quiet, createMuted(4_000, true)]],
  ['while typing', 60_000, [...quiet, createTyping(4_000, true)]],
  [
    'while typing without a microphone',
    1_000,
    [createTyping(500, true), createMicrophoneEvent(1_000, 'lost')],
  ],
  [
    'while the device pauses the microphone',
    60_000,
    [...quiet, createMicrophoneEvent(1_000, 'open', true)],
  ],
  ['without a meter', 60_000, spoke],
  [
    'after the meter has failed',
    60_000,
    [...quiet, createMeterFailure(4_000), createLevel(5_000, 0)],
  ],
  ['once the meter has failed', 20_000, [...quiet, createMeterFailure(10_000)]],
  [
    'once another microphone is used',
    2_000,
    [createMicrophoneEvent(1_000, 'lost'), createMicrophoneEvent(1_500, 'replaced')],
  ],
])('shows no hint %s', (_, until, events) => {
  expect(isUnheardAt(until, ...events)).toBe(false);
});

test('keeps the hint until something removes it, but not a voice while muted', () => {
  expect(isUnheardAt(60_000, ...quiet)).toBe(true);
  const shown = { ...initialUnheardState, unheard: true, muted: true };
  expect(reduceUnheard(shown, createLevel(0, 1)[1], 0).unheard).toBe(true);
});
