import { screen } from '@testing-library/react';
import { hydrateOnInteraction } from '@/components/page-script/hydrate-on-interaction';
import { deferred, setUpPage, listLinks, advance } from './page-in-jsdom';

beforeEach(() => delete window.__next_f);
const startAgain = setUpPage(
  hydrateOnInteraction,
  `<button data-pressed="">Start</button>${deferred}`,
);

const listSources = () => [...document.scripts].map((script) => script.getAttribute('src'));
const deferredSources = [null, null, null, null];
const sourcesWithChunks = [null, '/a.js', '/b.js'];
const sourcesWithRuntime = ['/turbopack-r.js', '/a.js', '/b.js'];
const data = [[0], [1, '1:"data"\n']];
const scroll = () => document.dispatchEvent(new Event('scroll'));
/** The script with this address loads, or fails to. */
const finishScript = (src: string, type: 'load' | 'error') =>
  document.querySelector(`script[src="${src}"]`)!.dispatchEvent(new Event(type));

test.each(['click', 'keydown', 'focusin', 'scroll', 'pointermove', 'hydrate'])(
  'the first %s hydrates',
  async (type) => {
    await advance(60_000);
    expect(listSources()).toEqual(deferredSources);
    // Captured, because some of these events do not bubble.
    screen.getByText('Start').dispatchEvent(new Event(type));
    expect(listSources()).toEqual(deferredSources);
    await advance();
    expect(listSources()).toEqual(sourcesWithChunks);
  },
);

test.each(['pointerdown', 'touchstart'])('a %s does not hydrate', async (type) => {
  document.dispatchEvent(new Event(type));
  await advance();
  expect(listSources()).toEqual(deferredSources);
});

test('adds the payload first, and loads the runtime after all chunks', async () => {
  scroll();
  await advance();
  expect(window.__next_f).toEqual(data);
  // The runtime is on its way as well, but does not run yet.
  expect(listSources()).toEqual(sourcesWithChunks);
  expect(listLinks()).toEqual(['preload script /turbopack-r.js']);
  finishScript('/a.js', 'load');
  await advance();
  expect(listSources()).toEqual(sourcesWithChunks);
  finishScript('/b.js', 'load');
  await advance();
  expect(listSources()).toEqual(sourcesWithRuntime);
  finishScript('/turbopack-r.js', 'load');
  await advance(60_000);
  expect(listSources()).toEqual(sourcesWithRuntime);
});

test('hydrates once despite several interactions', async () => {
  scroll();
  document.dispatchEvent(new Event('keydown'));
  await advance();
  document.body.insertAdjacentHTML('beforeend', deferred);
  scroll();
  await advance();
  expect(window.__next_f).toHaveLength(2);
});

test('keeps what is already in the queue', async () => {
  window.__next_f = [[1, 'earlier']];
  scroll();
  await advance();
  expect(window.__next_f).toEqual([[1, 'earlier'], ...data]);
});

test('waits for DOMContentLoaded', async () => {
  const state = jest.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  startAgain();
  scroll();
  await advance();
  expect(listSources()).toEqual(deferredSources);
  state.mockReturnValue('interactive');
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await advance();
  expect(listSources()).toEqual(sourcesWithChunks);
  expect(window.__next_f).toHaveLength(2);
});

test('does nothing on a page that was not deferred', async () => {
  document.body.innerHTML = '';
  scroll();
  await advance();
  expect(listSources()).toEqual([]);
  expect(window.__next_f).toBeUndefined();
});

test('finds the runtime by its name in any position', async () => {
  document.body.append(document.querySelector('[data-src*=turbopack]')!);
  scroll();
  await advance();
  expect(listSources()).toEqual(['/a.js', '/b.js', null]);
});

test('loads the runtime at once if there are no chunks', async () => {
  for (const chunk of document.querySelectorAll('[data-src$="/a.js"], [data-src$="/b.js"]'))
    chunk.remove();
  scroll();
  await advance();
  expect(listSources()).toEqual(['/turbopack-r.js']);
  expect(listLinks()).toEqual([]);
});

test('retries only the failed chunk', async () => {
  const start = screen.getByText('Start');
  window.startPressedAt = 0;
  scroll();
  await advance();
  finishScript('/a.js', 'error');
  finishScript('/b.js', 'load');
  for (const delay of [1_000, 2_000, 4_000]) {
    await advance(delay - 1);
    expect(listSources()).toEqual([null, null, '/b.js']);
    expect(start).toHaveAttribute('data-pressed');
    expect(window.startPressedAt).toBe(0);
    await advance(1);
    expect(listSources()).toEqual([null, '/a.js', '/b.js']);
    finishScript('/a.js', 'error');
  }
  // No response comes until the press has expired.
  await advance(0);
  expect(start).not.toHaveAttribute('data-pressed');
  expect(window.startPressedAt).toBeUndefined();
  await advance(8_000);
  finishScript('/a.js', 'load');
  await advance(0);
  expect(listSources()).toEqual(sourcesWithRuntime);
  expect(window.__next_f).toHaveLength(2);
});

test('retries a runtime that failed to load', async () => {
  scroll();
  await advance();
  finishScript('/a.js', 'load');
  finishScript('/b.js', 'load');
  await advance();
  finishScript('/turbopack-r.js', 'error');
  await advance(999);
  expect(listSources()).toEqual(sourcesWithChunks);
  await advance(1);
  expect(listSources()).toEqual(sourcesWithRuntime);
});
