/** @jest-environment node */
import type { CallEvent } from '@/lib/call/state/call-events';
import { initialUnheardState, reduceUnheard } from '@/lib/call/state/unheard';

type Happened = [at: number, event: CallEvent];

/**
 * Plays [at, event] pairs, with a tick every half second in between. Whether the hint is shown at
 * the end.
 */
function unheardAt(until: number, ...events: Happened[]): boolean {
  let state = initialUnheardState;
  for (let now = 0; now <= until; now += 500) {
    for (const [at, event] of events) if (at === now) state = reduceUnheard(state, event, now);
    state = reduceUnheard(state, { type: 'tick' }, now);
  }
  return state.unheard;
}

const on = (at: number, event: CallEvent): Happened => [at, event];
const level = (at: number, loud: number) => on(at, { type: 'level', who: 'visitor', level: loud });
const says = (at: number, who: 'assistant' | 'visitor') =>
  on(at, { type: 'transcript', who, final: true, text: 'Yes' });
const speaks = (at: number, speaking: boolean) => on(at, { type: 'assistant-speech', speaking });
const mutes = (at: number, muted: boolean) => on(at, { type: 'muted', muted });
const types = (at: number, active: boolean) => on(at, { type: 'typing', active });
const typed = (at: number) => on(at, { type: 'typed', text: 'Yes' });
const fails = (at: number) => on(at, { type: 'meter-failed' });
const microphone = (at: number, became: 'open' | 'lost' | 'replaced', paused = false) =>
  on(at, { type: 'microphone', microphone: became, paused });
const spoke = [speaks(500, true), speaks(3_000, false)];
/** The assistant has spoken, and the meter works. */
const quiet = [level(0, 0.001), ...spoke];

test.each<[string, number, Happened[]]>([
  ['six seconds after the assistant’s turn', 9_000, quiet],
  ['six seconds after the visitor was heard', 14_000, [...quiet, level(8_000, 0.2)]],
  ['six seconds after the visitor’s words', 14_000, [...quiet, says(8_000, 'visitor')]],
  [
    'six seconds after the turn, despite the assistant’s words',
    9_000,
    [...quiet, says(8_000, 'assistant')],
  ],
  ['six seconds after the turn, through more silence', 9_000, [...quiet, level(8_500, 0)]],
  [
    'six seconds after the turn, below the level of a voice',
    9_000,
    [...quiet, level(8_000, 0.0099)],
  ],
  ['six seconds after a late first level', 11_000, [...spoke, level(5_000, 0)]],
  ['half a minute after a hint that a voice removed', 40_000, [...quiet, level(10_000, 0.2)]],
  ['half a minute after a hint that typing removed', 40_000, [...quiet, types(10_000, false)]],
  ['half a minute after a hint that typed words removed', 40_000, [...quiet, typed(10_000)]],
  ['half a minute after typed words', 34_000, [...quiet, typed(4_000)]],
  ['six seconds after the unmuting', 26_000, [...quiet, mutes(4_000, true), mutes(20_000, false)]],
  ['six seconds after the typing', 26_000, [...quiet, types(4_000, true), types(20_000, false)]],
  [
    'six seconds after the device resumed the microphone',
    46_000,
    [...quiet, microphone(1_000, 'open', true), microphone(40_000, 'open')],
  ],
  ['immediately when the microphone is lost', 1_000, [microphone(1_000, 'lost')]],
])('shows the hint %s', (_, at, events) => {
  expect(unheardAt(at - 500, ...events)).toBe(false);
  expect(unheardAt(at, ...events)).toBe(true);
});

test.each<[string, number, Happened[]]>([
  ['before the assistant has spoken', 60_000, [level(0, 0.001)]],
  ['while the assistant speaks', 60_000, [level(0, 0.001), speaks(500, true)]],
  ['at a voice', 9_000, [...quiet, level(8_000, 0.01)]],
  ['while the visitor is muted', 60_000, [...quiet, mutes(4_000, true)]],
  ['while typing', 60_000, [...quiet, types(4_000, true)]],
  ['while typing without a microphone', 1_000, [types(500, true), microphone(1_000, 'lost')]],
  ['while the device pauses the microphone', 60_000, [...quiet, microphone(1_000, 'open', true)]],
  ['without a meter', 60_000, spoke],
  ['after the meter has failed', 60_000, [...quiet, fails(4_000), level(5_000, 0)]],
  ['once the meter has failed', 20_000, [...quiet, fails(10_000)]],
  [
    'once another microphone is used',
    2_000,
    [microphone(1_000, 'lost'), microphone(1_500, 'replaced')],
  ],
])('shows no hint %s', (_, until, events) => {
  expect(unheardAt(until, ...events)).toBe(false);
});

test('keeps the hint until something removes it, but not a voice while muted', () => {
  expect(unheardAt(60_000, ...quiet)).toBe(true);
  const shown = { ...initialUnheardState, unheard: true, muted: true };
  expect(reduceUnheard(shown, level(0, 1)[1], 0).unheard).toBe(true);
});
