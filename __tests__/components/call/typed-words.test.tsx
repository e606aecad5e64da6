import { act, createEvent, fireEvent, screen } from '@testing-library/react';
import { callCopyEn } from '@/lib/content/call-en';
import { Call } from '@/lib/call/sdk/call';
import { CallSession } from '@/lib/call/session/call-session';
import {
  getButton,
  click,
  setUpWidget,
  renderWidget,
  performStep,
  world,
  renderLiveCall,
  startLiveCall,
} from './widget-fixture';

setUpWidget();

const getField = () => screen.getByRole<HTMLInputElement>('textbox', { name: callCopyEn.typeHere });
const type = (value: string) =>
  performStep(() => fireEvent.input(getField(), { target: { value } }));
const send = () => performStep(() => fireEvent.submit(getField().form!));
const findBubble = (text: string) => screen.queryByText(text, { selector: '.bubble' });

const interruptConnection = () =>
  performStep(() => world.sdk?.emit('network-connection', { type: 'sfu', event: 'interrupted' }));

async function startCallWithKeyboard() {
  await renderLiveCall();
  await click(callCopyEn.keyboard);
}

test('Keyboard replaces the quick replies with a focused field', async () => {
  await renderLiveCall();
  const [example = ''] = callCopyEn.examples.sentences;
  expect(getButton(example)).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  await click(callCopyEn.keyboard);
  expect(getButton(callCopyEn.keyboard)).toHaveAttribute('aria-pressed', 'true');
  expect(getField()).toHaveFocus();
  expect(screen.queryByRole('button', { name: example })).toBeNull();
});

test('sends a typed message, shows it and empties the field', async () => {
  await startCallWithKeyboard();
  await type('Who sees my data?');
  await send();
  expect(findBubble('Who sees my data?')).toBeVisible();
  expect(getField()).toHaveValue('');
});

test('tells the call while the visitor types', async () => {
  const typing = jest.spyOn(Call.prototype, 'setTyping');
  await startCallWithKeyboard();
  const takeTypingReports = () => typing.mock.calls.splice(0).flat();
  expect(takeTypingReports()).toEqual([]);
  await type('W');
  expect(takeTypingReports()).toEqual([true]);
  await type('');
  expect(takeTypingReports()).toEqual([false]);
  await type('Who sees my data?');
  await send();
  expect(takeTypingReports()).toEqual([true, false]);
  await type('And');
  await click(callCopyEn.keyboard);
  expect(takeTypingReports()).toEqual([true, false]);
});

test('an ending call sends nothing and keeps the text', async () => {
  await startCallWithKeyboard();
  expect(getButton(callCopyEn.send)).not.toHaveAttribute('aria-disabled');
  await type('Who sees my data?');
  act(() => void fireEvent.click(getButton(callCopyEn.end)));
  expect(getButton(callCopyEn.send)).toHaveAttribute('aria-disabled', 'true');
  const said = jest.spyOn(CallSession.prototype, 'type');
  act(() => void fireEvent.submit(getField().form!));
  expect(said).not.toHaveBeenCalled();
  expect(getField()).toHaveValue('Who sees my data?');
});

describe('what is typed and not sent when the call ends', () => {
  const unsent = callCopyEn.unsent.replace('{text}', () => 'It costs $& ?');

  async function endWhileTyping(seconds: number) {
    await startCallWithKeyboard();
    await type(' It costs $& ? ');
    expect(screen.queryByText(unsent)).toBeNull();
    jest.setSystemTime(Date.now() + seconds * 1000);
  }

  test.each([1, 20])('is shown after a call of %i seconds', async (seconds) => {
    await endWhileTyping(seconds);
    await click(callCopyEn.end);
    expect(screen.getByText(unsent)).toBeVisible();
  });

  test.each([1, 20])('is shown with the failure after %i seconds', async (seconds) => {
    await endWhileTyping(seconds);
    await act(async () => world.room?.close({ type: 'connection-error', msg: 'lost' }));
    await performStep(undefined, 600);
    expect(screen.getByText(callCopyEn.failures['connection-lost'].message)).toBeVisible();
    expect(screen.getByText(unsent)).toBeVisible();
  });

  test('is in the field of the next call, until it is sent', async () => {
    await endWhileTyping(1);
    await click(callCopyEn.end);
    await startLiveCall();
    await click(callCopyEn.keyboard);
    expect(getField()).toHaveValue(' It costs $& ? ');
    await send();
    await click(callCopyEn.end);
    expect(screen.queryByText(unsent)).toBeNull();
  });
});

