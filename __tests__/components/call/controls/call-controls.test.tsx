import { act, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { CallWidget } from '@/components/call/call-widget';
import { callCopyEn as copy } from '@/lib/content/call-en';
import {
  click,
  createLoader,
  getButton,
  giveAnswers,
  performStep,
  readAnnouncements,
  renderLiveCall,
  renderReadyWidget,
  renderWidget,
  setUpWidget,
  world,
} from '../widget-fixture';

setUpWidget();

const hangUp = () => performStep(() => world.room?.close(), 600);

it('moves the focus from Start over Cancel to End and back', async () => {
  renderWidget();
  getButton(copy.start).focus();
  await performStep();
  expect(readAnnouncements()).toBe(copy.ready);
  expect(getButton(copy.start)).toHaveFocus();
  await click(copy.start);
  expect(getButton(copy.cancel)).toHaveFocus();
  await giveAnswers();
  expect(getButton(copy.end)).toHaveFocus();
  await hangUp();
  expect(getButton(copy.start)).toHaveFocus();
});

it('takes over a press before React, with its focus', async () => {
  const widget = <CallWidget copy={copy} loadCode={createLoader()} />;
  document.body.innerHTML = `<div>${renderToString(widget)}</div>`;
  getButton(copy.start).focus();
  window.startPressedAt = Date.now() - 1_000;
  render(widget, { container: document.body.firstElementChild!, hydrate: true });
  await performStep();
  expect(getButton(copy.cancel)).toHaveFocus();
});

it('does not take the focus from elsewhere on the page', async () => {
  const field = document.createElement('input');
  document.body.append(field);
  await renderLiveCall();
  field.focus();
  await hangUp();
  expect(getButton(copy.start)).toBeVisible();
  expect(field).toHaveFocus();
});

it('shows examples, Mute, Keyboard, Sound and End while nothing is wrong', async () => {
  await renderLiveCall();
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
  const { mute, keyboard, sound, end } = copy;
  expect(names).toEqual([...copy.examples.sentences, mute, keyboard, sound, end]);
});

it('keeps End, its focus and the conversation while the call is ending', async () => {
  await renderLiveCall();
  const end = getButton(copy.end);
  const others = [copy.mute, ...copy.examples.sentences];
  for (const button of [end, ...others.map(getButton)])
    expect(button).not.toHaveAttribute('aria-disabled');
  end.focus();
  act(() => end.click());
  expect(readAnnouncements()).toBe(copy.ending);
  expect(getButton(copy.end)).toBe(end);
  for (const button of [end, ...others.map(getButton)])
    expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(end).toHaveFocus();
  expect(screen.getByRole('log')).toBeVisible();
  act(() => getButton(copy.keyboard).click());
  expect(getButton(copy.send)).toHaveAttribute('aria-disabled', 'true');
});

test('Enter that is held down presses a button once', async () => {
  await renderReadyWidget();
  const press = (repeat: boolean, key = 'Enter') =>
    fireEvent.keyDown(getButton(copy.start), { key, repeat });
  // True if the browser would go on to click.
  expect([press(false), press(true), press(true, 'Tab')]).toEqual([true, false, true]);
});

test('the second click of a double click neither cancels nor tries again', async () => {
  const clickAs = (detail: number, name: string) =>
    performStep(() => fireEvent.click(getButton(name), { detail }));
  const tryAgain = copy.failures.unknown.button!.label;
  await renderReadyWidget();
  await clickAs(1, copy.start);
  await clickAs(2, copy.cancel);
  expect(getButton(copy.cancel)).toBeVisible();
  await performStep(() => world.answerPrompt(new DOMException('', 'NotAllowedError')));
  const { length } = world.requested;
  await clickAs(2, tryAgain);
  await clickAs(2, copy.typeInstead);
  expect(world.requested).toHaveLength(length);
  expect(getButton(tryAgain)).toBeVisible();
});
