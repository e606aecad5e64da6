import { act, fireEvent, screen } from '@testing-library/react';
import { callEn } from '@/lib/content/call-en';
import {
  readAnnounced,
  answer,
  getButton,
  startLiveCall,
  click,
  config,
  setUpWidget,
  renderWidget,
  step,
  world,
} from '../widget-bench';

setUpWidget();

const spinner = () => document.querySelector('.stage-spinner');

it('moves the focus from Start over Cancel to End and back', async () => {
  renderWidget();
  await step();
  act(() => getButton('Start').focus());
  await click('Start');
  expect(getButton('Cancel')).toHaveFocus();
  await answer();
  expect(getButton('End')).toHaveFocus();
  await step(() => world.room?.close(), 600);
  expect(getButton('Start')).toHaveFocus();
});

it('keeps End, its focus and the conversation while the call is ending', async () => {
  renderWidget();
  await startLiveCall();
  const end = getButton('End');
  expect(end).not.toHaveAttribute('aria-disabled');
  expect(getButton('Mute')).not.toHaveAttribute('aria-disabled');
  const [sentence = ''] = callEn.examples.sentences;
  expect(getButton(sentence)).not.toHaveAttribute('aria-disabled');
  end.focus();
  act(() => void fireEvent.click(end));
  expect(readAnnounced()).toBe(callEn.ending);
  expect(getButton('End')).toBe(end);
  expect(end).toHaveAttribute('aria-disabled', 'true');
  expect(getButton('Mute')).toHaveAttribute('aria-disabled', 'true');
  expect(getButton(sentence)).toHaveAttribute('aria-disabled', 'true');
  expect(end).toHaveFocus();
  expect(screen.getByRole('log')).toBeVisible();
});

it('does not take the focus from elsewhere on the page', async () => {
  const field = document.createElement('input');
  document.body.append(field);
  renderWidget();
  await startLiveCall();
  field.focus();
  await step(() => world.room?.close(), 600);
  expect(getButton('Start')).toBeVisible();
  expect(field).toHaveFocus();
});

it('does not hang up on Escape', async () => {
  renderWidget();
  await startLiveCall();
  await step(() => void fireEvent.keyDown(getButton('End'), { key: 'Escape' }));
  expect(getButton('End')).toBeVisible();
});

it('keeps its live regions through all states', async () => {
  renderWidget();
  const regions = screen.getAllByRole('status');
  expect(regions).toHaveLength(2);
  await startLiveCall();
  expect(screen.getAllByRole('status')).toEqual(regions);
  await click('End');
  expect(screen.getAllByRole('status')).toEqual(regions);
});

describe('the second click of a double click', () => {
  const clickAsSecond = (name: string) =>
    step(() => fireEvent.click(getButton(name), { detail: 2 }));

  it('on Start cancels nothing', async () => {
    renderWidget();
    await step();
    await step(() => fireEvent.click(getButton('Start'), { detail: 1 }));
    await clickAsSecond('Cancel');
    expect(getButton('Cancel')).toBeVisible();
    await step(() => fireEvent.click(getButton('Cancel'), { detail: 1 }));
    expect(getButton('Start')).toBeVisible();
  });

  it('on Start does not end a call that is live at once', async () => {
    renderWidget();
    await startLiveCall();
    await clickAsSecond('End');
    expect(getButton('End')).not.toHaveAttribute('aria-disabled');
  });

  it('on End starts no call', async () => {
    renderWidget();
    await step();
    await clickAsSecond('Start');
    expect(getButton('Start')).toBeVisible();
    expect(world.ticketBodies).toEqual([]);
  });
});

it('takes the focus only if the loader had it', async () => {
  const { unmount } = renderWidget();
  await step();
  expect(document.body).toHaveFocus();
  unmount();
  renderWidget(callEn, { shouldTakeFocus: true });
  await step();
  expect(getButton('Start')).toHaveFocus();
});

