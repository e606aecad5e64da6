import { render } from '@testing-library/react';
import { TypedLine } from '@/components/typing/typed-line';
import { caret, pass, states, stubBrowser, uncovered } from './browser';

beforeEach(() => {
  jest.useFakeTimers();
  stubBrowser();
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(document, 'fonts');
});

const line = (props: Partial<Parameters<typeof TypedLine>[0]> = {}) => (
  <TypedLine text="Hello" speed={50} startDelay={50} trigger="go" {...props} />
);

test('one character is uncovered every 50 ms after 50 ms, across the wrapped line', () => {
  render(line());
  expect(states()).toEqual(['waiting']);
  pass(49);
  expect(states()).toEqual(['waiting']);
  pass(1);
  expect(states()).toEqual(['typing']);
  const steps = Array.from({ length: 5 }, () => {
    pass(50);
    return uncovered();
  });
  expect(steps).toEqual(['10px', '20px', '30px', '40px', '50px']);
  expect(states()).toEqual(['done']);
  expect(jest.getTimerCount()).toBe(0);
});

test('onDone is called once, with the last character', () => {
  const onDone = jest.fn();
  render(line({ onDone }));
  pass(50 + 4 * 50 + 49);
  expect(onDone).not.toHaveBeenCalled();
  pass(1);
  expect(onDone).toHaveBeenCalledTimes(1);
  pass(1000);
  expect(onDone).toHaveBeenCalledTimes(1);
});

test('an armed line is hidden, a line that is off is complete', () => {
  const { rerender } = render(line({ trigger: 'armed' }));
  expect(states()).toEqual(['idle']);
  rerender(line({ trigger: 'off' }));
  expect(states()).toEqual(['done']);
  pass(1000);
  expect(uncovered()).toBe('');
});

test('the caret blinks every 0.9 s while the line is typed, and goes with it', () => {
  const text = 'x'.repeat(40);
  const { rerender } = render(line({ text }));
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
  rerender(line({ text, trigger: 'armed' }));
  expect(caret()).toBe('');
  expect(uncovered()).toBe('');
});

describe('a line whose text a translator has changed', () => {
  const inner = () => document.querySelector('.typing-line > span')!;
  const changes = {
    'wrapped in elements': () => {
      inner().innerHTML = '<font><font>Hello</font></font>';
    },
    'shorter than before': () => {
      inner().textContent = 'Hi';
    },
    'split in two': () => {
      (inner().firstChild as Text).splitText(2);
    },
    removed: () => inner().remove(),
  };

  test.each(Object.entries(changes))('is shown at once: %s', (_, change) => {
    const onDone = jest.fn();
    render(line({ onDone }));
    change();
    pass(100);
    expect(states()).toEqual(['done']);
    expect(onDone).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('is shown at once when it has to be measured again', () => {
    render(line());
    pass(150);
    changes['wrapped in elements']();
    window.dispatchEvent(new Event('resize'));
    pass(50);
    expect(states()).toEqual(['done']);
    expect(jest.getTimerCount()).toBe(0);
  });
});

test('a line that is armed again starts over', () => {
  const { rerender } = render(line());
  pass(150);
  rerender(line({ trigger: 'armed' }));
  expect(jest.getTimerCount()).toBe(0);
  rerender(line());
  expect(states()).toEqual(['waiting']);
  pass(100);
  expect(uncovered()).toBe('10px');
});

describe('a line that is being typed', () => {
  let fonts: EventTarget;
  beforeEach(() => {
    fonts = new EventTarget();
    Object.defineProperty(document, 'fonts', { value: fonts, configurable: true });
  });

  test('measures its letters once', () => {
    const measure = jest.spyOn(Range.prototype, 'getClientRects');
    render(line());
    pass(150);
    expect(uncovered()).toBe('20px');
    // From none of its five characters to all of them.
    expect(measure).toHaveBeenCalledTimes(6);
    pass(50);
    expect(measure).toHaveBeenCalledTimes(6);
  });

  test.each(['resize', 'loadingdone'])('measures them again after a %s', (type) => {
    render(line());
    pass(150);
    jest.spyOn(Range.prototype, 'getClientRects').mockReturnValue([{ width: 7 }] as never);
    (type === 'resize' ? window : fonts).dispatchEvent(new Event(type));
    pass(50);
    expect(uncovered()).toBe('7px');
  });

  test('stops its timers and listeners when it is removed', () => {
    const added = [window, fonts].map((target) => jest.spyOn(target, 'addEventListener'));
    const removed = [window, fonts].map((target) => jest.spyOn(target, 'removeEventListener'));
    const calls = (spies: typeof added | typeof removed) =>
      spies.flatMap(({ mock }) => mock.calls.filter(([event]) => event !== 'error'));
    const { unmount } = render(line());
    pass(150);
    unmount();
    expect(calls(added).map(([event]) => event)).toEqual(['resize', 'loadingdone']);
    expect(calls(removed)).toEqual(calls(added));
    expect(jest.getTimerCount()).toBe(0);
  });
});
