import { renderHook } from '@testing-library/react';
import { useInView } from '@/components/typing/use-in-view';
import { NARROW, REDUCED_MOTION, stubBrowser } from './browser';

let browser: ReturnType<typeof stubBrowser>;

beforeEach(() => {
  browser = stubBrowser();
  document.body.innerHTML = '<section><div><h2></h2></div></section><h3></h3>';
});

/** Uses the hook on an element of the page. */
function renderOnElement(name = 'h2') {
  const element = { current: document.querySelector<HTMLElement>(name) };
  const { result, unmount } = renderHook(() => useInView(element));
  return { view: () => result.current, unmount };
}

const listOptions = () => Array.from(browser.observers, (observer) => observer.options);
const listTargets = () => Array.from(browser.observers, ({ target }) => target?.localName);

test('is unknown until the browser has reported on the section', () => {
  const { view } = renderOnElement();
  expect(view()).toBe('unknown');
  browser.scroll(0);
  expect(view()).toBe('out');
  browser.scroll(1);
  expect(view()).toBe('in');
  browser.scroll(0);
  expect(view()).toBe('out');
});

test.each([
  [0.099, 'out'],
  [0.1, 'in'],
])('with %s of the section in view and the whole heading, it is %s', (part, expected) => {
  const { view } = renderOnElement();
  browser.scroll(0);
  browser.scroll(part);
  expect(view()).toBe(expected);
  browser.scroll(1, 'just above the window');
  expect(view()).toBe('in');
  browser.scroll(part);
  expect(view()).toBe(expected);
});

test.each(['just above the window', 'just below the window'] as const)(
  'a heading %s is not still, though its section is in view from the start',
  (place) => {
    const { view } = renderOnElement();
    browser.scroll(1, place);
    expect(view()).toBe('in');
  },
);

test.each(['in the window', 'cut off at the top', 'cut off at the foot'] as const)(
  'a heading that is %s at first is still until its section has left',
  (place) => {
    const { view } = renderOnElement();
    browser.scroll(0.05, place);
    expect(view()).toBe('still');
    browser.scroll(0.1);
    expect(view()).toBe('still');
    browser.scroll(1, 'just above the window');
    expect(view()).toBe('still');
    browser.scroll(0.09);
    expect(view()).toBe('out');
    browser.scroll(1);
    expect(view()).toBe('in');
  },
);

test.each([
  ['h2', 'section', 'the section around it'],
  ['h3', 'h3', 'itself outside of any section'],
])('for %s, observes %s: %s', (name, observed) => {
  renderOnElement(name);
  expect(listTargets()).toEqual([observed]);
});

test.each([
  [true, '250px 0px -50px 0px'],
  [false, '0px 0px -100px 0px'],
])('a viewport of at most 768 px: %s, uses the margin %s', (isNarrow, rootMargin) => {
  browser.set(NARROW, isNarrow);
  renderOnElement();
  expect(listOptions()).toEqual([{ threshold: 0.1, rootMargin }]);
});

test('a new width changes the margin around the section', () => {
  renderOnElement();
  browser.set(NARROW, true);
  expect(listOptions()).toEqual([{ threshold: 0.1, rootMargin: '250px 0px -50px 0px' }]);
  browser.set(NARROW, false);
  expect(listOptions()).toEqual([{ threshold: 0.1, rootMargin: '0px 0px -100px 0px' }]);
});

test('the last of several reports counts', () => {
  const { view } = renderOnElement();
  browser.scroll(0);
  const [section] = browser.observers;
  section?.report(1, 1, 0);
  expect(view()).toBe('out');
  section?.report(0, 0, 1);
  expect(view()).toBe('in');
  section?.report();
  expect(view()).toBe('out');
});

test('under reduced motion nothing is observed', () => {
  browser.set(REDUCED_MOTION, true);
  const { view, unmount } = renderOnElement();
  expect(listOptions()).toEqual([]);
  expect(view()).toBe('still');
  unmount();
  expect(browser.listeners.size).toBe(0);
});

test('stops observing with reduced motion, and resumes without it', () => {
  const { view } = renderOnElement();
  browser.scroll(0);
  browser.scroll(1);
  browser.set(REDUCED_MOTION, true);
  expect(view()).toBe('still');
  expect(listOptions()).toEqual([]);
  browser.set(REDUCED_MOTION, false);
  browser.scroll(0);
  browser.scroll(1);
  expect(view()).toBe('in');
});

test.each([
  ['without IntersectionObserver', 'h2'],
  ['without an element', 'h4'],
])('%s nothing is observed', (without, name) => {
  if (name === 'h2') Reflect.deleteProperty(window, 'IntersectionObserver');
  const { view } = renderOnElement(name);
  expect(view()).toBe('unknown');
  expect(browser.listeners.size).toBe(0);
});

test('a removed heading is no longer observed', () => {
  const { unmount } = renderOnElement();
  expect([...browser.listeners].map(([query]) => query).sort()).toEqual([NARROW, REDUCED_MOTION]);
  unmount();
  expect(browser.observers.size).toBe(0);
  expect(browser.listeners.size).toBe(0);
});
