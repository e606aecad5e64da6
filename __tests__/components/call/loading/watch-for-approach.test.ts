import { watchForApproach } from '@/components/call/loading/watch-for-approach';

let observed: { margin?: string | undefined; targets: Element[]; isDisconnected: boolean };
let report: (...states: boolean[]) => void;

beforeEach(() => {
  jest.useFakeTimers();
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
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'requestIdleCallback');
  Reflect.deleteProperty(window, 'cancelIdleCallback');
});

const getElement = (id: string) => document.getElementById(id)!;

describe('near', () => {
  it('is within one viewport of the element’s section', () => {
    const approached = jest.fn();
    watchForApproach(getElement('widget'), 'near', approached);
    expect(observed).toMatchObject({
      margin: '100% 0px',
      targets: [document.querySelector('section')],
    });
    report(false);
    expect(approached).not.toHaveBeenCalled();
    report(false, true);
    expect(approached).toHaveBeenCalledTimes(1);
  });

  it('is within one viewport of an element that stands alone', () => {
    watchForApproach(getElement('alone'), 'near', jest.fn());
    expect(observed.targets).toEqual([getElement('alone')]);
  });

  it('is a focus in the section', () => {
    const approached = jest.fn();
    const stop = watchForApproach(getElement('widget'), 'near', approached);
    document.querySelector('a')!.focus();
    expect(approached).toHaveBeenCalledTimes(1);
    stop();
    expect(observed.isDisconnected).toBe(true);
    document.querySelector('a')!.blur();
    document.querySelector('a')!.focus();
    expect(approached).toHaveBeenCalledTimes(1);
  });
});

describe('idle', () => {
  it('is soon after the page has loaded', () => {
    const idle = jest.fn();
    const state = jest.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
    watchForApproach(getElement('widget'), 'idle', idle);
    jest.advanceTimersByTime(60_000);
    expect(idle).not.toHaveBeenCalled();
    state.mockReturnValue('complete');
    window.dispatchEvent(new Event('load'));
    jest.advanceTimersByTime(199);
    expect(idle).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(idle).toHaveBeenCalledTimes(1);
    expect(observed.targets).toEqual([]);
  });

  it('does not wait for load if the page has already loaded', () => {
    const idle = jest.fn();
    watchForApproach(getElement('widget'), 'idle', idle);
    jest.advanceTimersByTime(200);
    expect(idle).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event('load'));
    jest.advanceTimersByTime(200);
    expect(idle).toHaveBeenCalledTimes(1);
  });

  it('uses requestIdleCallback with a two-second timeout', () => {
    const idle = jest.fn();
    const request = jest.fn((_then: () => void, _options: IdleRequestOptions) => 7);
    Object.assign(window, { requestIdleCallback: request });
    const stop = watchForApproach(getElement('widget'), 'idle', idle);
    expect(request.mock.calls).toEqual([[expect.any(Function), { timeout: 2_000 }]]);
    jest.advanceTimersByTime(60_000);
    expect(idle).not.toHaveBeenCalled();
    const runIdleCallback = request.mock.calls[0]![0];
    runIdleCallback();
    expect(idle).toHaveBeenCalledTimes(1);
    stop();
    runIdleCallback();
    expect(idle).toHaveBeenCalledTimes(1);
  });

  it.each(['interactive', 'complete'] as const)('does not call back after stop: %s', (state) => {
    const idle = jest.fn();
    jest.spyOn(document, 'readyState', 'get').mockReturnValue(state);
    watchForApproach(getElement('widget'), 'idle', idle)();
    window.dispatchEvent(new Event('load'));
    jest.advanceTimersByTime(60_000);
    expect(idle).not.toHaveBeenCalled();
  });
});
