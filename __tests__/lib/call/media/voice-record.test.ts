/** @jest-environment node */
import {
  computeAllBars,
  computeLatestBars,
  SAMPLE_INTERVAL_MS,
  mixLevels,
  recordVoice,
} from '@/lib/call/media/voice-record';

test.each([
  ['the assistant', { assistant: 0.5, visitor: 0.1 }, 0.5],
  ['the visitor, whose microphone is quieter', { assistant: 0.2, visitor: 0.2 }, -0.6],
  ['nobody', { assistant: 0.01, visitor: 0.006 }, 0],
  ['the assistant at the full', { assistant: 3, visitor: 0 }, 1],
  ['the visitor at the full', { assistant: 0, visitor: 1 }, -1],
])('a moment belongs to %s', (_, levels, moment) => {
  expect(mixLevels(levels)).toBeCloseTo(moment);
});

test('a running call is drawn from the left, three moments a bar', () => {
  expect(computeLatestBars([], 4)).toEqual([]);
  expect(computeLatestBars([0.3, 0.6, 0.9, -0.2], 4)).toEqual([expect.closeTo(0.6), -0.2]);
});

test('once the line is full the oldest bars leave it', () => {
  const record = [1, 1, 1, -1, -1, -1, 0.5, 0.5, 0.5];
  expect(computeLatestBars(record, 2)).toEqual([-1, 0.5]);
});

test('a bar is as high as its span was loud, and belongs to its loudest moment', () => {
  expect(computeLatestBars([0.1, -0.9, 0.2], 1)).toEqual([expect.closeTo(-0.4)]);
});

test('the whole call fits the line, however long it was', () => {
  expect(computeAllBars([1, 1, -0.5, -0.5], 2)).toEqual([1, -0.5]);
  expect(computeAllBars([1, -1, 0.5], 3)).toEqual([1, -1, 0.5]);
  expect(computeAllBars([1, -1, 0.5, 0.25], 3)).toEqual([1, -1, 0.375]);
});

test('a call of fewer moments than bars has a bar for each', () => {
  expect(computeAllBars([0.5, 0.25, -1], 5)).toEqual([0.5, 0.25, -1]);
  expect(computeAllBars([], 3)).toEqual([]);
});

test('it records ten moments a second until it is stopped', () => {
  jest.useFakeTimers();
  const levels = { assistant: 0.5, visitor: 0 };
  const record: number[] = [];
  const stop = recordVoice(levels, record);
  jest.advanceTimersByTime(2 * SAMPLE_INTERVAL_MS);
  levels.assistant = 0;
  jest.advanceTimersByTime(SAMPLE_INTERVAL_MS);
  stop();
  jest.advanceTimersByTime(1_000);
  expect(record).toEqual([0.5, 0.5, 0]);
  jest.useRealTimers();
});
