import { loadWhenNear } from '@/components/call/call-widget';
import type { CallSession } from '@/lib/call/session/call-session';

let observed: { margin?: string | undefined; targets: Element[]; isDisconnected: boolean };
let report: (...states: boolean[]) => void;
let steps: string[];
let stop: () => void;
const session = {
  setUp: async () => void steps.push('set up'),
  runSdk: async () => void steps.push('run'),
} as unknown as CallSession;
const advance = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const interact = () => document.dispatchEvent(new Event('pointermove'));

beforeEach(() => {
  jest.useFakeTimers();
  steps = [];
  observed = { targets: [], isDisconnected: false };
  globalThis.IntersectionObserver = class {
    constructor(callback: (entries: unknown[]) => void, options?: IntersectionObserverInit) {
      observed.margin = options?.rootMargin;
      report = (...states) => callback(states.map((isIntersecting) => ({ isIntersecting })));
    }
    observe(target: Element) {
      observed.targets.push(target);
    }
    disconnect() {
      observed.isDisconnected = true;
    }
  } as unknown as typeof IntersectionObserver;
  document.body.innerHTML =
    '<section><a href="#x">A link</a><div id="widget"></div></section><div id="alone"></div>';
});
afterEach(() => {
  stop();
  for (const name of ['requestIdleCallback', 'sendCount']) Reflect.deleteProperty(window, name);
});

const start = (id = 'widget') => (stop = loadWhenNear(document.getElementById(id)!, session));

it('fetches nothing before the section is within one viewport, then on idle', async () => {
  const sendCount = jest.fn();
  window.sendCount = sendCount;
  start();
  expect(observed).toMatchObject({
    margin: '100% 0px',
    targets: [document.querySelector('section')],
  });
  report(false);
  await advance(60_000);
  expect(steps).toEqual([]);
  expect(sendCount).not.toHaveBeenCalled();
  report(false, true);
  await advance(199);
  expect(steps).toEqual([]);
  expect(sendCount.mock.calls).toEqual([['call_near']]);
  await advance(1);
  expect(steps).toEqual(['set up']);
  expect(observed.isDisconnected).toBe(true);
});

it('observes an element that stands alone', () => {
  start('alone');
  expect(observed.targets).toEqual([document.getElementById('alone')]);
});

it('fetches after a focus in the section', async () => {
  start();
  document.querySelector('a')!.focus();
  await advance(200);
  expect(steps).toEqual(['set up']);
});

it('waits for the page to load, and for idle with a two-second timeout', async () => {
  const request = jest.fn((_then: () => void, _options: IdleRequestOptions) => 7);
  Object.assign(window, { requestIdleCallback: request });
  const state = jest.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  start();
  report(true);
  await advance(60_000);
  expect(request).not.toHaveBeenCalled();
  state.mockReturnValue('complete');
  window.dispatchEvent(new Event('load'));
  await advance(0);
  expect(request.mock.calls).toEqual([[expect.any(Function), { timeout: 2_000 }]]);
  expect(steps).toEqual([]);
  request.mock.calls[0]![0]();
  await advance(0);
  expect(steps).toEqual(['set up']);
});

it('runs the SDK on idle after the next interaction', async () => {
  start();
  report(true);
  await advance(60_000);
  expect(steps).toEqual(['set up']);
  interact();
  await advance(199);
  expect(steps).toEqual(['set up']);
  await advance(1);
  expect(steps).toEqual(['set up', 'run']);
  interact();
  await advance(60_000);
  expect(steps).toEqual(['set up', 'run']);
});

it.each([0, 100, 200, 300])('does nothing more once it is stopped after %i ms', async (ms) => {
  start();
  if (ms > 0) report(true);
  await advance(ms);
  const before = [...steps];
  stop();
  report(true);
  interact();
  await advance(60_000);
  expect(steps).toEqual(before);
  expect(observed.isDisconnected).toBe(true);
});
