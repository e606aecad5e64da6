import { fireEvent, waitFor } from '@testing-library/react';
import { prefetchScripts } from '@/components/before-hydration/prefetch-scripts';
import { deferred, inPage, links, pass } from './page-in-jsdom';

// jsdom's own document loads after the test file.
beforeAll(() => waitFor(() => expect(document.readyState).toBe('complete')));
beforeEach(() => {
  jest.spyOn(DOMTokenList.prototype, 'supports').mockImplementation((rel) => rel === 'prefetch');
});
inPage(prefetchScripts, deferred);

const prefetched = [
  'prefetch script /turbopack-r.js',
  'prefetch script /a.js',
  'prefetch script /b.js',
];
const preloaded = prefetched.map((link) => link.replace('prefetch', 'preload'));
const load = () => fireEvent(window, new Event('load'));
const connection = (value: unknown) => Object.assign(navigator, { connection: value });
afterEach(() => {
  connection(undefined);
  Reflect.deleteProperty(window, 'requestIdleCallback');
});

test('deferred scripts are fetched once the page has loaded, been painted and been idle', async () => {
  await pass(60_000);
  expect(links()).toEqual([]);
  load();
  await pass(200);
  expect(links()).toEqual([]);
  await pass(40);
  expect(links()).toEqual(prefetched);
});

test('they are fetched when the browser says that it is idle, where it does', async () => {
  let idle: (() => void) | undefined;
  Object.assign(window, { requestIdleCallback: (then: () => void) => (idle = then) });
  load();
  await pass(16);
  expect(idle).toBeUndefined();
  await pass(1_000);
  expect(links()).toEqual([]);
  idle?.();
  expect(links()).toEqual(prefetched);
});

test('they are not fetched for a visitor who saves data', async () => {
  connection({ saveData: true });
  load();
  await pass(500);
  expect(links()).toEqual([]);
  connection({ saveData: false });
  load();
  await pass(500);
  expect(links()).toEqual(prefetched);
});

test('a refused prefetch becomes a preload, a refused preload is left', async () => {
  load();
  await pass(500);
  jest.mocked(DOMTokenList.prototype.supports).mockReturnValue(true);
  const all = () => [...document.head.querySelectorAll('link')];
  for (const link of all()) fireEvent.error(link);
  for (const link of all().slice(3)) fireEvent.error(link);
  expect(links()).toEqual([...prefetched, ...preloaded]);
});

test('where there is no prefetch they are preloaded', async () => {
  jest.mocked(DOMTokenList.prototype.supports).mockReturnValue(false);
  load();
  await pass(500);
  expect(links()).toEqual(preloaded);
});

test('in Firefox, which would refuse a prefetch under our policy, they are preloaded', async () => {
  jest
    .spyOn(navigator, 'userAgent', 'get')
    .mockReturnValue('Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0');
  load();
  await pass(500);
  expect(links()).toEqual(preloaded);
});
