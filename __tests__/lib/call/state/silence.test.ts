import type { CallEvent, Speaker } from '@/lib/call/state/call-events';
import { initialSilence, reduceSilence, type Silence } from '@/lib/call/state/silence';

/** Plays [at, event] pairs, with a tick every half second in between. */
function play(until: number, ...events: [number, CallEvent][]): Silence {
  let state = initialSilence;
  for (let now = 0; now <= until; now += 500) {
    for (const [at, event] of events) if (at === now) state = reduceSilence(state, event, now);
    state = reduceSilence(state, { type: 'tick' }, now);
  }
  return state;
}

const quiet: [number, CallEvent] = [0, { type: 'level', who: 'visitor', level: 0.001 }];
const words = (who: Speaker): CallEvent => ({ type: 'transcript', who, final: true, text: 'Yes' });
const spoke: [number, CallEvent][] = [
  [500, { type: 'assistant-speech', speaking: true }],
  [3_000, { type: 'assistant-speech', speaking: false }],
];

it('hints after six seconds of silence from the end of the assistant’s turn', () => {
  expect(play(8_500, quiet, ...spoke).unheard).toBe(false);
  expect(play(9_000, quiet, ...spoke).unheard).toBe(true);
});

it('does not hint while the assistant speaks or has not spoken yet', () => {
  expect(play(60_000, quiet).unheard).toBe(false);
  expect(play(60_000, quiet, [500, { type: 'assistant-speech', speaking: true }]).unheard).toBe(
    false,
  );
});

it('starts again when the visitor is heard', () => {
  const heard: [number, CallEvent] = [8_000, { type: 'level', who: 'visitor', level: 0.2 }];
  expect(play(13_500, quiet, ...spoke, heard).unheard).toBe(false);
  expect(play(14_000, quiet, ...spoke, heard).unheard).toBe(true);
});

it('counts the visitor’s words as heard, whatever the meter says', () => {
  expect(play(10_000, quiet, ...spoke, [8_000, words('visitor')]).unheard).toBe(false);
});

it('removes the hint by itself and pauses for half a minute', () => {
  const heard: [number, CallEvent] = [10_000, { type: 'level', who: 'visitor', level: 0.2 }];
  expect(play(10_000, quiet, ...spoke, heard).unheard).toBe(false);
  expect(play(39_500, quiet, ...spoke, heard).unheard).toBe(false);
  expect(play(40_000, quiet, ...spoke, heard).unheard).toBe(true);
});

it('does not hint while muted, and counts from the unmuting', () => {
  const muted: [number, CallEvent] = [4_000, { type: 'muted', muted: true }];
  const unmuted: [number, CallEvent] = [20_000, { type: 'muted', muted: false }];
  expect(play(60_000, quiet, ...spoke, muted).unheard).toBe(false);
  expect(play(25_500, quiet, ...spoke, muted, unmuted).unheard).toBe(false);
  expect(play(26_000, quiet, ...spoke, muted, unmuted).unheard).toBe(true);
});

it('does not hint while somebody types, and counts from when they stopped', () => {
  const begun: [number, CallEvent] = [4_000, { type: 'typing', active: true }];
  const stopped: [number, CallEvent] = [20_000, { type: 'typing', active: false }];
  expect(play(60_000, quiet, ...spoke, begun).unheard).toBe(false);
  expect(play(25_500, quiet, ...spoke, begun, stopped).unheard).toBe(false);
  expect(play(26_000, quiet, ...spoke, begun, stopped).unheard).toBe(true);
});

it('removes the hint when somebody begins to type, or has typed, and pauses for half a minute', () => {
  for (const event of [
    { type: 'typing', active: false } as const,
    { type: 'typed', text: 'Yes' } as const,
  ]) {
    const typed: [number, CallEvent] = [10_000, event];
    expect(play(39_500, quiet, ...spoke, typed).unheard).toBe(false);
    expect(play(40_000, quiet, ...spoke, typed).unheard).toBe(true);
  }
});

