import { render, screen } from '@testing-library/react';
import { TypedHeading } from '@/components/typing/typed-heading';
import { advance, readStates, REDUCED_MOTION, stubBrowser, readUncovered } from './browser';

let browser: ReturnType<typeof stubBrowser>;
const setInView = (isInView: boolean) => browser.scroll(Number(isInView));

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
  setInView(false);
  return rendered;
};

test('is complete until the browser says whether its section is in view', () => {
  renderHeading();
  expect(readStates()).toEqual(['done', 'done']);
});

test('stays complete if it is in view at first, until it has left', () => {
  renderHeading({ lines: ['Hello'] });
  setInView(true);
  advance(1000);
  expect(readStates()).toEqual(['done']);
  setInView(false);
  expect(readStates()).toEqual(['idle']);
});

test('waits for the section, then types one character every 50 ms after 50 ms', () => {
  renderHeading({ lines: ['Hello'] });
  setInView(false);
  expect(readStates()).toEqual(['idle']);
  setInView(true);
  expect(readStates()).toEqual(['waiting']);
  advance(50);
  expect(readStates()).toEqual(['typing']);
  expect(readUncovered()).toBe('');
  advance(50);
  expect(readUncovered()).toBe('10px');
  advance(4 * 50);
  expect(readStates()).toEqual(['done']);
});

test('the second line starts 150 ms after the first is done', () => {
  renderOutOfView();
  setInView(true);
  // "First " has six characters.
  advance(50 + 6 * 50);
  expect(readStates()).toEqual(['done', 'waiting']);
  advance(149);
  expect(readStates()).toEqual(['done', 'waiting']);
  advance(1);
  expect(readStates()).toEqual(['done', 'typing']);
  advance(4 * 50 - 1);
  expect(readStates()).toEqual(['done', 'typing']);
  advance(1);
  expect(readStates()).toEqual(['done', 'done']);
});

test('starts over when the section has left and come back', () => {
  renderOutOfView();
  setInView(true);
  // The second line gets its start with the first one's last state.
  advance(1000);
  advance(1000);
  expect(readStates()).toEqual(['done', 'done']);
  setInView(false);
  expect(readStates()).toEqual(['idle', 'idle']);
  expect(readUncovered()).toBe('');
  setInView(true);
  expect(readStates()).toEqual(['waiting', 'idle']);
  advance(50 + 50);
  expect(readStates()).toEqual(['typing', 'idle']);
});

test('is reset while it is in sight but less than a tenth of its section is', () => {
  renderOutOfView({ lines: ['Hello'] });
  setInView(true);
  advance(1000);
  expect(readStates()).toEqual(['done']);
  browser.scroll(0.09);
  expect(readStates()).toEqual(['idle']);
  advance(1000);
  expect(readStates()).toEqual(['idle']);
});

test('stops its timers when the section leaves while it is typing', () => {
  renderOutOfView({ lines: ['Hello'] });
  setInView(true);
  advance(150);
  setInView(false);
  advance(5000);
  expect(readStates()).toEqual(['idle']);
  expect(jest.getTimerCount()).toBe(0);
});

test('the whole sentence is the heading at every moment', () => {
  renderHeading();
  const getHeading = () => screen.getByRole('heading', { level: 2, name: 'First Next' });
  expect(getHeading().textContent).toBe('First Next');
  for (const step of [
    () => setInView(false),
    () => setInView(true),
    () => advance(120),
    () => advance(9000),
  ]) {
    step();
    expect(getHeading().textContent).toBe('First Next');
  }
});

test('is complete at once under reduced motion', () => {
  browser.set(REDUCED_MOTION, true);
  renderHeading();
  expect(browser.observers.size).toBe(0);
  expect(readStates()).toEqual(['done', 'done']);
});

test('starts over with its first line after a time of reduced motion', () => {
  renderOutOfView();
  setInView(true);
  advance(50 + 6 * 50);
  expect(readStates()).toEqual(['done', 'waiting']);
  browser.set(REDUCED_MOTION, true);
  expect(readStates()).toEqual(['done', 'done']);
  browser.set(REDUCED_MOTION, false);
  setInView(false);
  setInView(true);
  expect(readStates()).toEqual(['waiting', 'idle']);
});

test('every further line starts 150 ms after the one before', () => {
  renderOutOfView({ lines: ['A', 'B', 'C', 'D'] });
  setInView(true);
  // Every line but the last has two characters, the second of them a space.
  advance(50 + 2 * 50);
  advance(150 + 2 * 50);
  advance(150 + 2 * 50);
  expect(readStates()).toEqual(['done', 'done', 'done', 'waiting']);
  advance(149);
  expect(readStates()).toEqual(['done', 'done', 'done', 'waiting']);
  advance(1);
  expect(readStates()).toEqual(['done', 'done', 'done', 'typing']);
});

test('each line has its own extra classes', () => {
  const listClasses = () =>
    Array.from(document.querySelectorAll('h2 > span'), (line) => line.className);
  const { unmount } = renderHeading();
  expect(listClasses()).toEqual(['', '']);
  unmount();
  renderHeading({ lineClasses: ['', 'block'] });
  expect(listClasses()).toEqual(['', 'block']);
});
