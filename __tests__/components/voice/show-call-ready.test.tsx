import { act, fireEvent, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { CallWidgetLoader } from '@/components/voice/call-widget-loader';
import { showCallReady } from '@/components/voice/show-call-ready';
import { shellOf } from '@/lib/content/call-copy';
import { callCs } from '@/lib/content/call-cs';

const loader = (
  <CallWidgetLoader
    copy={shellOf(callCs)}
    when="near"
    ready={callCs.ready}
    privacyHref="/p"
    assistantId="a-1"
  />
);
const deferred = '<script type="text/x-deferred" data-src="/main.js"></script>';
const pass = (ms = 0) => act(() => jest.advanceTimersByTimeAsync(ms));
const start = () => screen.getByRole('button', { name: callCs.start });
const says = (text: string) => expect(screen.getByRole('status')).toHaveTextContent(text);
const fetched = async () => {
  fireEvent(window, new Event('scriptsprefetched'));
  await pass();
};
/** What our server answers. */
let config: () => Promise<unknown>;
let interactions: number;
const interact = () => (interactions += 1);

async function load(page: string) {
  document.body.innerHTML = `<div id="root">${renderToString(loader)}</div>${page}`;
  showCallReady();
  fireEvent(window, new Event('load'));
  await pass();
}

beforeEach(() => {
  jest.useFakeTimers();
  interactions = 0;
  document.addEventListener('scroll', interact);
  config = () => Promise.resolve({ configured: true, refusal: null });
  global.fetch = jest.fn(async () => ({ json: config })) as unknown as typeof fetch;
  global.IntersectionObserver = jest.fn(() => ({
    observe: jest.fn(),
    disconnect: jest.fn(),
  })) as unknown as typeof IntersectionObserver;
});
afterEach(() => {
  document.removeEventListener('scroll', interact);
  jest.useRealTimers();
});

test('the call is ready when all of its files have come', async () => {
  await load(deferred);
  says(callCs.initialising);
  expect(start()).toHaveAttribute('aria-disabled', 'true');
  await fetched();
  says(callCs.ready);
  expect(start()).not.toHaveAttribute('aria-disabled');
});

test('our server is asked once, for the page’s own assistant', async () => {
  await load(deferred);
  await fetched();
  await pass(5_000);
  expect(jest.mocked(fetch).mock.calls).toEqual([
    [
      '/api/call-config?assistant=a-1',
      { cache: 'no-store', headers: { 'x-requested-with': 'call-widget' } },
    ],
  ]);
  expect(interactions).toBe(0);
});

test.each<[string, () => Promise<unknown>]>([
  ['refuses calls', () => Promise.resolve({ configured: true, refusal: 'calls_off' })],
  ['has no calls', () => Promise.resolve({ configured: false })],
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
])('the call is not ready where our server %s: React starts and tells why', async (_, answer) => {
  config = answer;
  await load(deferred);
  await fetched();
  says(callCs.initialising);
  expect(start()).toHaveAttribute('aria-disabled', 'true');
  expect(interactions).toBe(1);
});

test('an answer that comes when React already runs changes nothing', async () => {
  let give: (answer: unknown) => void = () => undefined;
  config = () => new Promise((resolve) => (give = resolve));
  await load(deferred);
  await fetched();
  document.querySelector('script')!.remove();
  give({ configured: true, refusal: null });
  await pass();
  says(callCs.initialising);
  expect(interactions).toBe(0);
});

test('React hydrates what the script has changed without an error', async () => {
  const complaints = jest.spyOn(console, 'error');
  await load(deferred);
  await fetched();
  await act(async () => void hydrateRoot(document.getElementById('root')!, loader));
  await pass(100);
  says(callCs.ready);
  expect(complaints).not.toHaveBeenCalled();
});

test('files that come when React already runs change nothing', async () => {
  await load('');
  await fetched();
  says(callCs.initialising);
  expect(start()).toHaveAttribute('aria-disabled', 'true');
  await pass(5_000);
  says(callCs.initialising);
});

test('a page without the call’s first state is left alone', async () => {
  await load(deferred);
  document.getElementById('root')!.innerHTML = '<p>Something else</p>';
  await fetched();
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