test('a typed call starts with the field open', async () => {
  renderWidget();
  await performStep();
  const start = jest.spyOn(CallSession.prototype, 'start');
  await click(callCopyEn.start);
  const session = start.mock.contexts[0] as CallSession;
  await performStep(() => session.end(), 1_000);
  await performStep(() => session.start('text'));
  for (const answer of world.answers) await performStep(answer);
  expect(getButton(callCopyEn.keyboard)).toHaveAttribute('aria-pressed', 'true');
  expect(getField()).toHaveFocus();
});

test.each([
  ['that cannot be sent now', interruptConnection],
  [
    'while the field is hidden',
    async () => {
      await click(callCopyEn.keyboard);
      await click(callCopyEn.keyboard);
    },
  ],
])('text %s is kept', async (what, change) => {
  await startCallWithKeyboard();
  await type('Who sees my data?');
  await change();
  if (what.startsWith('that')) await send();
  expect(getField()).toHaveValue('Who sees my data?');
  expect(findBubble('Who sees my data?')).toBeNull();
});

test('a quick reply is sent once', async () => {
  await renderLiveCall();
  const [example = '', other = ''] = callCopyEn.examples.sentences;
  await click(example);
  expect(findBubble(example)).toBeVisible();
  expect(screen.queryByRole('button', { name: example })).toBeNull();
  expect(getButton(other)).toBeVisible();
  expect(getButton(other)).not.toHaveAttribute('aria-disabled');
  await click(callCopyEn.keyboard);
  await click(callCopyEn.keyboard);
  expect(getButton(other)).toBeVisible();
  expect(screen.queryByRole('button', { name: example })).toBeNull();
});

test('a double press sends one quick reply, and the focus moves on', async () => {
  await renderLiveCall();
  const { sentences } = callCopyEn.examples;
  const [first = '', second = ''] = sentences;
  const clickAt = (name: string, timeStamp: number) => {
    const event = createEvent.click(getButton(name));
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    return performStep(() => fireEvent(getButton(name), event));
  };
  getButton(first).focus();
  await clickAt(first, 1_000);
  expect(getButton(second)).toHaveFocus();
  await clickAt(second, 1_499);
  expect(findBubble(second)).toBeNull();
  for (const [index, sentence] of sentences.slice(1).entries()) {
    await clickAt(sentence, 1_500 + index * 500);
    expect(findBubble(sentence)).toBeVisible();
  }
  expect(getButton(callCopyEn.mute)).toHaveFocus();
});

test('a quick reply is kept during an interruption and at the end', async () => {
  await renderLiveCall();
  const [example = ''] = callCopyEn.examples.sentences;
  await interruptConnection();
  await click(example);
  expect(findBubble(example)).toBeNull();
  expect(getButton(example)).not.toHaveAttribute('aria-disabled');
  act(() => void fireEvent.click(getButton(callCopyEn.end)));
  expect(getButton(example)).toHaveAttribute('aria-disabled', 'true');
});

describe('a text near the limit of 500 characters', () => {
  const formatCounter = (length: number) =>
    callCopyEn.typedCounter.replace('{count}', String(length)).replace('{max}', '500');

  test('is counted, and sent up to the limit', async () => {
    await startCallWithKeyboard();
    await type('x'.repeat(450));
    expect(screen.queryByText(/450/)).toBeNull();
    await type('x'.repeat(451));
    expect(screen.getByText(formatCounter(451))).toBeVisible();
    await type(` ${'x'.repeat(500)} `);
    expect(screen.getByText(formatCounter(500))).toBeVisible();
    await send();
    expect(findBubble('x'.repeat(500))).toBeVisible();
    expect(getField()).toHaveValue('');
    expect(screen.queryByText(formatCounter(500))).toBeNull();
  });

  test('is kept in full beyond the limit, with the reason why it is not sent', async () => {
    await startCallWithKeyboard();
    await type('x'.repeat(700));
    await send();
    expect(getField()).toHaveValue('x'.repeat(700));
    expect(getField()).toBeInvalid();
    expect(getField()).toHaveAccessibleDescription(
      `${formatCounter(700)}. ${callCopyEn.typedTooLong}`,
    );
    await type('x'.repeat(500));
    expect(getField()).toBeValid();
  });
});
