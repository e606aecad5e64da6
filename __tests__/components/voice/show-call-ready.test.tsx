import { act, fireEvent, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { CallWidgetLoader } from '@/components/voice/call-widget-loader';
import { showCallReady } from '@/components/voice/show-call-ready';
import { shellOf } from '@/lib/content/call-copy';
import { callCs } from '@/lib/content/call-cs';

const loader = (
  <CallWidgetLoader copy={shellOf(callCs)} when="near" ready={callCs.ready} privacyHref="/p" />
);
const deferred = '<script type="text/x-deferred" data-src="/main.js"></script>';
const pass = (ms = 0) => act(() => jest.advanceTimersByTimeAsync(ms));
const start = () => screen.getByRole('button', { name: callCs.start });
const says = (text: string) => expect(screen.getByRole('status')).toHaveTextContent(text);
const fetched = () => fireEvent(window, new Event('scriptsprefetched'));

async function load(page: string) {
  document.body.innerHTML = `<div id="root">${renderToString(loader)}</div>${page}`;
  showCallReady();
  fireEvent(window, new Event('load'));
  await pass();
}

beforeEach(() => {
  jest.useFakeTimers();
  global.IntersectionObserver = jest.fn(() => ({
    observe: jest.fn(),
    disconnect: jest.fn(),
  })) as unknown as typeof IntersectionObserver;
});
afterEach(() => jest.useRealTimers());

test('the call is ready when all of its files have come', async () => {
  await load(deferred);
  says(callCs.initialising);
  expect(start()).toHaveAttribute('aria-disabled', 'true');
  fetched();
  says(callCs.ready);
  expect(start()).not.toHaveAttribute('aria-disabled');
});

test('React hydrates what the script has changed without an error', async () => {
  const complaints = jest.spyOn(console, 'error');
  await load(deferred);
  fetched();
  await act(async () => void hydrateRoot(document.getElementById('root')!, loader));
  await pass(100);
  says(callCs.ready);
  expect(complaints).not.toHaveBeenCalled();
});

test('files that come when React already runs change nothing', async () => {
  await load('');
  fetched();
  says(callCs.initialising);
  expect(start()).toHaveAttribute('aria-disabled', 'true');
  await pass(5_000);
  says(callCs.initialising);
});

test('a page without the call’s first state is left alone', async () => {
  await load(deferred);
  document.getElementById('root')!.innerHTML = '<p>Something else</p>';
  fetched();
  expect(document.getElementById('root')).toHaveTextContent('Something else');
});

test('when nothing tells that the files have come, the call is ready after five seconds', async () => {
  await load(deferred);
  await pass(4_999);
  says(callCs.initialising);
  expect(start()).toHaveAttribute('aria-disabled', 'true');
  await pass(1);
  says(callCs.ready);
  expect(start()).not.toHaveAttribute('aria-disabled');
});
