/** @jest-environment node */
import {
  computeAllBars,
  computeLatestBars,
  SAMPLE_INTERVAL_MS,
  mixLevels,
  recordVoice,
} from '@/lib/call/audio/voice-record';

test.each([
  ['the assistant', { assistant: 0.5, visitor: 0.1 }, 0.5],
  ['the visitor, whose microphone is quieter', { assistant: 0.2, visitor: 0.2 }, -0.6],
  ['no one', { assistant: 0.01, visitor: 0.006 }, 0],
  ['the assistant at full level', { assistant: 3, visitor: 0 }, 1],
  ['the visitor at full level', { assistant: 0, visitor: 1 }, -1],
])('assigns a sample to %s', (_, levels, moment) => {
  expect(mixLevels(levels)).toBeCloseTo(moment);
});

test('draws a running call from the left, three samples per bar', () => {
  expect(computeLatestBars([], 4)).toEqual([]);
  expect(computeLatestBars([0.3, 0.6, 0.9, -0.2], 4)).toEqual([expect.closeTo(0.6), -0.2]);
});

test('drops the oldest bars of a full line', () => {
  const record = [1, 1, 1, -1, -1, -1, 0.5, 0.5, 0.5];
  expect(computeLatestBars(record, 2)).toEqual([-1, 0.5]);
});

test('averages the level of a bar and takes the side of its loudest sample', () => {
  expect(computeLatestBars([0.1, -0.9, 0.2], 1)).toEqual([expect.closeTo(-0.4)]);
});

test('fits the whole call into the line', () => {
  expect(computeAllBars([1, 1, -0.5, -0.5], 2)).toEqual([1, -0.5]);
  expect(computeAllBars([1, -1, 0.5], 3)).toEqual([1, -1, 0.5]);
  expect(computeAllBars([1, -1, 0.5, 0.25], 3)).toEqual([1, -1, 0.375]);
});

test('draws one bar per sample of a short call', () => {
  expect(computeAllBars([0.5, 0.25, -1], 5)).toEqual([0.5, 0.25, -1]);
  expect(computeAllBars([], 3)).toEqual([]);
});

test('records ten samples per second until it is stopped', () => {
  jest.useFakeTimers();
  const levels = { assistant: 0.5, visitor: 0 };
  const record: number[] = [];
  const over = new AbortController();
  recordVoice(levels, record, over.signal);
  jest.advanceTimersByTime(2 * SAMPLE_INTERVAL_MS);
  levels.assistant = 0;
  jest.advanceTimersByTime(SAMPLE_INTERVAL_MS);
  over.abort();
  jest.advanceTimersByTime(1_000);
  expect(record).toEqual([0.5, 0.5, 0]);
});
