import { screen } from '@testing-library/react';
import { forgetPresses } from '@/components/page-script/mark-presses';
import { hydrateOnInteraction } from '@/server/deferral/hydrate-on-interaction.mjs';
import { deferred, setUpPage, links, pass } from '../../components/page-script/page-in-jsdom';

beforeEach(() => delete window.__next_f);
const begin = setUpPage(
  () => hydrateOnInteraction(forgetPresses),
  `<button data-pressed="">Start</button>${deferred}`,
);

const sources = () => [...document.scripts].map((script) => script.getAttribute('src'));
const deferredStill = [null, null, null, null];
const chunksAsked = [null, '/a.js', '/b.js'];
const allAsked = ['/turbopack-r.js', '/a.js', '/b.js'];
const data = [[0], [1, '1:"data"\n']];
const scroll = () => document.dispatchEvent(new Event('scroll'));
/** The script with this address loads, or fails to. */
const end = (src: string, type: 'load' | 'error') =>
  document.querySelector(`script[src="${src}"]`)!.dispatchEvent(new Event(type));

test.each(['click', 'keydown', 'focusin', 'scroll', 'pointermove', 'hydrate'])(
  'the first %s hydrates',
  async (type) => {
    await pass(60_000);
    expect(sources()).toEqual(deferredStill);
    // Heard on its way down: not all of them bubble.
    screen.getByText('Start').dispatchEvent(new Event(type));
    expect(sources()).toEqual(deferredStill);
    await pass();
    expect(sources()).toEqual(chunksAsked);
  },
);

test.each(['pointerdown', 'touchstart'])('a %s does not hydrate', async (type) => {
  document.dispatchEvent(new Event(type));
  await pass();
  expect(sources()).toEqual(deferredStill);
});

test('adds the payload first, and loads the runtime after all chunks', async () => {
  scroll();
  await pass();
  expect(window.__next_f).toEqual(data);
  // The runtime is on its way as well, but does not run yet.
  expect(sources()).toEqual(chunksAsked);
  expect(links()).toEqual(['preload script /turbopack-r.js']);
  end('/a.js', 'load');
  await pass();
  expect(sources()).toEqual(chunksAsked);
  end('/b.js', 'load');
  await pass();
  expect(sources()).toEqual(allAsked);
  end('/turbopack-r.js', 'load');
  await pass(60_000);
  expect(sources()).toEqual(allAsked);
});

test('hydrates once despite several interactions', async () => {
  scroll();
  document.dispatchEvent(new Event('keydown'));
  await pass();
  document.body.insertAdjacentHTML('beforeend', deferred);
  scroll();
  await pass();
  expect(window.__next_f).toHaveLength(2);
});

test('keeps what is already in the queue', async () => {
  window.__next_f = [[1, 'earlier']];
  scroll();
  await pass();
  expect(window.__next_f).toEqual([[1, 'earlier'], ...data]);
});

test('waits for DOMContentLoaded', async () => {
  const state = jest.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  begin();
  scroll();
  await pass();
  expect(sources()).toEqual(deferredStill);
  state.mockReturnValue('interactive');
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await pass();
  expect(sources()).toEqual(chunksAsked);
  expect(window.__next_f).toHaveLength(2);
});

test('does nothing on a page that was not deferred', async () => {
  document.body.innerHTML = '';
  scroll();
  await pass();
  expect(sources()).toEqual([]);
  expect(window.__next_f).toBeUndefined();
});

test('finds the runtime by its name in any position', async () => {
  document.body.append(document.querySelector('[data-src*=turbopack]')!);
  scroll();
  await pass();
  expect(sources()).toEqual(['/a.js', '/b.js', null]);
});

test('loads the runtime at once if there are no chunks', async () => {
  for (const chunk of document.querySelectorAll('[data-src$="/a.js"], [data-src$="/b.js"]'))
    chunk.remove();
  scroll();
  await pass();
  expect(sources()).toEqual(['/turbopack-r.js']);
  expect(links()).toEqual([]);
});

test('retries only the failed chunk', async () => {
  const start = screen.getByText('Start');
  window.startPressedAt = 0;
  scroll();
  await pass();
  end('/a.js', 'error');
  end('/b.js', 'load');
  for (const delay of [1_000, 2_000, 4_000]) {
    await pass(delay - 1);
    expect(sources()).toEqual([null, null, '/b.js']);
    expect(start).toHaveAttribute('data-pressed');
    expect(window.startPressedAt).toBe(0);
    await pass(1);
    expect(sources()).toEqual([null, '/a.js', '/b.js']);
    end('/a.js', 'error');
  }
  // No response comes until the press has expired.
  await pass(0);
  expect(start).not.toHaveAttribute('data-pressed');
  expect(window.startPressedAt).toBeUndefined();
  await pass(8_000);
  end('/a.js', 'load');
  await pass(0);
  expect(sources()).toEqual(allAsked);
  expect(window.__next_f).toHaveLength(2);
});

test('retries a runtime that failed to load', async () => {
  scroll();
  await pass();
  end('/a.js', 'load');
  end('/b.js', 'load');
  await pass();
  end('/turbopack-r.js', 'error');
  await pass(999);
  expect(sources()).toEqual(chunksAsked);
  await pass(1);
  expect(sources()).toEqual(allAsked);
});
