import { renderHook } from '@testing-library/react';
import { useInView } from '@/components/typing/use-in-view';
import { NARROW, STILL, stubBrowser } from './browser';

let browser: ReturnType<typeof stubBrowser>;

beforeEach(() => {
  browser = stubBrowser();
  document.body.innerHTML = '<section><div><h2></h2></div></section><h3></h3>';
});

/** Looks at an element of the page. */
function look(name = 'h2') {
  const element = { current: document.querySelector<HTMLElement>(name) };
  const { result, unmount } = renderHook(() => useInView(element));
  return { seen: () => result.current, unmount };
}

const options = () => Array.from(browser.observers, (observer) => observer.options);
const targets = () => Array.from(browser.observers, ({ target }) => target?.localName);

test('nobody knows until the browser has looked', () => {
  const { seen } = look();
  expect(seen()).toBeNull();
  browser.scroll(true);
  expect(seen()).toBe(true);
  browser.scroll(false);
  expect(seen()).toBe(false);
});

test.each([
  ['h2', 'section', 'the section around an element is what counts'],
  ['h3', 'h3', 'an element outside of any section counts itself'],
])('of %s it looks at %s: %s', (name, target) => {
  look(name);
  expect(targets()).toEqual([target]);
});

test.each([
  [true, '250px 0px -50px 0px'],
  [false, '0px 0px -100px 0px'],
])('a viewport of at most 768 px: %s, uses the margin %s', (narrow, rootMargin) => {
  browser.set(NARROW, narrow);
  look();
  expect(options()).toEqual([{ threshold: 0.1, rootMargin }]);
});

test('turning the phone changes the margin, and one observer is enough', () => {
  look();
  browser.set(NARROW, true);
  expect(options()).toEqual([{ threshold: 0.1, rootMargin: '250px 0px -50px 0px' }]);
  browser.set(NARROW, false);
  expect(options()).toEqual([{ threshold: 0.1, rootMargin: '0px 0px -100px 0px' }]);
});

test('of several reports at once the last is what holds', () => {
  const { seen } = look();
  const [observer] = browser.observers;
  observer?.report(true, true, false);
  expect(seen()).toBe(false);
  observer?.report(false, false, true);
  expect(seen()).toBe(true);
  observer?.report();
  expect(seen()).toBe(false);
});

test('where motion is unwelcome nobody ever knows', () => {
  browser.set(STILL, true);
  const { seen } = look();
  expect(options()).toEqual([]);
  expect(seen()).toBeNull();
});

test('motion that becomes unwelcome ends it, and welcome again begins it anew', () => {
  const { seen } = look();
  browser.scroll(true);
  browser.set(STILL, true);
  expect(seen()).toBeNull();
  expect(options()).toEqual([]);
  browser.set(STILL, false);
  browser.scroll(true);
  expect(seen()).toBe(true);
});

test('a browser that cannot observe is left alone', () => {
  Reflect.deleteProperty(window, 'IntersectionObserver');
  const { seen } = look();
  expect(seen()).toBeNull();
  expect(browser.listeners.size).toBe(0);
});

test('a heading that is not there is left alone', () => {
  const { seen } = look('h4');
  expect(seen()).toBeNull();
  expect(browser.listeners.size).toBe(0);
});

test('a heading that has gone is observed no more', () => {
  const { unmount } = look();
  expect([...browser.listeners].map(([query]) => query).sort()).toEqual([NARROW, STILL]);
  unmount();
  expect(browser.observers.size).toBe(0);
  expect(browser.listeners.size).toBe(0);
});

test('a heading of a still page goes without a trace', () => {
  browser.set(STILL, true);
  const { unmount } = look();
  unmount();
  expect(browser.listeners.size).toBe(0);
});
