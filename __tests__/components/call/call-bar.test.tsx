import { act, screen, within } from '@testing-library/react';
import { callCopyEn as copy } from '@/lib/content/call-en';
import {
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
const getBar = () => within(screen.getByRole('region', { name: copy.active }));
const getStageMute = () =>
  within(screen.getByRole('group', { name: copy.label })).getByRole('button', { name: copy.mute });
const turn = (event: 'online' | 'offline', ms?: number) =>
  performStep(() => window.dispatchEvent(new Event(event)), ms);

it('says that the call has failed, until the stage is seen', async () => {
  await renderLiveCall();
  scroll(false);
  const { message } = copy.failures['connection-lost'];
  await turn('offline', 32_000);
  const bar = within(screen.getByRole('region', { name: copy.errorTitle }));
  expect(bar.getByText(message)).toBeVisible();
  expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    copy.backToCall,
  ]);
  // Only the stage announces.
  expect(bar.queryByRole('status')).toBeNull();
  scroll(true);
  scroll(false);
  expect(screen.queryByRole('region', { name: copy.errorTitle })).toBeNull();
});

it('announces trouble and a failure in a dialog, and shows it on the page afterwards', async () => {
  await renderReadyWidget();
  const dialog = document.body.appendChild(document.createElement('dialog'));
  const open = () => performStep(() => dialog.showModal());
  await startLiveCall();
  scroll(false);
  await open();
  await turn('offline');
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
  dialog.remove();
});

it('announces in a dialog that the assistant ended the call, but not on the page', async () => {
  await renderLiveCall();
  scroll(false);
  const dialog = document.body.appendChild(document.createElement('dialog'));
  await performStep(() => dialog.showModal());
  await performStep(() => world.room?.close(), 600);
  expect(within(dialog).getByRole('status')).toHaveTextContent(copy.endedBy.assistant);
  await performStep(() => dialog.close());
  expect(screen.queryByRole('region', { name: copy.label })).toBeNull();
  dialog.remove();
});

it('hands its focus, and only that, to the stage when that comes into sight', async () => {
  await renderLiveCall();
  scroll(false);
  getBar().getByRole('button', { name: copy.end }).focus();
  scroll(true);
  expect(getStageMute()).toHaveFocus();
  getStageMute().blur();
  scroll(false);
  scroll(true);
  expect(document.body).toHaveFocus();
});
