import { act, fireEvent, screen } from '@testing-library/react';
import { callEn } from '@/lib/content/call-en';
import {
  announced,
  answer,
  button,
  call,
  click,
  config,
  setUpWidget,
  show,
  step,
  world,
} from '../widget-bench';

setUpWidget();

const spinner = () => document.querySelector('.stage-spinner');

it('moves the focus from Start over Cancel to End and back', async () => {
  show();
  await step();
  act(() => button('Start').focus());
  await click('Start');
  expect(button('Cancel')).toHaveFocus();
  await answer();
  expect(button('End')).toHaveFocus();
  await step(() => world.room?.close(), 600);
  expect(button('Start')).toHaveFocus();
});

it('keeps End, its focus and the conversation while the call is ending', async () => {
  show();
  await call();
  const end = button('End');
  expect(end).not.toHaveAttribute('aria-disabled');
  expect(button('Mute')).not.toHaveAttribute('aria-disabled');
  const [sentence = ''] = callEn.examples.sentences;
  expect(button(sentence)).not.toHaveAttribute('aria-disabled');
  end.focus();
  act(() => void fireEvent.click(end));
  expect(announced()).toBe(callEn.ending);
  expect(button('End')).toBe(end);
  expect(end).toHaveAttribute('aria-disabled', 'true');
  expect(button('Mute')).toHaveAttribute('aria-disabled', 'true');
  expect(button(sentence)).toHaveAttribute('aria-disabled', 'true');
  expect(end).toHaveFocus();
  expect(screen.getByRole('log')).toBeVisible();
});

it('does not take the focus from elsewhere on the page', async () => {
  const field = document.createElement('input');
  document.body.append(field);
  show();
  await call();
  field.focus();
  await step(() => world.room?.close(), 600);
  expect(button('Start')).toBeVisible();
  expect(field).toHaveFocus();
});

it('does not hang up on Escape', async () => {
  show();
  await call();
  await step(() => void fireEvent.keyDown(button('End'), { key: 'Escape' }));
  expect(button('End')).toBeVisible();
});

it('keeps its live regions through all states', async () => {
  show();
  const regions = screen.getAllByRole('status');
  expect(regions).toHaveLength(2);
  await call();
  expect(screen.getAllByRole('status')).toEqual(regions);
  await click('End');
  expect(screen.getAllByRole('status')).toEqual(regions);
});

describe('the second click of a double click', () => {
  const second = (name: string) => step(() => fireEvent.click(button(name), { detail: 2 }));

  it('on Start cancels nothing', async () => {
    show();
    await step();
    await step(() => fireEvent.click(button('Start'), { detail: 1 }));
    await second('Cancel');
    expect(button('Cancel')).toBeVisible();
    await step(() => fireEvent.click(button('Cancel'), { detail: 1 }));
    expect(button('Start')).toBeVisible();
  });

  it('on Start does not end a call that is live at once', async () => {
    show();
    await call();
    await second('End');
    expect(button('End')).not.toHaveAttribute('aria-disabled');
  });

  it('on End starts no call', async () => {
    show();
    await step();
    await second('Start');
    expect(button('Start')).toBeVisible();
    expect(world.wanted).toEqual([]);
  });
});

it('takes the focus only if the loader had it', async () => {
  const { unmount } = show();
  await step();
  expect(document.body).toHaveFocus();
  unmount();
  show(callEn, { shouldTakeFocus: true });
  await step();
  expect(button('Start')).toHaveFocus();
});

it('moves the focus from Try again to Start when the microphone is allowed after all', async () => {
  const permission = Object.assign(new EventTarget(), { state: 'denied' });
  const permissions = { query: () => Promise.resolve(permission) };
  Object.defineProperty(navigator, 'permissions', { configurable: true, value: permissions });
  show();
  await step();
  act(() => button('Start').focus());
  await click('Start');
  await step(() => world.answerTicket());
  await step(() => world.answerPrompt(new DOMException('', 'NotAllowedError')));
  expect(button('Try again')).toHaveFocus();
  permission.state = 'granted';
  await step(() => permission.dispatchEvent(new Event('change')));
  expect(announced()).toBe(callEn.ready);
  expect(button('Start')).toHaveFocus();
  Reflect.deleteProperty(navigator, 'permissions');
});

it('starts a call by itself after an early press', async () => {
  show(callEn, { startRequested: true });
  expect(spinner()).not.toBeNull();
  await step();
  expect(button('Cancel')).toBeVisible();
});

describe('where the page has said “ready”', () => {
  it('shows “ready” until Start is pressed', async () => {
    show(callEn, { readyShown: true, startRequested: true });
    expect(announced()).toBe(callEn.ready);
    expect(spinner()).not.toBeNull();
    expect(button('Start')).not.toHaveAttribute('aria-disabled');
    await step();
    expect(announced()).toBe(callEn.connecting);
  });

  it('starts ready, and keeps a press until the set-up has ended', async () => {
    show(callEn, { readyShown: true });
    expect(announced()).toBe(callEn.ready);
    expect(spinner()).toBeNull();
    await click('Start');
    expect(announced()).toBe(callEn.connecting);
  });

  it('hides “ready” if the set-up fails', async () => {
    config.refusal = 'calls_off';
    show(callEn, { readyShown: true });
    await step();
    expect(screen.queryByText(callEn.ready)).toBeNull();
    expect(screen.getByText(callEn.failures['calls-off'].message)).toBeVisible();
  });
});

it('shows the spinner only while something is in progress', async () => {
  show();
  await step();
  expect(spinner()).toBeNull();
  await click('Start');
  expect(spinner()).not.toBeNull();
  await answer();
  expect(spinner()).toBeNull();
});

it('plays the blocked sound of a live call after a tap', async () => {
  show();
  await call();
  expect(screen.queryByRole('button', { name: callEn.tapToHear })).toBeNull();
  world.refusesPlayback = true;
  await step(() => world.sdk?.emit('error', { type: 'audio-start-failed', error: {} }));
  expect(announced()).toBe(`${callEn.active}${callEn.playbackBlocked}`);
  world.refusesPlayback = false;
  await click(callEn.tapToHear);
  expect(announced()).toBe(callEn.active);
});

it('shows whose turn it is', async () => {
  show();
  await call();
  expect(screen.getByText(callEn.listening)).toBeVisible();
  await step(() => world.sdk?.emit('speech-start'));
  expect(screen.getByText(callEn.speaking)).toBeVisible();
  expect(screen.queryByText(callEn.listening)).toBeNull();
});

it('shows a lost connection as a failure, not as a call that has ended', async () => {
  show();
  await call();
  await act(async () => world.room?.close({ type: 'connection-error', msg: 'lost' }));
  expect(announced()).toBe(callEn.ending);
  await step(undefined, 600);
  expect(announced()).toContain(callEn.failures['connection-lost'].message);
  for (const words of Object.values(callEn.endedBy)) expect(announced()).not.toContain(words);
});

it('calls focus() only when the focus moves, without scrolling', async () => {
  show();
  await step();
  act(() => button('Start').focus());
  const focus = jest.spyOn(HTMLElement.prototype, 'focus');
  await click('Start');
  expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
  await answer();
  expect(focus).toHaveBeenCalledTimes(2);
  act(() => void fireEvent.click(button('End')));
  expect(announced()).toBe(callEn.ending);
  expect(focus).toHaveBeenCalledTimes(2);
});
