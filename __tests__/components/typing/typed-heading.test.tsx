import { render, screen } from '@testing-library/react';
import { TypedHeading } from '@/components/typing/typed-heading';
import {
  advance,
  NARROW,
  readCaret,
  readStates,
  readUncovered,
  REDUCED_MOTION,
  stubBrowser,
} from './browser';

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
  advance(2000);
  expect(readStates()).toEqual(['done', 'done']);
  setInView(false);
  expect(readStates()).toEqual(['idle', 'idle']);
  expect(readUncovered()).toBe('');
  setInView(true);
  expect(readStates()).toEqual(['waiting', 'idle']);
  advance(50 + 50);
  expect(readStates()).toEqual(['typing', 'idle']);
});

test('one character is uncovered every 50 ms, across wrapped lines', () => {
  renderOutOfView({ lines: ['Hello'] });
  setInView(true);
  advance(50);
  const widths = Array.from({ length: 4 }, () => {
    advance(50);
    return readUncovered();
  });
  expect(widths).toEqual(['10px', '20px', '30px', '40px']);
  advance(50);
  expect(readStates()).toEqual(['done']);
  expect(readUncovered()).toBe('');
  expect(jest.getTimerCount()).toBe(0);
});

test('the caret blinks every 0.9 s while the line is typed, and goes with it', () => {
  renderOutOfView({ lines: ['x'.repeat(40)] });
  setInView(true);
  advance(50);
  const carets = Array.from({ length: 36 }, () => {
    advance(50);
    return readCaret();
  });
  const createCaretStates = (lit: number, dark: number) => [
    ...Array<string>(lit).fill('0.07em'),
    ...Array<string>(dark).fill('0'),
  ];
  expect(carets).toEqual([...createCaretStates(9, 8), ...createCaretStates(10, 8), '0.07em']);
  setInView(false);
  expect(readCaret()).toBe('');
});

test.each([
  ['wraps the text in elements', (text: Text) => text.replaceWith(document.createElement('font'))],
  ['splits the text', (text: Text) => text.splitText(2)],
  ['removes the text', (text: Text) => text.remove()],
])('a line is shown at once if a translator %s', (_, change) => {
  renderOutOfView();
  setInView(true);
  advance(150);
  change(document.querySelector('.typing-line > span')!.firstChild as Text);
  advance(50);
  expect(readStates()).toEqual(['done', 'waiting']);
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

test.each([
  ['in the window', ['done', 'done']],
  ['cut off at the top', ['done', 'done']],
  ['cut off at the foot', ['done', 'done']],
  ['just above the window', ['waiting', 'idle']],
  ['just below the window', ['waiting', 'idle']],
] as const)('a heading that is %s at first is %s', (place, states) => {
  renderHeading();
  browser.scroll(1, place);
  expect(readStates()).toEqual(states);
});

test('the last of several reports counts', () => {
  renderOutOfView();
  const [section] = browser.observers;
  section?.report(1, 1, 0);
  expect(readStates()).toEqual(['idle', 'idle']);
  section?.report(0, 0, 1);
  expect(readStates()).toEqual(['waiting', 'idle']);
});

test('the width of the window decides the margin around the section', () => {
  const { unmount } = renderHeading();
  const readOptions = () => Array.from(browser.observers, ({ options }) => options);
  expect(readOptions()).toEqual([{ threshold: 0.1, rootMargin: '0px 0px -100px 0px' }]);
  unmount();
  browser.set(NARROW, true);
  renderHeading();
  expect(readOptions()).toEqual([{ threshold: 0.1, rootMargin: '250px 0px -50px 0px' }]);
});

test('a heading that is removed is no longer observed or typed', () => {
  const { unmount } = renderOutOfView();
  setInView(true);
  advance(150);
  unmount();
  expect(browser.observers.size).toBe(0);
  expect(browser.listeners.size).toBe(0);
  expect(jest.getTimerCount()).toBe(0);
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
