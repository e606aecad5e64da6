import { loadWhenNear } from '@/components/call/call-widget';
import type { CallSession } from '@/lib/call/session/call-session';

let observed: { margin?: string | undefined; targets: Element[] };
let report: (...states: boolean[]) => void;
let steps: string[];
let unmounted: AbortController;
const session = {
  setUp: async () => void steps.push('set up'),
  runSdk: async () => void steps.push('run'),
} as unknown as CallSession;
const advance = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const interact = () => document.dispatchEvent(new Event('pointermove'));

beforeEach(() => {
  jest.useFakeTimers();
  steps = [];
  unmounted = new AbortController();
  observed = { targets: [] };
  window.sendCount = (event) => void steps.push(event);
  globalThis.IntersectionObserver = class {
    constructor(callback: (entries: unknown[]) => void, options?: IntersectionObserverInit) {
      observed.margin = options?.rootMargin;
      report = (...states) => callback(states.map((isIntersecting) => ({ isIntersecting })));
    }
    observe(target: Element) {
      observed.targets.push(target);
    }
    disconnect() {
      report = () => {};
    }
  } as unknown as typeof IntersectionObserver;
  document.body.innerHTML = '<section><a href="#x">A link</a><div id="widget"></div></section>';
});
afterEach(() => {
  unmounted.abort();
  for (const name of ['requestIdleCallback', 'sendCount']) Reflect.deleteProperty(window, name);
});

const start = () =>
  void loadWhenNear(document.getElementById('widget')!, session, unmounted.signal);

it('sets up on idle within one viewport, and runs the SDK after an interaction', async () => {
  start();
  const targets = [document.querySelector('section')];
  expect(observed).toEqual({ margin: '100% 0px', targets });
  report(false);
  await advance(60_000);
  expect(steps).toEqual([]);
  report(false, true);
  await advance(199);
  expect(steps).toEqual(['call_near']);
  await advance(60_000);
  expect(steps).toEqual(['call_near', 'set up']);
  interact();
  await advance(199);
  expect(steps).toEqual(['call_near', 'set up']);
  await advance(1);
  interact();
  await advance(60_000);
  expect(steps).toEqual(['call_near', 'set up', 'run']);
});

it('sets up after a focus in the section', async () => {
  start();
  document.querySelector('a')!.focus();
  await advance(200);
  expect(steps).toContain('set up');
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
  expect(steps).not.toContain('set up');
  request.mock.calls[0]![0]();
  await advance(0);
  expect(steps).toContain('set up');
});
