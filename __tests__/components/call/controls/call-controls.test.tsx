import { act, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { CallWidget } from '@/components/call/call-widget';
import { callCopyEn } from '@/lib/content/call-en';
import {
  createLoader,
  readAnnouncements,
  giveAnswers,
  getButton,
  startLiveCall,
  click,
  setUpWidget,
  renderReadyWidget,
  renderWidget,
  performStep,
  world,
  renderLiveCall,
} from '../widget-fixture';

setUpWidget();

const findSpinner = () => document.querySelector('.stage-spinner');

it('moves the focus from Start over Cancel to End and back', async () => {
  await renderReadyWidget();
  act(() => getButton(callCopyEn.start).focus());
  await click(callCopyEn.start);
  expect(getButton(callCopyEn.cancel)).toHaveFocus();
  await giveAnswers();
  expect(getButton(callCopyEn.end)).toHaveFocus();
  await performStep(() => world.room?.close(), 600);
  expect(getButton(callCopyEn.start)).toHaveFocus();
});

it('keeps End, its focus and the conversation while the call is ending', async () => {
  await renderLiveCall();
  const end = getButton(callCopyEn.end);
  expect(end).not.toHaveAttribute('aria-disabled');
  expect(getButton(callCopyEn.mute)).not.toHaveAttribute('aria-disabled');
  const [sentence = ''] = callCopyEn.examples.sentences;
  expect(getButton(sentence)).not.toHaveAttribute('aria-disabled');
  end.focus();
  act(() => void fireEvent.click(end));
  expect(readAnnouncements()).toBe(callCopyEn.ending);
  expect(getButton(callCopyEn.end)).toBe(end);
  expect(end).toHaveAttribute('aria-disabled', 'true');
  expect(getButton(callCopyEn.mute)).toHaveAttribute('aria-disabled', 'true');
  expect(getButton(sentence)).toHaveAttribute('aria-disabled', 'true');
  expect(end).toHaveFocus();
  expect(screen.getByRole('log')).toBeVisible();
});

it('does not take the focus from elsewhere on the page', async () => {
  const field = document.createElement('input');
  document.body.append(field);
  await renderLiveCall();
  field.focus();
  await performStep(() => world.room?.close(), 600);
  expect(getButton(callCopyEn.start)).toBeVisible();
  expect(field).toHaveFocus();
});

it('keeps its live regions through all states', async () => {
  renderWidget();
  const regions = screen.getAllByRole('status');
  expect(regions).toHaveLength(2);
  await startLiveCall();
  expect(screen.getAllByRole('status')).toEqual(regions);
  await click(callCopyEn.end);
  expect(screen.getAllByRole('status')).toEqual(regions);
});

test('Enter that is held down presses a button once', async () => {
  await renderReadyWidget();
  const press = (isRepeated: boolean, key = 'Enter') =>
    fireEvent.keyDown(getButton(callCopyEn.start), { key, repeat: isRepeated });
  // True if the browser would go on to click.
  expect([press(false), press(true), press(true, 'Tab')]).toEqual([true, false, true]);
});

describe('the second click of a double click', () => {
  const clickAsSecond = (name: string) =>
    performStep(() => fireEvent.click(getButton(name), { detail: 2 }));

  it('on Start cancels nothing', async () => {
    await renderReadyWidget();
    await performStep(() => fireEvent.click(getButton(callCopyEn.start), { detail: 1 }));
    await clickAsSecond(callCopyEn.cancel);
    expect(getButton(callCopyEn.cancel)).toBeVisible();
    await performStep(() => fireEvent.click(getButton(callCopyEn.cancel), { detail: 1 }));
    expect(getButton(callCopyEn.start)).toBeVisible();
  });

  it('on Start does not try again after a failure', async () => {
    await renderReadyWidget();
    await click(callCopyEn.start);
    await performStep(() => world.answerPrompt(new DOMException('', 'NotAllowedError')));
    const { length } = world.requested;
    await clickAsSecond(callCopyEn.failures.unknown.button!.label);
    await clickAsSecond(callCopyEn.typeInstead);
    expect(world.requested).toHaveLength(length);
    expect(getButton(callCopyEn.failures.unknown.button!.label)).toBeVisible();
  });
});

it('leaves the focus where it is when it becomes ready', async () => {
  const { unmount } = await renderReadyWidget();
  expect(document.body).toHaveFocus();
  unmount();
  renderWidget();
  const start = getButton(callCopyEn.start);
  act(() => start.focus());
  await performStep();
  expect(readAnnouncements()).toBe(callCopyEn.ready);
  expect(getButton(callCopyEn.start)).toBe(start);
  expect(start).toHaveFocus();
});

it('starts a call by itself after an early press', async () => {
  renderWidget();
  expect(findSpinner()).toBeNull();
  act(() => void fireEvent.click(getButton(callCopyEn.start)));
  expect(findSpinner()).not.toBeNull();
  await performStep();
  expect(getButton(callCopyEn.cancel)).toBeVisible();
});

describe('a press before React', () => {
  it('moves the focus on', async () => {
    const loadCode = createLoader();
    const widget = <CallWidget copy={callCopyEn} loadCode={loadCode} />;
    document.body.innerHTML = `<div>${renderToString(widget)}</div>`;
    getButton(callCopyEn.start).focus();
    window.startPressedAt = Date.now() - 1_000;
    render(widget, { container: document.body.firstElementChild!, hydrate: true });
    await performStep();
    expect(getButton(callCopyEn.cancel)).toHaveFocus();
    await giveAnswers();
    await performStep(() => world.room?.close(), 600);
    expect(getButton(callCopyEn.start)).toHaveFocus();
  });
});

it('shows the spinner only while something is in progress', async () => {
  await renderReadyWidget();
  expect(findSpinner()).toBeNull();
  await click(callCopyEn.start);
  expect(findSpinner()).not.toBeNull();
  await giveAnswers();
  expect(findSpinner()).toBeNull();
});

it('plays the blocked sound of a live call after a tap', async () => {
  await renderLiveCall();
  expect(screen.queryByRole('button', { name: callCopyEn.tapToHear })).toBeNull();
  world.shouldRefusePlayback = true;
  await performStep(() => world.sdk?.emit('error', { type: 'audio-start-failed', error: {} }));
  expect(readAnnouncements()).toBe(`${callCopyEn.active}${callCopyEn.playbackBlocked}`);
  world.shouldRefusePlayback = false;
  getButton(callCopyEn.tapToHear).focus();
  await click(callCopyEn.tapToHear);
  expect(readAnnouncements()).toBe(callCopyEn.active);
  expect(getButton(callCopyEn.examples.sentences[0]!)).toHaveFocus();
});
