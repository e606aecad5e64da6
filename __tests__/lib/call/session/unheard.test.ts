import type { CallEvent, Speaker } from '@/lib/call/types';
import { initialUnheardState, reduceUnheard } from '@/lib/call/session/unheard';

type TimedEvent = [ms: number, event: CallEvent];

/** Plays events, with a tick every half second. Returns whether the hint shows at the end. */
function isUnheardAt(until: number, events: readonly TimedEvent[]): boolean {
  let state = initialUnheardState;
  for (let now = 0; now <= until; now += 500) {
    for (const [ms, event] of events) if (ms === now) state = reduceUnheard(state, event, now);
    state = reduceUnheard(state, { type: 'tick' }, now);
  }
  return state.unheard;
}

const level = (loud: number, who: Speaker = 'visitor'): CallEvent => ({
  type: 'level',
  who,
  level: loud,
});
const speech = (speaking: boolean): CallEvent => ({ type: 'assistant-speech', speaking });
const words = (who: Speaker): CallEvent => ({
  type: 'transcript',
  who,
  final: true,
  text: 'Yes',
});
const muted = (isMuted: boolean): CallEvent => ({ type: 'muted', muted: isMuted });
const createTyping = (typing: boolean): CallEvent => ({ type: 'typing', typing });
const typed: CallEvent = { type: 'typed', text: 'Yes' };
const noMeter: CallEvent = { type: 'meter-failed' };
const microphone = (became: 'open' | 'lost' | 'replaced', paused = false): CallEvent => ({
  type: 'microphone',
  microphone: became,
  paused,
});
const at = (ms: number, event: CallEvent): TimedEvent => [ms, event];
const spoke = [at(500, speech(true)), at(3_000, speech(false))];
/** The assistant has spoken, and the meter works. */
const quiet = [at(0, level(0.001)), ...spoke];

it.each<[string, number, TimedEvent[]]>([
  ['six seconds after the assistant’s turn', 9_000, quiet],
  ['six seconds after the visitor was heard', 14_000, [...quiet, at(8_000, level(0.01))]],
  ['six seconds after the visitor’s words', 14_000, [...quiet, at(8_000, words('visitor'))]],
  ['despite the assistant’s words', 9_000, [...quiet, at(8_000, words('assistant'))]],
  ['despite the assistant’s sound', 9_000, [...quiet, at(8_000, level(1, 'assistant'))]],
  ['despite a sound below a voice', 9_000, [...quiet, at(8_000, level(0.0099))]],
  ['six seconds after a late first level', 11_000, [...spoke, at(5_000, level(0))]],
  ['half a minute after a voice removed one', 40_000, [...quiet, at(10_000, level(0.2))]],
  ['half a minute after typing removed one', 40_000, [...quiet, at(10_000, createTyping(false))]],
  ['half a minute after typed words', 34_000, [...quiet, at(4_000, typed)]],
  ['after the unmuting', 26_000, [...quiet, at(4_000, muted(true)), at(20_000, muted(false))]],
  [
    'after the typing',
    26_000,
    [...quiet, at(4_000, createTyping(true)), at(20_000, createTyping(false))],
  ],
  [
    'six seconds after the device resumed the microphone',
    46_000,
    [...quiet, at(1_000, microphone('open', true)), at(40_000, microphone('open'))],
  ],
  ['immediately when the microphone is lost', 1_000, [at(1_000, microphone('lost'))]],
])('shows the hint %s', (_, ms, events) => {
  expect(isUnheardAt(ms - 500, events)).toBe(false);
  expect(isUnheardAt(ms, events)).toBe(true);
  // It stays until something removes it.
  expect(isUnheardAt(ms + 60_000, events)).toBe(true);
});

const lost = at(1_000, microphone('lost'));

it.each<[string, TimedEvent[]]>([
  ['before the assistant has spoken', [at(0, level(0.001))]],
  ['while the assistant speaks', [at(0, level(0.001)), at(500, speech(true))]],
  ['while muted', [...quiet, at(4_000, muted(true)), at(10_000, level(1))]],
  ['while typing', [...quiet, at(4_000, createTyping(true))]],
  ['while typing without a microphone', [at(500, createTyping(true)), lost]],
  ['while the device pauses the microphone', [...quiet, at(1_000, microphone('open', true))]],
  ['without a meter', spoke],
  ['after the meter has failed', [...quiet, at(10_000, noMeter), at(11_000, level(0))]],
  ['once another one is used', [lost, at(1_500, microphone('replaced'))]],
])('shows no hint %s', (_, events) => {
  expect(isUnheardAt(60_000, events)).toBe(false);
});

it('keeps the hint at a voice while the visitor is muted', () => {
  const shown = { ...initialUnheardState, unheard: true, muted: true };
  expect(reduceUnheard(shown, level(1), 0).unheard).toBe(true);
});
