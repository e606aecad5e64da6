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
const files = '<script type="text/x-ahead" data-src="/a.js"></script>'.repeat(2);
const deferred = '<script type="text/x-deferred" data-src="/main.js"></script>';
const idle = () => act(() => new Promise((done) => setTimeout(done, 250)));
const links = () => [...document.head.querySelectorAll('link')];

async function load(page: string) {
  document.head.innerHTML = '';
  jest.spyOn(DOMTokenList.prototype, 'supports').mockReturnValue(true);
  document.body.innerHTML = `<div id="root">${renderToString(loader)}</div>${page}`;
  callAhead();
  fireEvent(window, new Event('load'));
  await idle();
}

beforeEach(() => {
  global.IntersectionObserver = jest.fn(() => ({
    observe: jest.fn(),
    disconnect: jest.fn(),
  })) as unknown as typeof IntersectionObserver;
});
afterEach(() => {
  jest.restoreAllMocks();
  Object.assign(navigator, { connection: undefined });
});

test('the call is ready when all of its files have come', async () => {
  await load(files + deferred);
  const start = screen.getByRole('button', { name: callCs.start });
  expect(links()).toHaveLength(2);
  fireEvent.load(links()[0]!);
  expect(screen.getByRole('status')).toHaveTextContent(callCs.initialising);
  expect(start).toHaveAttribute('aria-disabled', 'true');
  fireEvent.load(links()[1]!);
  expect(screen.getByRole('status')).toHaveTextContent(callCs.ready);
  expect(start).not.toHaveAttribute('aria-disabled');
});

test('React takes over what the script has said without a complaint', async () => {
  const complaints = jest.spyOn(console, 'error');
  await load(files + deferred);
  for (const link of links()) fireEvent.load(link);
  await act(async () => void hydrateRoot(document.getElementById('root')!, loader));
  expect(screen.getByRole('status')).toHaveTextContent(callCs.ready);
  expect(complaints).not.toHaveBeenCalled();
});

test('files that come when React already runs change nothing', async () => {
  await load(files);
  for (const link of links()) fireEvent.load(link);
  expect(screen.getByRole('status')).toHaveTextContent(callCs.initialising);
});

test('what may not be prefetched is preloaded; what does not come keeps nobody waiting', async () => {
  await load(files + deferred);
  for (const link of links()) fireEvent.error(link);
  expect(links().map(({ rel }) => rel)).toEqual(['prefetch', 'prefetch', 'preload', 'preload']);
  expect(screen.getByRole('status')).toHaveTextContent(callCs.initialising);
  fireEvent.load(links()[2]!);
  fireEvent.error(links()[3]!);
  expect(links()).toHaveLength(4);
  expect(screen.getByRole('status')).toHaveTextContent(callCs.ready);
});

test('Firefox, which would refuse a prefetch under our policy, is asked for preloads at once', async () => {
  jest
    .spyOn(navigator, 'userAgent', 'get')
    .mockReturnValue('Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0');
  await load(files + deferred);
  expect(links().map(({ rel }) => rel)).toEqual(['preload', 'preload']);
  for (const link of links()) fireEvent.load(link);
  expect(screen.getByRole('status')).toHaveTextContent(callCs.ready);
});

test('where nobody tells whether the files come, the call is ready after five seconds', async () => {
  await load(files + deferred);
  expect(screen.getByRole('status')).toHaveTextContent(callCs.initialising);
  await act(() => new Promise((done) => setTimeout(done, 5_000)));
  expect(screen.getByRole('status')).toHaveTextContent(callCs.ready);
}, 10_000);

test('a visitor who saves data fetches nothing ahead, and may press all the same', async () => {
  Object.assign(navigator, { connection: { saveData: true } });
  await load(files + deferred);
  expect(links()).toEqual([]);
  expect(screen.getByRole('status')).toHaveTextContent(callCs.ready);
});