it('pauses for half a minute after typed words, hint or none', () => {
  const typed: [number, CallEvent] = [4_000, { type: 'typed', text: 'Yes' }];
  expect(play(33_500, quiet, ...spoke, typed).unheard).toBe(false);
  expect(play(34_000, quiet, ...spoke, typed).unheard).toBe(true);
});

it('does not hint without a working meter', () => {
  expect(play(60_000, ...spoke).unheard).toBe(false);
  expect(play(60_000, quiet, ...spoke, [4_000, { type: 'meter-failed' }]).unheard).toBe(false);
});

it('removes the hint when the meter fails', () => {
  expect(play(20_000, quiet, ...spoke, [10_000, { type: 'meter-failed' }]).unheard).toBe(false);
});

it('does not hint while somebody types, even when the microphone goes away', () => {
  const begun: [number, CallEvent] = [500, { type: 'typing', active: true }];
  expect(
    play(1_000, begun, [1_000, { type: 'microphone', microphone: 'lost', paused: false }]).unheard,
  ).toBe(false);
});

it('hints at once when the microphone goes away', () => {
  expect(
    play(1_000, [1_000, { type: 'microphone', microphone: 'lost', paused: false }]).unheard,
  ).toBe(true);
});

it('removes the hint when another microphone takes its place', () => {
  const lost: CallEvent = { type: 'microphone', microphone: 'lost', paused: false };
  const replaced: CallEvent = { ...lost, microphone: 'replaced' };
  expect(play(2_000, [1_000, lost], [1_500, replaced]).unheard).toBe(false);
});

it('does not hint while the device has paused the microphone', () => {
  const paused: CallEvent = { type: 'microphone', microphone: 'open', paused: true };
  expect(play(60_000, quiet, ...spoke, [1_000, paused]).unheard).toBe(false);
  const goesOn: CallEvent = { ...paused, paused: false };
  expect(play(60_000, quiet, ...spoke, [1_000, paused], [40_000, goesOn]).unheard).toBe(true);
});

it('counts a level of 0.01 as a voice, and any lower one as none', () => {
  const at = (level: number): [number, CallEvent] => [
    8_000,
    { type: 'level', who: 'visitor', level },
  ];
  expect(play(9_000, quiet, ...spoke, at(0.0099)).unheard).toBe(true);
  expect(play(9_000, quiet, ...spoke, at(0.01)).unheard).toBe(false);
});

it('is not reset by a voice while muted', () => {
  const silence = reduceSilence(
    { ...initialSilence, unheard: true, muted: true },
    { type: 'level', who: 'visitor', level: 1 },
    0,
  );
  expect(silence.unheard).toBe(true);
});

it('counts from the first level when the assistant finished before it', () => {
  const late: [number, CallEvent] = [5_000, { type: 'level', who: 'visitor', level: 0 }];
  expect(play(10_500, ...spoke, late).unheard).toBe(false);
  expect(play(11_000, ...spoke, late).unheard).toBe(true);
});

it('goes on counting through more silence', () => {
  const more: [number, CallEvent] = [8_500, { type: 'level', who: 'visitor', level: 0 }];
  expect(play(9_000, quiet, ...spoke, more).unheard).toBe(true);
});

it('keeps the hint until something removes it', () => {
  expect(play(60_000, quiet, ...spoke).unheard).toBe(true);
});

it('ignores a meter that has failed once', () => {
  const failed: [number, CallEvent] = [4_000, { type: 'meter-failed' }];
  const level: [number, CallEvent] = [5_000, { type: 'level', who: 'visitor', level: 0 }];
  expect(play(60_000, quiet, ...spoke, failed, level).unheard).toBe(false);
});

it('pauses for half a minute only after a hint', () => {
  const heard: [number, CallEvent] = [8_000, words('visitor')];
  expect(play(14_000, quiet, ...spoke, heard).unheard).toBe(true);
});
