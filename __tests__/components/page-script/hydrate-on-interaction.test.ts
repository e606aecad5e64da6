import { screen } from '@testing-library/react';
import { hydrateOnInteraction } from '@/components/page-script/hydrate-on-interaction';
import { deferred, setUpPage, advance } from './page-in-jsdom';

const start = { otherChunks: ['b.js'], runtimeModuleIds: [1] };
beforeEach(() => {
  delete window.__next_f;
  // As the page's own inline script leaves it.
  window.TURBOPACK = [start];
});
const startAgain = setUpPage(
  hydrateOnInteraction,
  `<button data-pressed="">Start</button>${deferred}`,
);

const listSources = () => [...document.scripts].map((script) => script.getAttribute('src'));
const deferredSources = [null, null, null, null];
const allSources = ['/turbopack-r.js', '/a.js', '/b.js'];
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
    expect(listSources()).toEqual(allSources);
  },
);

test.each(['pointerdown', 'touchstart'])('a %s does not hydrate', async (type) => {
  document.dispatchEvent(new Event(type));
  await advance();
  expect(listSources()).toEqual(deferredSources);
});

test('adds the payload first, and starts React after all scripts', async () => {
  scroll();
  await advance();
  expect(window.__next_f).toEqual(data);
  expect(listSources()).toEqual(allSources);
  for (const src of allSources) {
    expect(window.TURBOPACK).toEqual([]);
    finishScript(src, 'load');
    await advance();
  }
  expect(window.TURBOPACK).toEqual([start]);
  await advance(60_000);
  expect(listSources()).toEqual(allSources);
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
  expect(listSources()).toEqual(allSources);
  expect(window.__next_f).toHaveLength(2);
});

test('does nothing on a page that was not deferred', async () => {
  document.body.innerHTML = '';
  scroll();
  await advance();
  expect(listSources()).toEqual([]);
  expect(window.__next_f).toBeUndefined();
});

test('retries only the failed chunk', async () => {
  const button = screen.getByText('Start');
  window.startPressedAt = 0;
  scroll();
  await advance();
  finishScript('/turbopack-r.js', 'load');
  finishScript('/a.js', 'error');
  finishScript('/b.js', 'load');
  for (const delay of [1_000, 2_000, 4_000]) {
    await advance(delay - 1);
    expect(listSources()).toEqual(['/turbopack-r.js', null, '/b.js']);
    expect(button).toHaveAttribute('data-pressed');
    expect(window.startPressedAt).toBe(0);
    await advance(1);
    expect(listSources()).toEqual(allSources);
    finishScript('/a.js', 'error');
  }
  // No response comes until the press has expired.
  await advance(0);
  expect(button).not.toHaveAttribute('data-pressed');
  expect(window.startPressedAt).toBeUndefined();
  await advance(8_000);
  expect(window.TURBOPACK).toEqual([]);
  finishScript('/a.js', 'load');
  await advance(0);
  expect(window.TURBOPACK).toEqual([start]);
  expect(window.__next_f).toHaveLength(2);
});

/** What a browser does with a script that it cannot parse, or that throws. */
function breakScript(src: string) {
  const { src: filename } = document.querySelector<HTMLScriptElement>(`script[src="${src}"]`)!;
  dispatchEvent(new ErrorEvent('error', { filename, error: new SyntaxError() }));
  finishScript(src, 'load');
}

test('starts nothing with a script that the browser cannot run', async () => {
  scroll();
  await advance();
  finishScript('/turbopack-r.js', 'load');
  breakScript('/a.js');
  finishScript('/b.js', 'load');
  await advance(0);
  expect(listSources()).toEqual(['/turbopack-r.js', null, '/b.js']);
  await advance(1_000);
  breakScript('/a.js');
  await advance(0);
  expect(listSources()).toEqual(['/turbopack-r.js', null, '/b.js']);
  expect(window.TURBOPACK).toEqual([]);
});

test('an error of a script that has run stops nothing', async () => {
  scroll();
  await advance();
  for (const src of allSources) finishScript(src, 'load');
  breakScript('/a.js');
  await advance();
  expect(window.TURBOPACK).toEqual([start]);
});

describe('a page with a call', () => {
  const onRan = jest.fn();
  addEventListener('scriptsran', onRan);
  const call = '/call.js';
  beforeEach(async () => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<p data-ready="Ready"></p><script type="text/x-ahead" data-src="/call.js"></script>' +
        '<script type="text/x-ahead" data-src="/call.css"></script>',
    );
    dispatchEvent(new Event('scriptsprefetched'));
    await advance();
  });
  const finishAll = async (sources: readonly string[]) => {
    for (const src of sources) finishScript(src, 'load');
    await advance();
  };

  test('runs its prefetched scripts without starting React, and says so', async () => {
    await finishAll(allSources);
    expect(onRan).not.toHaveBeenCalled();
    await finishAll([call]);
    expect(onRan).toHaveBeenCalledTimes(1);
    expect(listSources()).toEqual([null, ...allSources, call, null]);
    expect(window.TURBOPACK).toEqual([]);
    expect(window.__next_f).toBeUndefined();
    scroll();
    await advance();
    expect(window.TURBOPACK).toEqual([start]);
  });

  test('starts React after an interaction in the meantime', async () => {
    scroll();
    await advance();
    expect(window.TURBOPACK).toEqual([]);
    await finishAll(allSources);
    expect(window.TURBOPACK).toEqual([start]);
  });

  test.each([...allSources, call])('does not say so if it cannot run %s', async (broken) => {
    for (const src of allSources) if (src !== broken) finishScript(src, 'load');
    if (broken !== call) breakScript(broken);
    await advance();
    if (broken === call) breakScript(call);
    await advance(60_000);
    expect(onRan).not.toHaveBeenCalled();
  });
});

test('a page without a call runs nothing before an interaction', async () => {
  dispatchEvent(new Event('scriptsprefetched'));
  await advance(60_000);
  expect(listSources()).toEqual(deferredSources);
});
