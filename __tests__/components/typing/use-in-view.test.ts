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

const headingOptions = { threshold: [0, 0.98] };
const listOptions = () => Array.from(browser.observers, (observer) => observer.options);
const listTargets = () => Array.from(browser.observers, ({ target }) => target?.localName);

test('is unknown until the browser has reported on the section and on the heading', () => {
  const { view } = renderOnElement();
  const [section, heading] = browser.observers;
  expect(view()).toBe('unknown');
  section?.report(0);
  expect(view()).toBe('unknown');
  heading?.report(0);
  expect(view()).toBe('out');
  browser.scroll(true);
  expect(view()).toBe('in');
  browser.scroll(false);
  expect(view()).toBe('out');
});

test('is unknown too if the browser reports on the heading first', () => {
  const { view } = renderOnElement();
  const [section, heading] = browser.observers;
  heading?.report(0);
  expect(view()).toBe('unknown');
  section?.report(0);
  expect(view()).toBe('out');
});

test('a heading below the visible part of its section is not in view from the start', () => {
  const { view } = renderOnElement();
  browser.scroll(true, 0);
  expect(view()).toBe('in');
});

test.each([
  ['the section, and nothing of the heading', true, 0, 'in'],
  ['the whole heading, and too little of its section', false, 1, 'in'],
  ['the whole heading but for rounding', false, 0.98, 'in'],
  ['a part of the heading alone', false, 0.9, 'out'],
])('with %s in view', (_, isSectionInView, isHeadingInView, expected) => {
  const { view } = renderOnElement();
  browser.scroll(false);
  browser.scroll(isSectionInView, isHeadingInView);
  expect(view()).toBe(expected);
});

test.each([1, 0.2])('is still if %s of the heading is visible at first', (part) => {
  const { view } = renderOnElement();
  browser.scroll(true, part);
  expect(view()).toBe('still');
  browser.scroll(false, part);
  expect(view()).toBe('still');
  browser.scroll(true, 0);
  expect(view()).toBe('still');
  browser.scroll(false);
  expect(view()).toBe('out');
  browser.scroll(true);
  expect(view()).toBe('in');
});

test.each([
  ['h2', ['section', 'h2'], 'the section around it, and itself'],
  ['h3', ['h3', 'h3'], 'itself outside of any section'],
])('for %s, observes %s: %s', (name, observed) => {
  renderOnElement(name);
  expect(listTargets()).toEqual(observed);
});

test.each([
  [true, '250px 0px -50px 0px'],
  [false, '0px 0px -100px 0px'],
])('a viewport of at most 768 px: %s, uses the margin %s', (isNarrow, rootMargin) => {
  browser.set(NARROW, isNarrow);
  renderOnElement();
  expect(listOptions()).toEqual([{ threshold: 0.1, rootMargin }, headingOptions]);
});

test('a new width changes the margin around the section', () => {
  renderOnElement();
  browser.set(NARROW, true);
  expect(listOptions()).toEqual([
    { threshold: 0.1, rootMargin: '250px 0px -50px 0px' },
    headingOptions,
  ]);
  browser.set(NARROW, false);
  expect(listOptions()).toEqual([
    { threshold: 0.1, rootMargin: '0px 0px -100px 0px' },
    headingOptions,
  ]);
});

test('the last of several reports counts', () => {
  const { view } = renderOnElement();
  browser.scroll(false);
  const [section, heading] = browser.observers;
  section?.report(1, 1, 0);
  expect(view()).toBe('out');
  section?.report(0, 0, 1);
  expect(view()).toBe('in');
  section?.report();
  expect(view()).toBe('out');
  heading?.report(0, 1);
  expect(view()).toBe('in');
  heading?.report();
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
  browser.scroll(false);
  browser.scroll(true);
  browser.set(REDUCED_MOTION, true);
  expect(view()).toBe('still');
  expect(listOptions()).toEqual([]);
  browser.set(REDUCED_MOTION, false);
  browser.scroll(false);
  browser.scroll(true);
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
