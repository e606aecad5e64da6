import { act, fireEvent, screen } from '@testing-library/react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { CallWidget } from '@/components/call/call-widget';
import { showCallReady } from '@/components/call/loading/show-call-ready';
import { formatMaxDuration } from '@/lib/content/call-copy';
import { callCopyCs } from '@/lib/content/call-cs';

const limit = formatMaxDuration(callCopyCs, 300);
const widget = <CallWidget copy={callCopyCs} assistantId="demo&cs" limit={limit} />;
const deferred = '<script type="text/x-component">1:"data"</script>';
const advance = (ms = 0) => act(() => jest.advanceTimersByTimeAsync(ms));
const getStartButton = () => screen.getByRole('button', { name: callCopyCs.start });
const expectStatus = (text: string) =>
  expect(screen.getAllByRole('status')[0]?.textContent).toBe(text);
const fireScriptsRan = async () => {
  fireEvent(window, new Event('scriptsran'));
  await advance();
};

let answer: () => Promise<object>;
let ok: boolean;
const allowed = { configured: true, refusal: null, maxSeconds: 300 };
const hydrate = jest.fn();
document.addEventListener('hydrate', hydrate);

async function load(page: string) {
  document.body.innerHTML = `<div id="root">${renderToString(widget)}</div>${page}`;
  showCallReady();
  fireEvent(window, new Event('load'));
  await advance();
}

beforeEach(() => {
  jest.useFakeTimers();
  answer = async () => allowed;
  ok = true;
  window.callConfig = undefined;
  global.fetch = jest.fn(async () => ({ ok, json: () => answer() })) as unknown as typeof fetch;
  // The id in the address differs from the one that the page has read.
  history.replaceState(null, '', '/outreach?vapi_assistant_id=(demo%26cs)');
  global.IntersectionObserver = jest.fn(() => ({
    observe: jest.fn(),
    disconnect: jest.fn(),
  })) as unknown as typeof IntersectionObserver;
});

test('shows “ready” once the scripts have run and the server allows calls', async () => {
  let allow = (_: object) => {};
  answer = () => new Promise((settle) => (allow = settle));
  await load(deferred);
  expect(fetch).not.toHaveBeenCalled();
  await fireScriptsRan();
  expectStatus(callCopyCs.initialising);
  expect(getStartButton()).toHaveAttribute('aria-disabled', 'true');
  expect(fetch).toHaveBeenCalledWith('/api/call-config?assistant=demo%26cs', {
    cache: 'no-store',
    headers: { 'x-requested-with': 'call-widget' },
  });
  allow(allowed);
  await advance();
  expectStatus(callCopyCs.ready);
  expect(getStartButton()).not.toHaveAttribute('aria-disabled');
});

test('keeps the configuration for the widget, unless the answer is an error', async () => {
  await load(deferred);
  await fireScriptsRan();
  expect(window.callConfig).toEqual({ assistantId: null, callMachineUrl: null, maxSeconds: 300 });
  ok = false;
  window.callConfig = undefined;
  await load(deferred);
  await fireScriptsRan();
  expect(window.callConfig).toBeUndefined();
});

test('React hydrates what the script has changed without an error', async () => {
  const consoleError = jest.spyOn(console, 'error');
  await load(deferred);
  await fireScriptsRan();
  await act(async () => void hydrateRoot(document.getElementById('root')!, widget));
  await advance(100);
  expectStatus(callCopyCs.ready);
  expect(consoleError).not.toHaveBeenCalled();
});

test('React keeps “ready” when it renders the page again', async () => {
  await load(deferred);
  await fireScriptsRan();
  document.getElementById('root')!.replaceChildren();
  await act(async () => createRoot(document.getElementById('root')!).render(widget));
  expectStatus(callCopyCs.ready);
  expect(getStartButton()).not.toHaveAttribute('aria-disabled');
});

test('changes nothing if React already runs when the scripts have run', async () => {
  await load('');
  await fireScriptsRan();
  expectStatus(callCopyCs.initialising);
  expect(getStartButton()).toHaveAttribute('aria-disabled', 'true');
});

test('changes nothing on a page without the widget', async () => {
  await load(deferred);
  document.getElementById('root')!.innerHTML = '<p>Something else</p>';
  await fireScriptsRan();
  expect(document.getElementById('root')).toHaveTextContent('Something else');
});

test('never shows “ready” while the scripts have not run', async () => {
  await load(deferred);
  fireEvent(window, new Event('scriptsprefetched'));
  await advance(60_000);
  expect(fetch).not.toHaveBeenCalled();
  expectStatus(callCopyCs.initialising);
  expect(getStartButton()).toHaveAttribute('aria-disabled', 'true');
  await fireScriptsRan();
  expectStatus(callCopyCs.ready);
});

test.each([
  ['are switched off', async () => ({ configured: true, refusal: 'calls_off' })],
  ['are not set up', async () => ({ configured: false })],
  ['cannot be asked for', () => Promise.reject(new TypeError('Failed to fetch'))],
])('starts hydration when calls %s', async (_, reply) => {
  answer = reply;
  await load(deferred);
  await fireScriptsRan();
  expect(hydrate).toHaveBeenCalledTimes(1);
  expectStatus(callCopyCs.initialising);
  expect(getStartButton()).toHaveAttribute('aria-disabled', 'true');
});

test('starts hydration when the server never answers', async () => {
  global.fetch = jest.fn(() => new Promise<never>(() => undefined));
  await load(deferred);
  await fireScriptsRan();
  await advance(9_999);
  expect(hydrate).not.toHaveBeenCalled();
  await advance(1);
  expect(hydrate).toHaveBeenCalledTimes(1);
});

test('ignores the answer once React runs', async () => {
  let allow = (_: object) => {};
  answer = () => new Promise((settle) => (allow = settle));
  await load(deferred);
  await fireScriptsRan();
  expect(fetch).toHaveBeenCalledTimes(1);
  document.querySelector('[type="text/x-component"]')?.remove();
  allow(allowed);
  await advance();
  expectStatus(callCopyCs.initialising);
  expect(hydrate).not.toHaveBeenCalled();
  expect(window.callConfig).toBeUndefined();
});

describe('the server’s HTML', () => {
  const html = renderToString(widget);

  test.each([
    ['the state', callCopyCs.initialising],
    ['the disclosure', callCopyCs.disclosure],
    ['the time limit', limit],
    ['a disabled Start', 'aria-disabled="true"'],
    ['a Start that keeps presses', 'data-waits=""'],
    ['the name of the widget', `role="group" aria-label="${callCopyCs.label}"`],
  ])('has %s', (_, text) => expect(html).toContain(text));
});

test('React takes over a press from before it ran', async () => {
  answer = () => new Promise(() => undefined);
  await load('');
  window.startPressedAt = Date.now() - 1_000;
  getStartButton().dataset.pressed = '';
  await act(async () => void hydrateRoot(document.getElementById('root')!, widget));
  expect(window.startPressedAt).toBeUndefined();
  expect(getStartButton()).not.toHaveAttribute('data-pressed');
  expect(getStartButton()).not.toHaveAttribute('data-waits');
  expect(document.querySelector('.stage-spinner')).not.toBeNull();
});
