import { act, render } from '@testing-library/react';
import { VoiceRecordLine } from '@/components/call/voice-record-line';

let resize: (width: number) => void;

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(window, 'ResizeObserver').mockImplementation(((report: () => void) => {
    resize = (width) => {
      const size = { width, height: 40 } as DOMRect;
      jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(size);
      report();
    };
    return { observe: () => resize(20), disconnect() {} };
  }) as never);
});

/** Lists the bars from left to right: whose, and how much of the height they have. */
function listBars() {
  const bars = Array.from({ length: 4 }, () => 'pause');
  const [pauses, ...voices] = document.querySelectorAll('svg > path');
  expect(pauses).toHaveAttribute('d', expect.stringMatching(/^M1.25 20H/));
  voices.forEach((path, voice) => {
    const line = path.getAttribute('d') ?? '';
    for (const [, x, top, length] of line.matchAll(/M([\d.]+) ([\d.]+)v([\d.]+)/g)) {
      // Bars are in the middle.
      expect(Number(top) * 2 + Number(length)).toBeCloseTo(40);
      const percent = Math.round(((Number(length) + 2.5) / 40) * 100);
      bars[(Number(x) - 1.25) / 5] = `${['assistant', 'visitor'][voice]} ${percent}`;
    }
  });
  return bars;
}

test('draws the newest bars of a live call, and the whole call in each size afterwards', () => {
  // Samples for five bars; there is room for four.
  const record = [1, -0.5, 0.25, 0, -1].flatMap((level) => [level, level, level]);
  const { rerender } = render(<VoiceRecordLine record={record} isLive />);
  const newest = ['visitor 50', 'assistant 25', 'pause', 'visitor 100'];
  expect(listBars()).toEqual(newest);
  record.push(0.75, 0.75, 0.75);
  act(() => jest.advanceTimersByTime(299));
  expect(listBars()).toEqual(newest);
  act(() => jest.advanceTimersByTime(1));
  expect(listBars()).toEqual([...newest.slice(1), 'assistant 75']);

  rerender(<VoiceRecordLine record={record} isLive={false} />);
  expect(jest.getTimerCount()).toBe(0);
  // Of the samples 1, 1, 1 and -0.5.
  expect(listBars()[0]).toBe('assistant 88');
  resize(10);
  expect(listBars().slice(2)).toEqual(['pause', 'pause']);
});
