import { act, render } from '@testing-library/react';
import { VoiceRecordLine } from '@/components/call/voice-record-line';

let resize: () => void;
const disconnected = jest.fn();

beforeEach(() => {
  jest.useFakeTimers();
  const size = { width: 20, height: 40 } as DOMRect;
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(size);
  const createObserver = (callback: () => void) => {
    resize = callback;
    return { observe: callback, disconnect: disconnected };
  };
  jest.spyOn(window, 'ResizeObserver').mockImplementation(createObserver as never);
});

const VOICES = ['assistant', 'visitor', 'pause'];

/** Lists the bars from left to right: whose, where, and how much of the height they have. */
function listBars() {
  const paths = [...document.querySelectorAll('svg.voice-record > path')];
  return paths
    .flatMap((path, index) => {
      const line = path.getAttribute('d') ?? '';
      return [...line.matchAll(/M([\d.]+) ([\d.]+)v([\d.]+)/g)].map(([, x, top, length]) => {
        // Bars are in the middle.
        expect(Number(top) * 2 + Number(length)).toBeCloseTo(40);
        return [VOICES[index], Number(x), Math.round(((Number(length) + 2.5) / 40) * 100)] as const;
      });
    })
    .sort(([, left], [, right]) => left - right);
}
const listLevels = () => listBars().map(([voice, , percent]) => [voice, percent]);
const advance = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test('draws a whole call once, each side in its color, with thin pauses', () => {
  render(<VoiceRecordLine record={[0.5, -0.25, 0]} isLive={false} />);
  expect(listBars()).toEqual([
    ['assistant', 1.25, 50],
    ['visitor', 6.25, 25],
    ['pause', 11.25, 6],
    ['pause', 16.25, 6],
  ]);
  expect(jest.getTimerCount()).toBe(0);
});

/** Samples for five bars; there is room for four. */
const long = [1, 1, 1, -0.5, -0.5, -0.5, 0.25, 0.25, 0.25, 0.5, 0.5, 0.5, -1, -1, -1];

test('redraws the newest bars of a live call', () => {
  const record = [...long];
  render(<VoiceRecordLine record={record} isLive />);
  const newest = [
    ['visitor', 50],
    ['assistant', 25],
    ['assistant', 50],
    ['visitor', 100],
  ];
  expect(listLevels()).toEqual(newest);
  record.push(0.75, 0.75, 0.75);
  advance(299);
  expect(listLevels()).toEqual(newest);
  advance(1);
  expect(listLevels()).toEqual([...newest.slice(1), ['assistant', 75]]);
});

test('draws the whole call after it has ended, in each size, and then stops', () => {
  const { rerender, unmount } = render(<VoiceRecordLine record={long} isLive />);
  rerender(<VoiceRecordLine record={long} isLive={false} />);
  expect(disconnected).toHaveBeenCalledTimes(1);
  expect(jest.getTimerCount()).toBe(0);
  expect(listLevels()[0]).toEqual(['assistant', 100]);
  const size = { width: 10, height: 40 } as DOMRect;
  jest.mocked(Element.prototype.getBoundingClientRect).mockReturnValue(size);
  resize();
  expect(listBars()).toHaveLength(2);
  unmount();
  expect(disconnected).toHaveBeenCalledTimes(2);
});
