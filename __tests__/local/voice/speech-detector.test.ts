/** @jest-environment node */
import { SpeechDetector } from '@/local/voice/machine/audio/speech-detector';

const step = 50;

/** Plays levels of 50 ms each; returns the changes and when they came (ms from the start). */
function listen(levels: number[], maxMs = 12_000) {
  const detector = new SpeechDetector(maxMs);
  return levels.flatMap((level, index) => {
    const change = detector.update(level, index * step);
    return change ? [[change, index * step]] : [];
  });
}

const createLevels = (ms: number, level: number) => Array<number>(ms / step).fill(level);

test('speech starts quickly, and stops after a pause of 0.8 s', () => {
  const heard = listen([
    ...createLevels(500, 0.001),
    ...createLevels(1500, 0.1),
    ...createLevels(2000, 0.001),
  ]);
  expect(heard).toEqual([
    ['started', 600],
    ['stopped', 2800],
  ]);
});

test('pauses between words do not end the turn', () => {
  const words = [...createLevels(600, 0.1), ...createLevels(600, 0.001)];
  const heard = listen([...words, ...words, ...words, ...createLevels(1000, 0.001)]);
  expect(heard.map(([change]) => change)).toEqual(['started', 'stopped']);
});

test('a click is not speech', () => {
  expect(listen([...createLevels(500, 0.001), 0.4, ...createLevels(3000, 0.001)])).toEqual([]);
});

test('ignores a steady fan, but detects speech over it', () => {
  const fan = createLevels(6000, 0.011);
  expect(listen(fan)).toEqual([]);
  expect(listen([...fan, ...createLevels(1000, 0.1), ...fan]).map(([change]) => change)).toEqual([
    'started',
    'stopped',
  ]);
});

test('an utterance without a pause ends at the limit', () => {
  expect(listen(createLevels(5000, 0.2), 1500).slice(0, 2)).toEqual([
    ['started', 150],
    ['stopped', 1700],
  ]);
});
