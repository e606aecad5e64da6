import { render, screen } from '@testing-library/react';
import { TypedHeading } from '@/components/typing/typed-heading';
import { pass, states, REDUCED_MOTION, stubBrowser, uncovered } from './browser';

let browser: ReturnType<typeof stubBrowser>;
const scroll = (inView: boolean) => browser.scroll(inView);

beforeEach(() => {
  jest.useFakeTimers();
  browser = stubBrowser();
});
afterEach(() => jest.useRealTimers());

const renderHeading = (props: Partial<Parameters<typeof TypedHeading>[0]> = {}) =>
  render(
    <section>
      <TypedHeading id="title" lines={['First', 'Next']} {...props} />
    </section>,
  );
/** A heading that is not in sight when React starts. */
const renderOutOfView = (props: Parameters<typeof renderHeading>[0] = {}) => {
  const rendered = renderHeading(props);
  scroll(false);
  return rendered;
};

test('is complete until the browser says whether its section is in view', () => {
  renderHeading();
  expect(states()).toEqual(['done', 'done']);
});

test('stays complete if it is in view at first, until it has left', () => {
  renderHeading({ lines: ['Hello'] });
  scroll(true);
  pass(1000);
  expect(states()).toEqual(['done']);
  scroll(false);
  expect(states()).toEqual(['idle']);
});

test('waits for the section, then types one character every 50 ms after 50 ms', () => {
  renderHeading({ lines: ['Hello'] });
  scroll(false);
  expect(states()).toEqual(['idle']);
  scroll(true);
  expect(states()).toEqual(['waiting']);
  pass(50);
  expect(states()).toEqual(['typing']);
  expect(uncovered()).toBe('');
  pass(50);
  expect(uncovered()).toBe('10px');
  pass(4 * 50);
  expect(states()).toEqual(['done']);
});

test('the second line starts 150 ms after the first is done', () => {
  renderOutOfView();
  scroll(true);
  // "First " has six characters.
  pass(50 + 6 * 50);
  expect(states()).toEqual(['done', 'waiting']);
  pass(149);
  expect(states()).toEqual(['done', 'waiting']);
  pass(1);
  expect(states()).toEqual(['done', 'typing']);
  pass(4 * 50 - 1);
  expect(states()).toEqual(['done', 'typing']);
  pass(1);
  expect(states()).toEqual(['done', 'done']);
});

test('starts over when the section has left and come back', () => {
  renderOutOfView();
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

test('stops its timers when the section leaves while it is typing', () => {
  renderOutOfView({ lines: ['Hello'] });
  scroll(true);
  pass(150);
  scroll(false);
  pass(5000);
  expect(states()).toEqual(['idle']);
  expect(jest.getTimerCount()).toBe(0);
});

test('the whole sentence is the heading at every moment', () => {
  renderHeading();
  const whole = () => screen.getByRole('heading', { level: 2, name: 'First Next' });
  expect(whole().textContent).toBe('First Next');
  for (const step of [() => scroll(false), () => scroll(true), () => pass(120), () => pass(9000)]) {
    step();
    expect(whole().textContent).toBe('First Next');
  }
});

test('is complete at once under reduced motion, even when told to start', () => {
  browser.set(REDUCED_MOTION, true);
  renderHeading({ start: true });
  expect(browser.observers.size).toBe(0);
  expect(states()).toEqual(['done', 'done']);
});

test('starts over with its first line after a time of reduced motion', () => {
  renderOutOfView({ start: true });
  scroll(true);
  pass(50 + 6 * 50);
  expect(states()).toEqual(['done', 'waiting']);
  browser.set(REDUCED_MOTION, true);
  expect(states()).toEqual(['done', 'done']);
  browser.set(REDUCED_MOTION, false);
  scroll(false);
  scroll(true);
  expect(states()).toEqual(['waiting', 'idle']);
});

test('speed and start delay can be set', () => {
  renderOutOfView({ lines: ['Ab'], characterMs: 10, startDelays: [0] });
  scroll(true);
  pass(0);
  pass(19);
  expect(states()).toEqual(['typing']);
  pass(1);
  expect(states()).toEqual(['done']);
});

test('the last start delay holds for all further lines', () => {
  renderOutOfView({ lines: ['A', 'B', 'C', 'D'], characterMs: 10, startDelays: [0, 100, 200] });
  scroll(true);
  // Every line but the last has two characters, the second of them a space.
  pass(20);
  pass(100 + 20);
  pass(200 + 20);
  expect(states()).toEqual(['done', 'done', 'done', 'waiting']);
  pass(199);
  expect(states()).toEqual(['done', 'done', 'done', 'waiting']);
  pass(1);
  expect(states()).toEqual(['done', 'done', 'done', 'typing']);
});

test('without any start delay typing starts at once', () => {
  renderOutOfView({ lines: ['Ab'], startDelays: [] });
  scroll(true);
  pass(0);
  expect(states()).toEqual(['typing']);
});

test('with `start` it types when told to, in view or not', () => {
  const options = { id: 'title', lines: ['Ab'], startDelays: [0] };
  const { rerender } = render(<TypedHeading {...options} start={false} />);
  scroll(false);
  scroll(true);
  pass(1000);
  expect(states()).toEqual(['idle']);
  rerender(<TypedHeading {...options} start />);
  scroll(false);
  pass(2 * 50);
  expect(states()).toEqual(['done']);
});

test('onDone is called when the last line is done', () => {
  const onDone = jest.fn();
  renderOutOfView({ onDone });
  scroll(true);
  pass(50 + 6 * 50);
  expect(states()).toEqual(['done', 'waiting']);
  expect(onDone).not.toHaveBeenCalled();
  pass(150 + 4 * 50);
  expect(onDone).toHaveBeenCalledTimes(1);
});

test('each line has its own extra classes', () => {
  const classes = () =>
    Array.from(document.querySelectorAll('h2 > span'), (line) => line.className);
  const { unmount } = renderHeading();
  expect(classes()).toEqual(['', '']);
  unmount();
  renderHeading({ lineClasses: ['', 'block'] });
  expect(classes()).toEqual(['', 'block']);
});
