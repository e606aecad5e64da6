import { render } from '@testing-library/react';
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

test('stays complete if less than a tenth of its section is in view at first', () => {
  renderHeading();
  browser.scroll(0, 'in the window');
  for (const part of [0.05, 0.2]) {
    browser.scroll(part);
    expect(readStates()).toEqual(['done', 'done']);
  }
});

/** What is shown after so many milliseconds in view: each line's state, and the uncovered width. */
const TIMES: [ms: number, states: string[], uncovered: string][] = [
  [0, ['waiting', 'idle', 'idle'], ''],
  [49, ['waiting', 'idle', 'idle'], ''],
  [50, ['typing', 'idle', 'idle'], ''],
  [100, ['typing', 'idle', 'idle'], '10px'],
  [250, ['typing', 'idle', 'idle'], '40px'],
  // "Hello " has six characters.
  [350, ['done', 'waiting', 'idle'], ''],
  [499, ['done', 'waiting', 'idle'], ''],
  [500, ['done', 'typing', 'idle'], ''],
  [600, ['done', 'done', 'waiting'], ''],
  [749, ['done', 'done', 'waiting'], ''],
  [750, ['done', 'done', 'typing'], ''],
  [799, ['done', 'done', 'typing'], ''],
  [800, ['done', 'done', 'done'], ''],
];

test('waits for its section, then types each line after the one before', () => {
  renderOutOfView({ lines: ['Hello', 'A', 'B'] });
  expect(readStates()).toEqual(['idle', 'idle', 'idle']);
  setInView(true);
  let now = 0;
  const shown = TIMES.map(([ms]) => {
    advance(ms - now);
    now = ms;
    return [ms, readStates(), readUncovered()];
  });
  expect(shown).toEqual(TIMES);
  expect(jest.getTimerCount()).toBe(0);
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
  advance(5_000);
  expect(readStates()).toEqual(['idle']);
  expect(jest.getTimerCount()).toBe(0);
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

test('is complete and never typed under reduced motion', () => {
  browser.set(REDUCED_MOTION, true);
  renderOutOfView();
  expect(readStates()).toEqual(['done', 'done']);
  setInView(true);
  expect(readStates()).toEqual(['done', 'done']);
  expect(jest.getTimerCount()).toBe(0);
});

test('is not typed again once motion is reduced while the page is open', () => {
  renderOutOfView();
  expect(readStates()).toEqual(['idle', 'idle']);
  browser.set(REDUCED_MOTION, true);
  setInView(true);
  expect(readStates()).toEqual(['done', 'done']);
});

test.each([
  ['a section of ten windows’ height waits for a tenth of it', 1500, ['idle', 'idle']],
  ['a taller one, which never shows a tenth, does not wait', 1600, ['waiting', 'idle']],
])('%s', (_, height, states) => {
  browser.setSectionHeight(height);
  renderOutOfView();
  browser.scroll(0.09);
  expect(readStates()).toEqual(states);
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
  expect(readOptions()).toEqual([{ threshold: [0, 0.1], rootMargin: '0px 0px -100px 0px' }]);
  unmount();
  browser.set(NARROW, true);
  renderHeading();
  expect(readOptions()).toEqual([{ threshold: [0, 0.1], rootMargin: '250px 0px -50px 0px' }]);
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
