import { render } from '@testing-library/react';
import { TypedLine } from '@/components/typing/typed-heading';
import { readCaret, advance, readStates, stubBrowser, readUncovered } from './browser';

beforeEach(() => {
  jest.useFakeTimers();
  stubBrowser();
});
afterEach(() => {
  Reflect.deleteProperty(document, 'fonts');
});

const createLine = (props: Partial<Parameters<typeof TypedLine>[0]> = {}) => (
  <TypedLine text="Hello" startDelay={50} startState="waiting" {...props} />
);

test('one character is uncovered every 50 ms after 50 ms, across the wrapped line', () => {
  render(createLine());
  expect(readStates()).toEqual(['waiting']);
  advance(49);
  expect(readStates()).toEqual(['waiting']);
  advance(1);
  expect(readStates()).toEqual(['typing']);
  const steps = Array.from({ length: 5 }, () => {
    advance(50);
    return readUncovered();
  });
  expect(steps).toEqual(['10px', '20px', '30px', '40px', '50px']);
  expect(readStates()).toEqual(['done']);
  expect(jest.getTimerCount()).toBe(0);
});

test('is typed without a delay if none is given', () => {
  render(createLine({ startDelay: undefined }));
  advance(0);
  expect(readStates()).toEqual(['typing']);
  advance(50);
  expect(readUncovered()).toBe('10px');
});

test('onDone is called once, with the last character', () => {
  const onDone = jest.fn();
  render(createLine({ onDone }));
  advance(50 + 4 * 50 + 49);
  expect(onDone).not.toHaveBeenCalled();
  advance(1);
  expect(onDone).toHaveBeenCalledTimes(1);
  advance(1000);
  expect(onDone).toHaveBeenCalledTimes(1);
});

test('an idle line is hidden, a line that is done is complete', () => {
  const { rerender } = render(createLine({ startState: 'idle' }));
  expect(readStates()).toEqual(['idle']);
  rerender(createLine({ startState: 'done' }));
  expect(readStates()).toEqual(['done']);
  advance(1000);
  expect(readUncovered()).toBe('');
});

test('the caret blinks every 0.9 s while the line is typed, and goes with it', () => {
  const text = 'x'.repeat(40);
  const { rerender } = render(createLine({ text }));
  advance(50);
  const seen = Array.from({ length: 36 }, () => {
    advance(50);
    return readCaret();
  });
  const createCaretStates = (lit: number, dark: number) => [
    ...Array<string>(lit).fill('0.07em'),
    ...Array<string>(dark).fill('0'),
  ];
  expect(seen).toEqual([...createCaretStates(9, 8), ...createCaretStates(10, 8), '0.07em']);
  rerender(createLine({ text, startState: 'idle' }));
  expect(readCaret()).toBe('');
  expect(readUncovered()).toBe('');
});

describe('a line whose text a translator has changed', () => {
  const getInnerSpan = () => document.querySelector('.typing-line > span')!;
  const changes = {
    'wrapped in elements': () => {
      getInnerSpan().innerHTML = '<font><font>Hello</font></font>';
    },
    'shorter than before': () => {
      getInnerSpan().textContent = 'Hi';
    },
    'split in two': () => {
      (getInnerSpan().firstChild as Text).splitText(2);
    },
    remove: () => getInnerSpan().remove(),
  };

  test.each(Object.entries(changes))('is shown at once: %s', (_, change) => {
    const onDone = jest.fn();
    render(createLine({ onDone }));
    change();
    advance(100);
    expect(readStates()).toEqual(['done']);
    expect(onDone).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('is shown at once when it has to be measured again', () => {
    render(createLine());
    advance(150);
    changes['wrapped in elements']();
    window.dispatchEvent(new Event('resize'));
    advance(50);
    expect(readStates()).toEqual(['done']);
    expect(jest.getTimerCount()).toBe(0);
  });
});

test('a line starts over when it was idle', () => {
  const { rerender } = render(createLine());
  advance(150);
  rerender(createLine({ startState: 'idle' }));
  expect(jest.getTimerCount()).toBe(0);
  rerender(createLine());
  expect(readStates()).toEqual(['waiting']);
  advance(100);
  expect(readUncovered()).toBe('10px');
});

describe('a line that is being typed', () => {
  let fonts: EventTarget;
  beforeEach(() => {
    fonts = new EventTarget();
    Object.defineProperty(document, 'fonts', { value: fonts, configurable: true });
  });

  test('measures its letters once', () => {
    const measure = jest.spyOn(Range.prototype, 'getClientRects');
    render(createLine());
    advance(150);
    expect(readUncovered()).toBe('20px');
    // From none of its five characters to all of them.
    expect(measure).toHaveBeenCalledTimes(6);
    advance(50);
    expect(measure).toHaveBeenCalledTimes(6);
  });

  test.each(['resize', 'loadingdone'])('measures them again after a %s', (type) => {
    render(createLine());
    advance(150);
    jest.spyOn(Range.prototype, 'getClientRects').mockReturnValue([{ width: 7 }] as never);
    (type === 'resize' ? window : fonts).dispatchEvent(new Event(type));
    advance(50);
    expect(readUncovered()).toBe('7px');
  });

  test('stops its timers and listeners when it is removed', () => {
    const added = [window, fonts].map((target) => jest.spyOn(target, 'addEventListener'));
    const removed = [window, fonts].map((target) => jest.spyOn(target, 'removeEventListener'));
    const listCalls = (spies: typeof added | typeof removed) =>
      spies.flatMap(({ mock }) => mock.calls.filter(([event]) => event !== 'error'));
    const { unmount } = render(createLine());
    advance(150);
    unmount();
    expect(listCalls(added).map(([event]) => event)).toEqual(['resize', 'loadingdone']);
    expect(listCalls(removed)).toEqual(listCalls(added));
    expect(jest.getTimerCount()).toBe(0);
  });
});
