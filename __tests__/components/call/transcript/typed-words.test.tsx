import { act, fireEvent, screen } from '@testing-library/react';
import { callEn } from '@/lib/content/call-en';
import { CallSession } from '@/lib/call/state/call-session';
import { button, call, click, setUpWidget, show, step, world } from '../widget-bench';

setUpWidget();

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: callEn.typeHere });
const type = (value: string) => step(() => fireEvent.input(field(), { target: { value } }));
const send = () => step(() => fireEvent.submit(field().form!));
const bubble = (text: string) => screen.queryByText(text, { selector: '.bubble' });

async function callWithKeyboard() {
  show();
  await call();
  await click(callEn.keyboard);
}

test('Keyboard replaces the quick replies with a focused field', async () => {
  show();
  await call();
  const [example = ''] = callEn.examples.sentences;
  expect(button(example)).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  await click(callEn.keyboard);
  expect(button(callEn.keyboard)).toHaveAttribute('aria-pressed', 'true');
  expect(field()).toHaveFocus();
  expect(screen.queryByRole('button', { name: example })).toBeNull();
});

test('sends a typed message, shows it and empties the field', async () => {
  await callWithKeyboard();
  await type('Who sees my data?');
  await send();
  expect(bubble('Who sees my data?')).toBeVisible();
  expect(field()).toHaveValue('');
});

test('tells the session while the visitor types', async () => {
  const typing = jest.spyOn(CallSession.prototype, 'setTyping');
  await callWithKeyboard();
  const told = () => typing.mock.calls.splice(0).flat();
  expect(told()).toEqual([]);
  await type('W');
  expect(told()).toEqual([true]);
  await type('');
  expect(told()).toEqual([false]);
  await type('Who sees my data?');
  await send();
  expect(told()).toEqual([true, false]);
  await type('And');
  await click(callEn.keyboard);
  expect(told()).toEqual([true, false]);
});

test('the field takes the focus without scrolling', async () => {
  show();
  await call();
  const focus = jest.spyOn(HTMLElement.prototype, 'focus');
  await click(callEn.keyboard);
  expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
});

test('an ending call sends nothing and keeps the text', async () => {
  await callWithKeyboard();
  expect(button(callEn.send)).not.toHaveAttribute('aria-disabled');
  await type('Who sees my data?');
  act(() => void fireEvent.click(button(callEn.end)));
  expect(button(callEn.send)).toHaveAttribute('aria-disabled', 'true');
  const said = jest.spyOn(CallSession.prototype, 'type');
  act(() => void fireEvent.submit(field().form!));
  expect(said).not.toHaveBeenCalled();
  expect(field()).toHaveValue('Who sees my data?');
});

test('a typed call starts with the field open', async () => {
  show();
  await step();
  const start = jest.spyOn(CallSession.prototype, 'start');
  await click(callEn.start);
  const session = start.mock.contexts[0] as CallSession;
  await step(() => session.end(), 1_000);
  await step(() => session.start('text'));
  for (const answer of world.answers) await step(answer);
  expect(button(callEn.keyboard)).toHaveAttribute('aria-pressed', 'true');
  expect(field()).toHaveFocus();
});

test.each([
  [
    'that cannot be sent now',
    async () =>
      step(() => world.sdk?.emit('network-connection', { type: 'sfu', event: 'interrupted' })),
  ],
  [
    'while the field is hidden',
    async () => {
      await click(callEn.keyboard);
      await click(callEn.keyboard);
    },
  ],
])('text %s is kept', async (what, happens) => {
  await callWithKeyboard();
  await type('Who sees my data?');
  await happens();
  if (what.startsWith('that')) await send();
  expect(field()).toHaveValue('Who sees my data?');
  expect(bubble('Who sees my data?')).toBeNull();
});

test('a quick reply is sent once', async () => {
  show();
  await call();
  const [example = '', other = ''] = callEn.examples.sentences;
  await click(example);
  expect(bubble(example)).toBeVisible();
  expect(screen.queryByRole('button', { name: example })).toBeNull();
  expect(button(other)).toBeVisible();
});

describe('a text near the limit of 500 characters', () => {
  const counter = (length: number) => callEn.typedCounter.replace('{count}', String(length));

  test('is counted, and sent up to the limit', async () => {
    await callWithKeyboard();
    await type('x'.repeat(450));
    expect(screen.queryByText(/450/)).toBeNull();
    await type('x'.repeat(451));
    expect(screen.getByText(counter(451))).toBeVisible();
    await type(` ${'x'.repeat(500)} `);
    expect(screen.getByText(counter(500))).toBeVisible();
    await send();
    expect(bubble('x'.repeat(500))).toBeVisible();
    expect(field()).toHaveValue('');
    expect(screen.queryByText(counter(500))).toBeNull();
  });

  test('is kept in full beyond the limit, with the reason why it is not sent', async () => {
    await callWithKeyboard();
    await type('x'.repeat(700));
    await send();
    expect(field()).toHaveValue('x'.repeat(700));
    expect(field()).toBeInvalid();
    expect(field()).toHaveAccessibleDescription(`${counter(700)}. ${callEn.typedTooLong}`);
    await type('x'.repeat(500));
    expect(field()).toBeValid();
  });
});