it('moves the focus from Try again to Start when the microphone is allowed after all', async () => {
  const permission = Object.assign(new EventTarget(), { state: 'denied' });
  const permissions = { query: () => Promise.resolve(permission) };
  Object.defineProperty(navigator, 'permissions', { configurable: true, value: permissions });
  renderWidget();
  await step();
  act(() => getButton('Start').focus());
  await click('Start');
  await step(() => world.answerTicket());
  await step(() => world.answerPrompt(new DOMException('', 'NotAllowedError')));
  expect(getButton('Try again')).toHaveFocus();
  permission.state = 'granted';
  await step(() => permission.dispatchEvent(new Event('change')));
  expect(readAnnounced()).toBe(callEn.ready);
  expect(getButton('Start')).toHaveFocus();
  Reflect.deleteProperty(navigator, 'permissions');
});

it('starts a call by itself after an early press', async () => {
  renderWidget(callEn, { startRequested: true });
  expect(spinner()).not.toBeNull();
  await step();
  expect(getButton('Cancel')).toBeVisible();
});

describe('where the page has said “ready”', () => {
  it('shows “ready” until Start is pressed', async () => {
    renderWidget(callEn, { readyShown: true, startRequested: true });
    expect(readAnnounced()).toBe(callEn.ready);
    expect(spinner()).not.toBeNull();
    expect(getButton('Start')).not.toHaveAttribute('aria-disabled');
    await step();
    expect(readAnnounced()).toBe(callEn.connecting);
  });

  it('starts ready, and keeps a press until the set-up has ended', async () => {
    renderWidget(callEn, { readyShown: true });
    expect(readAnnounced()).toBe(callEn.ready);
    expect(spinner()).toBeNull();
    await click('Start');
    expect(readAnnounced()).toBe(callEn.connecting);
  });

  it('hides “ready” if the set-up fails', async () => {
    config.refusal = 'calls_off';
    renderWidget(callEn, { readyShown: true });
    await step();
    expect(screen.queryByText(callEn.ready)).toBeNull();
    expect(screen.getByText(callEn.failures['calls-off'].message)).toBeVisible();
  });
});

it('shows the spinner only while something is in progress', async () => {
  renderWidget();
  await step();
  expect(spinner()).toBeNull();
  await click('Start');
  expect(spinner()).not.toBeNull();
  await answer();
  expect(spinner()).toBeNull();
});

it('plays the blocked sound of a live call after a tap', async () => {
  renderWidget();
  await startLiveCall();
  expect(screen.queryByRole('button', { name: callEn.tapToHear })).toBeNull();
  world.shouldRefusePlayback = true;
  await step(() => world.sdk?.emit('error', { type: 'audio-start-failed', error: {} }));
  expect(readAnnounced()).toBe(`${callEn.active}${callEn.playbackBlocked}`);
  world.shouldRefusePlayback = false;
  await click(callEn.tapToHear);
  expect(readAnnounced()).toBe(callEn.active);
});

it('shows whose turn it is', async () => {
  renderWidget();
  await startLiveCall();
  expect(screen.getByText(callEn.listening)).toBeVisible();
  await step(() => world.sdk?.emit('speech-start'));
  expect(screen.getByText(callEn.speaking)).toBeVisible();
  expect(screen.queryByText(callEn.listening)).toBeNull();
});

it('shows a lost connection as a failure, not as a call that has ended', async () => {
  renderWidget();
  await startLiveCall();
  await act(async () => world.room?.close({ type: 'connection-error', msg: 'lost' }));
  expect(readAnnounced()).toBe(callEn.ending);
  await step(undefined, 600);
  expect(readAnnounced()).toContain(callEn.failures['connection-lost'].message);
  for (const words of Object.values(callEn.endedBy)) expect(readAnnounced()).not.toContain(words);
});

it('calls focus() only when the focus moves, without scrolling', async () => {
  renderWidget();
  await step();
  act(() => getButton('Start').focus());
  const focus = jest.spyOn(HTMLElement.prototype, 'focus');
  await click('Start');
  expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
  await answer();
  expect(focus).toHaveBeenCalledTimes(2);
  act(() => void fireEvent.click(getButton('End')));
  expect(readAnnounced()).toBe(callEn.ending);
  expect(focus).toHaveBeenCalledTimes(2);
});
