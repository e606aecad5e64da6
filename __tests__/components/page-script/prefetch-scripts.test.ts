import { fireEvent, waitFor } from '@testing-library/react';
import { prefetchScripts } from '@/components/page-script/prefetch-scripts';
import { deferred, setUpPage, listLinks, advance } from './page-in-jsdom';

// jsdom's own document loads after the test file.
beforeAll(() => waitFor(() => expect(document.readyState).toBe('complete')));
/** Tells the script that the page has been painted. */
let paint: () => void;
const stopObserving = jest.fn();
const onPrefetched = jest.fn();
addEventListener('scriptsprefetched', onPrefetched);

beforeEach(() => {
  paint = () => undefined;
  global.PerformanceObserver = jest.fn((callback: PerformanceObserverCallback) => ({
    disconnect: stopObserving,
    observe(this: PerformanceObserver, options: unknown) {
      expect(options).toEqual({ type: 'paint', buffered: true });
      paint = () => callback({} as PerformanceObserverEntryList, this);
    },
  })) as unknown as typeof PerformanceObserver;
  jest.spyOn(DOMTokenList.prototype, 'supports').mockImplementation((rel) => rel === 'prefetch');
});
setUpPage(
  prefetchScripts,
  `${deferred}<script type="text/x-ahead" data-src="/call.js"></script><script type="text/x-ahead" data-src="/call.css"></script><p data-ready="Ready"></p>`,
);

const prefetched = [
  'prefetch script /turbopack-r.js',
  'prefetch script /a.js',
  'prefetch script /b.js',
  'prefetch script /call.js',
  'prefetch style /call.css',
];
const preloaded = prefetched.map((link) => link.replace('prefetch', 'preload'));
const findLinkElements = () => [...document.head.querySelectorAll('link')];
const load = () => fireEvent(window, new Event('load'));
async function loadAndPaint() {
  load();
  paint();
  await advance(200);
}
const setConnection = (value: unknown) => Object.assign(navigator, { connection: value });
afterEach(() => {
  setConnection(undefined);
  Reflect.deleteProperty(window, 'requestIdleCallback');
});

test('prefetches the scripts after load, first paint and idle', async () => {
  paint();
  await advance(60_000);
  expect(listLinks()).toEqual([]);
  load();
  await advance(60_000);
  expect(listLinks()).toEqual([]);
  paint();
  expect(stopObserving).toHaveBeenCalledTimes(1);
  await advance(199);
  expect(listLinks()).toEqual([]);
  await advance(1);
  expect(listLinks()).toEqual(prefetched);
});

test('waits for requestIdleCallback if the browser has it', async () => {
  let reportIdle: (() => void) | undefined;
  Object.assign(window, { requestIdleCallback: (callback: () => void) => (reportIdle = callback) });
  load();
  expect(reportIdle).toBeUndefined();
  paint();
  await advance(1_000);
  expect(listLinks()).toEqual([]);
  reportIdle?.();
  expect(listLinks()).toEqual(prefetched);
});

test('fetches nothing for a visitor who saves data, and fires nothing', async () => {
  setConnection({ saveData: true });
  await loadAndPaint();
  await advance(60_000);
  expect(listLinks()).toEqual([]);
  expect(onPrefetched).not.toHaveBeenCalled();
  setConnection({ saveData: false });
  await loadAndPaint();
  expect(listLinks()).toEqual(prefetched);
  expect(onPrefetched).not.toHaveBeenCalled();
});

test('fires scriptsprefetched five seconds after load if nothing could be prefetched', async () => {
  load();
  await advance(4_999);
  expect(onPrefetched).not.toHaveBeenCalled();
  await advance(1);
  expect(onPrefetched).toHaveBeenCalledTimes(1);
});

test('fires scriptsprefetched after the last file', async () => {
  await loadAndPaint();
  for (const link of findLinkElements().slice(1)) fireEvent.load(link);
  expect(onPrefetched).not.toHaveBeenCalled();
  fireEvent.load(findLinkElements()[0]!);
  expect(onPrefetched).toHaveBeenCalledTimes(1);
});

test('a failed prefetch becomes a preload; a failed preload delays nothing', async () => {
  await loadAndPaint();
  jest.mocked(DOMTokenList.prototype.supports).mockReturnValue(true);
  for (const link of findLinkElements()) fireEvent.error(link);
  expect(onPrefetched).not.toHaveBeenCalled();
  for (const link of findLinkElements().slice(prefetched.length)) fireEvent.error(link);
  expect(listLinks()).toEqual([...prefetched, ...preloaded]);
  expect(onPrefetched).toHaveBeenCalledTimes(1);
});

test('falls back to preload without prefetch support', async () => {
  jest.mocked(DOMTokenList.prototype.supports).mockReturnValue(false);
  await loadAndPaint();
  expect(listLinks()).toEqual(preloaded);
});

test('preloads in Firefox, where the policy blocks prefetching', async () => {
  jest
    .spyOn(navigator, 'userAgent', 'get')
    .mockReturnValue('Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0');
  await loadAndPaint();
  expect(listLinks()).toEqual(preloaded);
});

test('does not fetch the files of the call when calls are off', async () => {
  document.querySelector('[data-ready]')?.remove();
  await loadAndPaint();
  expect(listLinks()).toEqual(prefetched.slice(0, 3));
});
