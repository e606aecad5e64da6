import { act, fireEvent, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { callAhead } from '@/components/voice/call-ahead';
import { CallWidgetLoader } from '@/components/voice/call-widget-loader';
import { shellOf } from '@/lib/content/call-copy';
import { callCs } from '@/lib/content/call-cs';

const loader = (
  <CallWidgetLoader copy={shellOf(callCs)} when="near" ready={callCs.ready} privacyHref="/p" />
);
const files = ['/a.js', '/b.js']
  .map((src) => `<script type="text/x-ahead" data-src="${src}"></script>`)
  .join('');
const deferred = '<script type="text/x-deferred" data-src="/main.js"></script>';
const links = () => [...document.head.querySelectorAll('link')];
const asked = () => links().map((link) => `${link.rel} ${link.as} ${new URL(link.href).pathname}`);
const pass = (ms = 0) => act(() => jest.advanceTimersByTimeAsync(ms));
const start = () => screen.getByRole('button', { name: callCs.start });
const says = (text: string) => expect(screen.getByRole('status')).toHaveTextContent(text);

/** The link types that the browser supports. */
let supported: string[];

async function load(page: string) {
  document.body.innerHTML = `<div id="root">${renderToString(loader)}</div>${page}`;
  callAhead();
  fireEvent(window, new Event('load'));
  await pass(200);
}

beforeEach(() => {
  jest.useFakeTimers();
  supported = ['prefetch'];
  jest
    .spyOn(DOMTokenList.prototype, 'supports')
    .mockImplementation((token) => supported.includes(token));
  document.head.innerHTML = '';
  global.IntersectionObserver = jest.fn(() => ({
    observe: jest.fn(),
    disconnect: jest.fn(),
  })) as unknown as typeof IntersectionObserver;
});
afterEach(() => {
  jest.useRealTimers();
  Object.assign(navigator, { connection: undefined });
  Reflect.deleteProperty(window, 'requestIdleCallback');
});

test('the call is ready when all of its files have come', async () => {
  await load(files + deferred);
  expect(asked()).toEqual(['prefetch script /a.js', 'prefetch script /b.js']);
  fireEvent.load(links()[0]!);
  says(callCs.initialising);
  expect(start()).toHaveAttribute('aria-disabled', 'true');
  fireEvent.load(links()[1]!);
  says(callCs.ready);
  expect(start()).not.toHaveAttribute('aria-disabled');
});

test('Firefox, which refuses a prefetch under our policy, preloads at once', async () => {
  jest
    .spyOn(navigator, 'userAgent', 'get')
    .mockReturnValue('Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0');
  await load(files + deferred);
  expect(asked()).toEqual(['preload script /a.js', 'preload script /b.js']);
  for (const link of links()) fireEvent.load(link);
  says(callCs.ready);
});

test('nothing is fetched before the page has loaded and been idle, and then once', async () => {
  document.body.innerHTML = files + deferred;
  callAhead();
  await pass(60_000);
  expect(links()).toEqual([]);
  fireEvent(window, new Event('load'));
  await pass(199);
  expect(links()).toEqual([]);
  await pass(1);
  expect(links()).toHaveLength(2);
  fireEvent(window, new Event('load'));
  await pass(200);
  expect(links()).toHaveLength(2);
});

test('an idle callback decides where there is one', async () => {
  let idle: () => void = () => undefined;
  Object.assign(window, { requestIdleCallback: (then: () => void) => (idle = then) });
  await load(files + deferred);
  await pass(1_000);
  expect(links()).toEqual([]);
  idle();
  expect(links()).toHaveLength(2);
});

test('React hydrates what the script has changed without an error', async () => {
  const complaints = jest.spyOn(console, 'error');
  await load(files + deferred);
  for (const link of links()) fireEvent.load(link);
  await act(async () => void hydrateRoot(document.getElementById('root')!, loader));
  await pass(100);
  says(callCs.ready);
  expect(complaints).not.toHaveBeenCalled();
});

test('files that come when React already runs change nothing', async () => {
  await load(files);
  for (const link of links()) fireEvent.load(link);
  says(callCs.initialising);
  expect(start()).toHaveAttribute('aria-disabled', 'true');
  await pass(5_000);
  says(callCs.initialising);
});

test('a page without the call’s first state is left alone', async () => {
  await load(files + deferred);
  document.getElementById('root')!.innerHTML = '<p>Something else</p>';
  for (const link of links()) fireEvent.load(link);
  expect(document.getElementById('root')).toHaveTextContent('Something else');
});

test('where there is no prefetch, the files are preloaded', async () => {
  supported = [];
  await load(files + deferred);
  expect(asked()).toEqual(['preload script /a.js', 'preload script /b.js']);
});

test('a refused prefetch becomes a preload; a failed preload delays nothing', async () => {
  await load(files + deferred);
  supported = ['prefetch', 'preload'];
  for (const link of links()) fireEvent.error(link);
  expect(asked().slice(2)).toEqual(['preload script /a.js', 'preload script /b.js']);
  says(callCs.initialising);
  fireEvent.load(links()[2]!);
  fireEvent.error(links()[3]!);
  expect(links()).toHaveLength(4);
  says(callCs.ready);
});

test('without any event from the links, the call is ready after five seconds', async () => {
  await load(files + deferred);
  await pass(4_999);
  says(callCs.initialising);
  expect(start()).toHaveAttribute('aria-disabled', 'true');
  await pass(1);
  says(callCs.ready);
  expect(start()).not.toHaveAttribute('aria-disabled');
});

test('with data saving nothing is prefetched, and Start can be pressed', async () => {
  Object.assign(navigator, { connection: { saveData: true } });
  await load(files + deferred);
  expect(links()).toEqual([]);
  says(callCs.ready);
  expect(start()).not.toHaveAttribute('aria-disabled');
});

test('without data saving the files are prefetched', async () => {
  Object.assign(navigator, { connection: { saveData: false } });
  await load(files + deferred);
  expect(links()).toHaveLength(2);
});
