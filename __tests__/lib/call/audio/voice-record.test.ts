import { computeBars, mixLevels } from '@/lib/call/audio/voice-record';

test.each([
  ['the assistant', { assistant: 0.5, visitor: 0.1 }, 0.5],
  ['the visitor, whose microphone is quieter', { assistant: 0.2, visitor: 0.2 }, -0.6],
  ['no one', { assistant: 0.01, visitor: 0.006 }, 0],
  ['the assistant at full level', { assistant: 3, visitor: 0 }, 1],
  ['the visitor at full level', { assistant: 0, visitor: 1 }, -1],
])('assigns a sample to %s', (_, levels, moment) => {
  expect(mixLevels(levels)).toBeCloseTo(moment);
});

test.each([
  ['no bar of an empty call', [], 4, []],
  ['three samples per bar', [0.3, 0.6, 0.9, -0.2], 4, [expect.closeTo(0.6), -0.2]],
  ['not the oldest bars of a full line', [1, 1, 1, -1, -1, -1, 0.5, 0.5, 0.5], 2, [-1, 0.5]],
  ['the mean on the side of the loudest sample', [0.1, -0.9, 0.2], 1, [expect.closeTo(-0.4)]],
])('draws of a running call %s', (_, record, count, bars) => {
  expect(computeBars(record, count, true)).toEqual(bars);
});

test.each([
  [[], 3, []],
  [[0.5, 0.25, -1], 5, [0.5, 0.25, -1]],
  [[1, 1, -0.5, -0.5], 2, [1, -0.5]],
  [[1, -1, 0.5, 0.25], 3, [1, -1, 0.375]],
])('fits the whole call %j into %i bars', (record, count, bars) => {
  expect(computeBars(record, count, false)).toEqual(bars);
});
