import { act, fireEvent, screen, within } from '@testing-library/react';
import { callCopyEn as copy } from '@/lib/content/call-en';
import {
  commits,
  performStep,
  renderLiveCall,
  renderReadyWidget,
  setUpWidget,
  startLiveCall,
  world,
} from './widget-fixture';

setUpWidget();

let isInSight = true;
let observers: (() => void)[] = [];

beforeEach(() => {
  isInSight = true;
  observers = [];
  globalThis.IntersectionObserver = class {
    private report = () => {};
    constructor(private readonly callback: (entries: object[]) => void) {}
    observe(target: Element) {
      this.report = () => this.callback([{ isIntersecting: isInSight, target }]);
      observers.push(this.report);
      this.report();
    }
    disconnect() {
      observers = observers.filter((report) => report !== this.report);
    }
  } as unknown as typeof IntersectionObserver;
});

/** Scrolls the stage into or out of sight. */
const scroll = (isStageInSight: boolean) =>
  act(() => {
    isInSight = isStageInSight;
    for (const report of observers) report();
  });
const queryBar = () => screen.queryByRole('region', { name: copy.active });
const getBar = () => within(screen.getByRole('region', { name: copy.active }));
const getBarButton = (name: string) => getBar().getByRole('button', { name });
const getStageButton = (name: string) =>
  within(screen.getByRole('group', { name: copy.label })).getByRole('button', { name });
const press = (button: HTMLElement) =>
  performStep(() => {
    button.focus();
    fireEvent.click(button);
  });

it('is shown while a call is live and its stage out of sight', async () => {
  await renderReadyWidget();
  scroll(false);
  expect(queryBar()).toBeNull();
  await startLiveCall();
  expect(queryBar()).toBeVisible();
  scroll(true);
  expect(queryBar()).toBeNull();
  scroll(false);
  expect(queryBar()).toBeVisible();
});

it('tells who speaks and for how long, without rendering every second', async () => {
  await renderLiveCall();
  scroll(false);
  expect(getBar().getByText(copy.listening)).toBeVisible();
  await performStep(() => world.sdk?.emit('speech-start'), 1_500);
  expect(getBar().getByText(copy.speaking)).toBeVisible();
  const before = commits;
  await performStep(undefined, 3_000);
  expect(commits).toBe(before);
  expect(getBar().getByRole('timer', { name: copy.elapsed })).toHaveTextContent('00:04');
  // Only the stage announces.
  expect(getBar().queryByRole('status')).toBeNull();
});

it('says what the stage says of the microphone and the connection', async () => {
  await renderLiveCall();
  scroll(false);
  await press(getBarButton(copy.mute));
  expect(getBar().queryByText(copy.youAreMuted)).toBeNull();
  await performStep(() => window.dispatchEvent(new Event('offline')));
  expect(getBar().getByText(copy.interrupted)).toBeVisible();
  await performStep(() => window.dispatchEvent(new Event('online')));
  expect(getBar().queryByText(copy.interrupted)).toBeNull();
});

it('says that the call has failed, until the stage is seen', async () => {
  await renderLiveCall();
  scroll(false);
  const { message } = copy.failures['connection-lost'];
  await performStep(() => window.dispatchEvent(new Event('offline')), 32_000);
  const bar = within(screen.getByRole('region', { name: copy.errorTitle }));
  expect(bar.getByText(message)).toBeVisible();
  expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    copy.backToCall,
  ]);
  scroll(true);
  scroll(false);
  expect(screen.queryByRole('region', { name: copy.errorTitle })).toBeNull();
});

describe('in a dialog', () => {
  const dialog = document.createElement('dialog');
  beforeEach(() => {
    dialog.innerHTML = '<button>Send</button><button>Close</button>';
    document.body.append(dialog);
  });
  afterEach(() => dialog.remove());

  const open = () => performStep(() => dialog.showModal());

  it('announces trouble and a failure, which the page shows afterwards', async () => {
    await renderLiveCall();
    scroll(false);
    await open();
    await performStep(() => window.dispatchEvent(new Event('offline')));
    expect(within(dialog).getByRole('status')).toHaveTextContent(copy.interrupted);
    await performStep(undefined, 32_000);
    const { message } = copy.failures['connection-lost'];
    expect(within(dialog).getByRole('status')).toHaveTextContent(message);
    await performStep(() => dialog.close());
    const bar = screen.getByRole('region', { name: copy.errorTitle });
    expect(bar).toHaveTextContent(message);
    expect(bar.parentElement).toBe(document.body);
    await open();
    expect(within(dialog).queryByRole('status')).toBeNull();
  });
});

it('hands the focus to the stage when that comes into sight', async () => {
  await renderLiveCall();
  scroll(false);
  getBarButton(copy.end).focus();
  scroll(true);
  expect(getStageButton(copy.mute)).toHaveFocus();
});

it('takes no focus from the page', async () => {
  await renderLiveCall();
  scroll(false);
  (document.activeElement as HTMLElement | null)?.blur();
  scroll(true);
  expect(document.body).toHaveFocus();
});

it('hands the focus to the stage when the assistant ends the call', async () => {
  await renderLiveCall();
  scroll(false);
  getBarButton(copy.mute).focus();
  await performStep(() => world.room?.close({ type: 'ejected' }), 2_000);
  expect(queryBar()).toBeNull();
  expect(getStageButton(copy.start)).toHaveFocus();
});
