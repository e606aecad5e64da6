import { act, render, screen } from '@testing-library/react';
import { TypedHeading } from '@/components/typing/typed-heading';

let observed: { report: (isIntersecting: boolean) => void; options: IntersectionObserverInit }[] =
  [];

function stubBrowser({ narrow = false, still = false } = {}) {
  observed = [];
  window.matchMedia = ((query: string) => ({
    matches: query.includes('reduced-motion') ? still : narrow,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
  window.IntersectionObserver = class {
    constructor(callback: IntersectionObserverCallback, options: IntersectionObserverInit) {
      const report = (isIntersecting: boolean) =>
        callback([{ isIntersecting } as IntersectionObserverEntry], this as never);
      observed.push({ report, options });
    }
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
}

const scroll = (inView: boolean) => act(() => observed.at(-1)?.report(inView));
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const states = () =>
  Array.from(document.querySelectorAll<HTMLElement>('.typing-line'), (line) => line.dataset.typing);
const caret = () =>
  document.querySelector<HTMLElement>('.typing-line')?.style.getPropertyValue('--caret');
const uncovered = (line = 0) =>
  document.querySelectorAll<HTMLElement>('.typing-line')[line]?.style.getPropertyValue('--typed');

beforeEach(() => {
  jest.useFakeTimers();
  stubBrowser();
  // Ten pixels a character, wrapped after the third.
  Range.prototype.getClientRects = function rects(this: Range) {
    const first = Math.min(this.endOffset, 3);
    return [{ width: first * 10 }, { width: (this.endOffset - first) * 10 }] as never;
  };
});
afterEach(() => jest.useRealTimers());

const heading = (props: Partial<Parameters<typeof TypedHeading>[0]> = {}) =>
  render(
    <section>
      <TypedHeading id="title" lines={['First', 'Next']} {...props} />
    </section>,
  );

test('waits for the section, then types one character every 50 ms after 50 ms', () => {
  heading({ lines: ['Hello'] });
  scroll(false);
  expect(states()).toEqual(['idle']);
  scroll(true);
  expect(states()).toEqual(['waiting']);
  pass(50);
  expect(states()).toEqual(['typing']);
  expect(uncovered()).toBe('');
  pass(50);
  expect(uncovered()).toBe('10px');
  pass(150);
  expect(uncovered()).toBe('40px');
  expect(states()).toEqual(['typing']);
  pass(50);
  expect(states()).toEqual(['done']);
});

test('the second line starts 150 ms after the first is done', () => {
  heading();
  scroll(true);
  // "First " has six characters.
  pass(50 + 6 * 50);
  expect(states()).toEqual(['done', 'waiting']);
  pass(149);
  expect(states()).toEqual(['done', 'waiting']);
  pass(1);
  expect(states()).toEqual(['done', 'typing']);
  pass(4 * 50);
  expect(states()).toEqual(['done', 'done']);
});

test('starts over when the section has left and come back', () => {
  heading();
  scroll(true);
  // The second line gets its start with the first one's last state.
  pass(1000);
  pass(1000);
  expect(states()).toEqual(['done', 'done']);
  scroll(false);
  expect(states()).toEqual(['idle', 'idle']);
  expect(uncovered()).toBe('');
  scroll(true);
  expect(states()).toEqual(['waiting', 'idle']);
  pass(50 + 50);
  expect(states()).toEqual(['typing', 'idle']);
});

test('the caret blinks every 0.9 s while the line is typed, and goes with it', () => {
  heading({ lines: ['x'.repeat(40)] });
  scroll(true);
  pass(50);
  const seen = Array.from({ length: 36 }, () => {
    pass(50);
    return caret();
  });
  const blink = (lit: number, dark: number) => [
    ...Array<string>(lit).fill('0.07em'),
    ...Array<string>(dark).fill('0'),
  ];
  expect(seen).toEqual([...blink(9, 8), ...blink(10, 8), '0.07em']);
  scroll(false);
  expect(caret()).toBe('');
});

test('where the letters end is measured once, and again for another width', () => {
  const measure = jest.spyOn(Range.prototype, 'getClientRects');
  heading({ lines: ['Hello, world'] });
  scroll(true);
  pass(200);
  expect(uncovered()).toBe('30px');
  const calls = measure.mock.calls.length;
  pass(100);
  expect(measure).toHaveBeenCalledTimes(calls);
  measure.mockReturnValue([{ width: 7 }] as never);
  window.dispatchEvent(new Event('resize'));
  pass(50);
  expect(uncovered()).toBe('7px');
  measure.mockRestore();
});

test('leaving halfway stops the clock', () => {
  heading({ lines: ['Hello'] });
  scroll(true);
  pass(150);
  scroll(false);
  pass(5000);
  expect(states()).toEqual(['idle']);
  expect(jest.getTimerCount()).toBe(0);
});

test('the whole sentence is the heading at every moment', () => {
  heading();
  const whole = () => screen.getByRole('heading', { level: 2, name: 'First Next' });
  const text = whole().textContent;
  for (const step of [() => scroll(false), () => scroll(true), () => pass(120), () => pass(9000)]) {
    step();
    expect(whole()).toHaveTextContent(text ?? '');
  }
});

test('is complete at once under reduced motion', () => {
  stubBrowser({ still: true });
  heading();
  expect(observed).toHaveLength(0);
  expect(states()).toEqual(['done', 'done']);
});

test.each([
  [true, '250px 0px -50px 0px'],
  [false, '0px 0px -100px 0px'],
])('a viewport of at most 768 px: %s, uses the margin %s', (narrow, rootMargin) => {
  stubBrowser({ narrow });
  heading();
  expect(observed.at(-1)?.options).toEqual({ threshold: 0.1, rootMargin });
});

test('speed, start delay, start trigger and the end are the caller’s to choose', () => {
  const onDone = jest.fn();
  const options = { id: 'title', lines: ['Ab'], speed: 10, startDelays: [0], onDone };
  const { rerender } = render(<TypedHeading {...options} start={false} />);
  scroll(true);
  pass(1000);
  expect(states()).toEqual(['idle']);
  rerender(<TypedHeading {...options} start />);
  pass(19);
  expect(onDone).not.toHaveBeenCalled();
  pass(1);
  expect(onDone).toHaveBeenCalledTimes(1);
  expect(states()).toEqual(['done']);
});
