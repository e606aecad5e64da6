import { act, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { CallWidgetLoader } from '@/components/call/loading/call-widget-loader';
import type { LoadedWidget } from '@/components/call/loading/load-widget';
import {
  reduceLoader,
  type LoaderAction,
  type LoaderState,
} from '@/components/call/loading/loader-state';
import { callCopyCs } from '@/lib/content/call-cs';
import { callCopyEn } from '@/lib/content/call-en';
import { countEvent } from '@/lib/analytics/count';

const onMount = jest.fn();
/** The code of the widget; settles once it has loaded. */
let code = Promise.resolve();

jest.mock('@/lib/analytics/count', () => ({ countEvent: jest.fn() }));
const listCountedEvents = () => jest.mocked(countEvent).mock.calls.flat();
// No newer version has been deployed.
jest.mock('@/components/call/loading/reload-if-outdated', () => ({
  reloadIfOutdated: async () => false,
}));
/** import() waits for a module that has a method `then`. */
const mockWidget = (copy: unknown) => ({
  __esModule: true,
  then(resolve: (resolve: unknown) => void, reject: (error: unknown) => void) {
    const Widget = (props: unknown) => {
      onMount(props);
      return <p>the widget</p>;
    };
    code.then(() => resolve({ Widget, copy }), reject);
  },
});
jest.mock('@/components/call/loading/call-widget-en', () => mockWidget(callCopyEn));
jest.mock('@/components/call/loading/call-widget-cs', () => mockWidget(callCopyCs));

let reportApproach: ((entries: { isIntersecting: boolean }[]) => void) | undefined;
let disconnected: jest.Mock;

beforeEach(() => {
  jest.useFakeTimers();
  window.callReadyShown = false;
  code = Promise.resolve();
  onMount.mockClear();
  jest.mocked(countEvent).mockClear();
  reportApproach = undefined;
  disconnected = jest.fn();
  globalThis.IntersectionObserver = class {
    constructor(callback: typeof reportApproach) {
      reportApproach = callback;
    }
    observe() {}
    disconnect = disconnected;
  } as unknown as typeof IntersectionObserver;
});
afterEach(() => jest.useRealTimers());

const createFailedLoad = () => {
  const failed = Promise.reject<void>(new Error('chunk missing'));
  failed.catch(() => undefined);
  return failed;
};
const createPendingLoad = () => new Promise<void>(() => undefined);

const createLoader = (copy = callCopyEn, when: 'near' | 'idle' = 'near') => (
  <section>
    <a href="#elsewhere">A link in the section</a>
    <CallWidgetLoader
      copy={copy}
      loadWhen={when}
      privacyHref="/privacy"
      limit="up to 4 min"
      assistantId="prospect"
      failureAction={<button type="button">Book a session</button>}
    />
  </section>
);
/** Advances the timers and lets promises settle. */
const advance = (ms = 0) => act(() => jest.advanceTimersByTimeAsync(ms));
const scrollNear = async () => {
  act(() => reportApproach?.([{ isIntersecting: true }]));
  await advance();
};
const getStartButton = () => screen.getByRole('button', { name: callCopyEn.start });
/** A press, marked as `markPresses` marks it. */
const press = () => {
  getStartButton().dataset.pressed = '';
  fireEvent.click(getStartButton());
};
const isSpinnerShown = () => document.querySelector('.stage-spinner') !== null;
const findWidget = () => screen.queryByText('the widget');

it('is complete in the server’s HTML', () => {
  const html = renderToString(createLoader());
  expect(html).toContain(callCopyEn.initialising);
  expect(html).toContain(callCopyEn.disclosure);
  expect(html).toContain('up to 4 min');
  expect(html).toContain('aria-disabled="true"');
  expect(html).toContain('data-waits=""');
  expect(html).toContain(`role="group" aria-label="${callCopyEn.label}"`);
});

it('fetches nothing before it is near', async () => {
  render(createLoader());
  await act(async () => reportApproach?.([{ isIntersecting: false }]));
  await advance(60_000);
  expect(screen.getByText(callCopyEn.initialising)).toBeVisible();
  expect(listCountedEvents()).toEqual([]);
  expect(disconnected).not.toHaveBeenCalled();
  await scrollNear();
  expect(disconnected).toHaveBeenCalledTimes(1);
  expect(findWidget()).toBeVisible();
  expect(listCountedEvents()).toEqual(['call_near']);
});

it.each([true, false])(
  'tells the widget whether the page has said “ready”: %s',
  async (isReadyShown) => {
    window.callReadyShown = isReadyShown;
    render(createLoader());
    await scrollNear();
    expect(onMount).toHaveBeenLastCalledWith(expect.objectContaining({ readyShown: isReadyShown }));
  },
);

it('loads when the page is idle', async () => {
  render(createLoader(callCopyEn, 'idle'));
  await advance(200);
  expect(findWidget()).toBeVisible();
});

it('replaces the button after a press, not during it', async () => {
  render(createLoader());
  const group = screen.getByRole('group', { name: callCopyEn.label });
  const matches = jest.spyOn(group, 'matches').mockImplementation((what) => what === ':active');
  await scrollNear();
  await advance(1_000);
  expect(findWidget()).toBeNull();
  fireEvent.click(getStartButton());
  // No event reports that a tapped button is no longer active.
  matches.mockReturnValue(false);
  // One animation frame.
  await advance(16);
  expect(onMount).toHaveBeenLastCalledWith(expect.objectContaining({ startRequested: true }));
  expect(findWidget()).toBeVisible();
});

it.each([
  ['en', callCopyEn],
  ['cs', callCopyCs],
] as const)('loads the widget in the language of the page: %s', async (_, copy) => {
  render(createLoader(copy));
  await scrollNear();
  expect(onMount).toHaveBeenLastCalledWith(
    expect.objectContaining({
      copy,
      privacyHref: '/privacy',
      assistantId: 'prospect',
      startRequested: false,
      shouldTakeFocus: false,
    }),
  );
});

describe('code for a language that the page no longer has', () => {
  it.each([
    ['comes', (_: () => void, resolveCode: () => void) => resolveCode()],
    ['cannot be fetched', (rejectCode: () => void) => rejectCode()],
  ])('is ignored when it %s', async (_, performAction) => {
    let resolveCode: () => void = () => undefined;
    let rejectCode: () => void = () => undefined;
    code = new Promise((resolve, reject) => {
      resolveCode = resolve;
      rejectCode = () => reject(new Error('chunk missing'));
    });
    const view = render(createLoader(callCopyEn));
    await scrollNear();
    code = createPendingLoad();
    view.rerender(createLoader(callCopyCs));
    performAction(rejectCode, resolveCode);
    await advance();
    expect(screen.getByText(callCopyCs.initialising)).toBeVisible();
    expect(onMount).not.toHaveBeenCalled();
  });
});

describe('an early press on Start', () => {
  it('is passed to the widget, and so is the focus', async () => {
    render(createLoader());
    act(() => getStartButton().focus());
    expect(isSpinnerShown()).toBe(false);
    fireEvent.click(getStartButton());
    expect(isSpinnerShown()).toBe(true);
    await advance();
    expect(onMount).toHaveBeenLastCalledWith(
      expect.objectContaining({ copy: callCopyEn, startRequested: true, shouldTakeFocus: true }),
    );
    expect(listCountedEvents()).toEqual(['call_near', 'start_pressed']);
  });

  it('is passed to the widget from before hydration', async () => {
    const container = document.createElement('div');
    container.innerHTML = renderToString(createLoader());
    document.body.append(container);
    const pressedAt = Date.now() - 1_000;
    window.startPressedAt = pressedAt;
    render(createLoader(), { container, hydrate: true });
    expect(window.startPressedAt).toBeUndefined();
    await advance();
    expect(onMount).toHaveBeenLastCalledWith(
      expect.objectContaining({ startRequested: true, pressedAt }),
    );
  });

  it.each([
    ['after twenty seconds', () => advance(1)],
    ['when the page is left', () => fireEvent(window, new Event('pagehide'))],
  ])('is forgotten %s, also by a widget that loads later', async (_, performAction) => {
    let resolveCode: () => void = () => undefined;
    code = new Promise((resolve) => (resolveCode = resolve));
    render(createLoader());
    press();
    await advance(19_999);
    expect(isSpinnerShown()).toBe(true);
    expect(getStartButton()).toHaveAttribute('data-pressed');
    await performAction();
    expect(isSpinnerShown()).toBe(false);
    expect(getStartButton()).not.toHaveAttribute('data-pressed');
    resolveCode();
    await advance();
    expect(onMount).toHaveBeenLastCalledWith(expect.objectContaining({ startRequested: false }));
  });

  it('from before hydration expires 20 seconds after it was made', async () => {
    code = createPendingLoad();
    window.startPressedAt = Date.now();
    await advance(19_000);
    render(createLoader());
    await advance(999);
    expect(isSpinnerShown()).toBe(true);
    await advance(1);
    expect(isSpinnerShown()).toBe(false);
  });

  it('leaves no timer and no listener on unmount', async () => {
    code = createPendingLoad();
    const stopped = jest.spyOn(window, 'removeEventListener');
    const view = render(createLoader());
    press();
    await advance();
    view.unmount();
    expect(stopped.mock.calls.map(([type]) => type)).toContain('pagehide');
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('when its code cannot be fetched', () => {
  it('shows the error and the alternative, and retries', async () => {
    code = createFailedLoad();
    render(createLoader());
    press();
    await advance();
    // Nothing is loading that would answer an early press.
    expect(isSpinnerShown()).toBe(false);
    expect(screen.queryByRole('button', { name: callCopyEn.start })).toBeNull();
    expect(screen.getByText('Failed to initialize AI caller')).toBeVisible();
    expect(screen.getByRole('heading', { name: callCopyEn.errorTitle })).toBeVisible();
    expect(screen.queryByText(callCopyEn.initialising)).toBeNull();
    expect(screen.getByRole('button', { name: 'Book a session' })).toBeVisible();
    code = Promise.resolve();
    const now = Date.now();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await advance();
    expect(screen.queryByText('Failed to initialize AI caller')).toBeNull();
    expect(onMount).toHaveBeenLastCalledWith(
      expect.objectContaining({ startRequested: true, pressedAt: now }),
    );
  });
});

describe('the state', () => {
  const loaded: LoaderAction = {
    type: 'loaded',
    widget: {} as LoadedWidget,
    shouldTakeFocus: true,
  };
  const reduceActions = (...actions: LoaderAction[]) =>
    actions.reduce<LoaderState>(reduceLoader, { status: 'waiting' });

  it.each<[boolean, LoaderAction[]]>([
    [false, [{ type: 'approached' }, loaded]],
    [true, [{ type: 'start-requested' }, loaded]],
    [false, [{ type: 'start-requested' }, { type: 'start-withdrawn' }, loaded]],
    // The press and the widget's arrival come in either order.
    [true, [{ type: 'approached' }, loaded, { type: 'start-requested' }]],
    [false, [{ type: 'start-requested' }, loaded, { type: 'start-withdrawn' }]],
  ])('hands the widget startRequested %s after %j', (startRequested, actions) => {
    expect(reduceActions(...actions)).toEqual({
      status: 'loaded',
      startRequested,
      widget: {},
      shouldTakeFocus: true,
    });
  });

  it('fetches again after a failure only when Start is pressed', () => {
    const failed = reduceActions({ type: 'approached' }, { type: 'failed' });
    expect(reduceLoader(failed, { type: 'approached' })).toBe(failed);
    expect(reduceLoader(failed, { type: 'start-withdrawn' })).toBe(failed);
    expect(reduceLoader(failed, { type: 'start-requested' })).toEqual({
      status: 'loading',
      startRequested: true,
    });
  });
});
