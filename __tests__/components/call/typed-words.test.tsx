import { act, createEvent, fireEvent, screen } from '@testing-library/react';
import { callCopyEn as copy } from '@/lib/content/call-en';
import {
  click,
  getButton,
  giveAnswers,
  listSent,
  performStep,
  renderLiveCall,
  renderReadyWidget,
  setUpWidget,
  startLiveCall,
  world,
} from './widget-fixture';

setUpWidget();

const WORDS = 'Who sees my data?';
const getField = () => screen.getByRole<HTMLInputElement>('textbox', { name: copy.typeHere });
const type = (value: string) =>
  performStep(() => fireEvent.input(getField(), { target: { value } }));
const send = () => performStep(() => fireEvent.submit(getField().form!));
const interruptConnection = () =>
  performStep(() => world.sdk?.emit('network-connection', { type: 'sfu', event: 'interrupted' }));
const pressEnd = () => act(() => void fireEvent.click(getButton(copy.end)));
/** What the assistant was told, in order. */
const listTyped = () =>
  listSent().flatMap(({ type, message }) => (type === 'add-message' ? [message.content] : []));

async function startCallWithKeyboard() {
  await renderLiveCall();
  await click(copy.keyboard);
}

test('Keyboard replaces the quick replies with a focused field, which sends', async () => {
  await renderLiveCall();
  const [example = ''] = copy.examples.sentences;
  expect(getButton(example)).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  await click(copy.keyboard);
  expect(getButton(copy.keyboard)).toHaveAttribute('aria-pressed', 'true');
  expect(getField()).toHaveFocus();
  expect(screen.queryByRole('button', { name: example })).toBeNull();
  await type(WORDS);
  await send();
  expect(listTyped()).toEqual([WORDS]);
  expect(screen.getByText(WORDS)).toBeVisible();
  expect(getField()).toHaveValue('');
});

test('a typed call starts with the field open, and its answers are announced', async () => {
  await renderReadyWidget();
  await click(copy.start);
  await performStep(() => world.answerPrompt(new DOMException('', 'NotAllowedError')));
  await click(copy.typeInstead);
  await giveAnswers(1);
  expect(getButton(copy.keyboard)).toHaveAttribute('aria-pressed', 'true');
  expect(getField()).toHaveFocus();
  expect(screen.getByRole('log')).toHaveAttribute('aria-live', 'polite');
});

test.each([
  ['the connection is interrupted', interruptConnection, send],
  ['the call is ending', pressEnd, () => act(() => void fireEvent.submit(getField().form!))],
  ['the field is hidden for a while', () => click(copy.keyboard), () => click(copy.keyboard)],
])('a text is kept and not sent while %s', async (_, happen, goOn) => {
  await startCallWithKeyboard();
  await type(WORDS);
  await happen();
  await goOn();
  expect(getField()).toHaveValue(WORDS);
  expect(listTyped()).toEqual([]);
});

describe('what is typed and not sent when the call ends', () => {
  const unsent = copy.unsent.replace('{text}', () => 'It costs $& ?');

  async function endWhileTyping(seconds: number, end = () => click(copy.end)) {
    await startCallWithKeyboard();
    await type(' It costs $& ? ');
    expect(screen.queryByText(unsent)).toBeNull();
    jest.setSystemTime(Date.now() + seconds * 1000);
    await end();
  }

  const breakOff = () =>
    performStep(() => world.room?.close({ type: 'connection-error', msg: 'lost' }), 600);

  test.each([
    ['short', 1, undefined],
    ['long', 20, undefined],
    ['short and broken', 1, breakOff],
    ['long and broken', 20, breakOff],
  ])('is shown after a call that was %s', async (_, seconds, end) => {
    await endWhileTyping(seconds, end);
    expect(screen.getByText(unsent)).toBeVisible();
  });

  test('is in the field of the next call, until it is sent', async () => {
    await endWhileTyping(1);
    await startLiveCall();
    await click(copy.keyboard);
    expect(getField()).toHaveValue(' It costs $& ? ');
    await send();
    await click(copy.end);
    expect(screen.queryByText(unsent)).toBeNull();
  });
});

describe('a quick reply', () => {
  const { sentences } = copy.examples;
  const [first = '', second = ''] = sentences;
  const pressAt = (name: string, timeStamp: number) => {
    const event = createEvent.click(getButton(name));
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    return performStep(() => fireEvent(getButton(name), event));
  };

  test('is sent once, and never by a double press; the focus moves on', async () => {
    await renderLiveCall();
    getButton(first).focus();
    await pressAt(first, 1_000);
    expect(getButton(second)).toHaveFocus();
    await pressAt(second, 1_499);
    expect(listTyped()).toEqual([first]);
    await click(copy.keyboard);
    await click(copy.keyboard);
    expect(screen.queryByRole('button', { name: first })).toBeNull();
    getButton(second).focus();
    for (const [index, sentence] of sentences.slice(1).entries())
      await pressAt(sentence, 1_500 + index * 500);
    expect(listTyped()).toEqual(sentences);
    expect(getButton(copy.mute)).toHaveFocus();
  });

  test('is kept during an interruption', async () => {
    await renderLiveCall();
    await interruptConnection();
    await click(first);
    expect(listTyped()).toEqual([]);
    expect(getButton(first)).not.toHaveAttribute('aria-disabled');
  });
});

test('a text is counted and kept in full beyond the limit', async () => {
  const formatCounter = (length: number) =>
    copy.typedCounter.replace('{count}', String(length)).replace('{max}', '500');
  await startCallWithKeyboard();
  await type('x'.repeat(700));
  await send();
  expect(listTyped()).toEqual([]);
  expect(getField()).toHaveValue('x'.repeat(700));
  expect(getField()).toBeInvalid();
  const reason = `${formatCounter(700)}. ${copy.typedTooLong}`;
  expect(getField()).toHaveAccessibleDescription(reason);
  await type(` ${'x'.repeat(500)} `);
  expect(getField()).toBeValid();
  await send();
  expect(listTyped()).toEqual(['x'.repeat(500)]);
});
