import { act, fireEvent, screen } from '@testing-library/react';
import { callCopyCs } from '@/lib/content/call-cs';
import { callCopyEn as copy } from '@/lib/content/call-en';
import {
  click,
  getButton,
  performStep,
  renderLiveCall,
  renderWidget,
  giveAnswers,
  setUpWidget,
  startLiveCall,
  world,
} from './widget-fixture';

setUpWidget();

const queryStop = (name = copy.stopTalking) => screen.queryByRole('button', { name });
// The label follows the voice with a delay.
const speak = () => performStep(() => world.sdk?.emit('speech-start'), 1_000);
const fallSilent = () => performStep(() => world.sdk?.emit('speech-end'), 2_000);
const getField = () => screen.getByRole('textbox', { name: copy.typeHere });
const type = (value: string) =>
  performStep(() => fireEvent.input(getField(), { target: { value } }));
const listSaid = () =>
  (world.room?.sent ?? [])
    .map((data) => (data === 'playable' ? {} : (JSON.parse(String(data)) as { type?: string })))
    .filter((message) => message.type === 'say');

it('is shown to a muted visitor while the assistant speaks', async () => {
  await renderLiveCall();
  await speak();
  expect(queryStop()).toBeNull();
  await click(copy.mute);
  expect(queryStop()).toBeVisible();
  await click(copy.muted);
  expect(queryStop()).toBeNull();
  await click(copy.mute);
  await fallSilent();
  expect(queryStop()).toBeNull();
});

it('is shown to a visitor who types while the assistant speaks', async () => {
  await renderLiveCall();
  await speak();
  await click(copy.keyboard);
  expect(queryStop()).toBeNull();
  await type('Wait');
  expect(queryStop()).toBeVisible();
  await type('');
  expect(queryStop()).toBeNull();
});

it('does not take unsent words over to the next call', async () => {
  await renderLiveCall();
  await click(copy.keyboard);
  await type('Wait');
  await click(copy.end);
  await startLiveCall();
  await speak();
  expect(queryStop()).toBeNull();
});

it('is shown in a call in typed words', async () => {
  renderWidget();
  await performStep();
  await click(copy.start);
  await performStep(() => world.answerPrompt(new DOMException('', 'NotAllowedError')));
  await click(copy.typeInstead);
  await giveAnswers(1);
  await speak();
  expect(queryStop()).toBeVisible();
});

it('is shown to a visitor whose microphone is gone', async () => {
  world.devices.inputs = ['built-in'];
  await renderLiveCall();
  await performStep(() => world.plug());
  await speak();
  expect(queryStop()).toBeVisible();
});

it('replaces what the assistant says by a short answer in the language of the page', async () => {
  await renderLiveCall(callCopyCs);
  await click(callCopyCs.mute);
  await speak();
  await performStep(() => fireEvent.click(queryStop(callCopyCs.stopTalking)!));
  expect(listSaid()).toEqual([
    {
      type: 'say',
      message: callCopyCs.interruption,
      interruptAssistantEnabled: true,
      interruptionsEnabled: true,
    },
  ]);
});

it('says nothing once the room is left', async () => {
  await renderLiveCall();
  await click(copy.mute);
  await speak();
  const { sent } = world.room!;
  const { length } = sent;
  jest.spyOn(world.room!, 'meetingState').mockReturnValue('left-meeting');
  await performStep(() => fireEvent.click(queryStop()!));
  expect(sent).toHaveLength(length);
});

it('hands the focus on when it disappears: to the text field, or to the first reply', async () => {
  await renderLiveCall();
  await click(copy.mute);
  await speak();
  act(() => queryStop()!.focus());
  await fallSilent();
  expect(getButton(copy.examples.sentences[0]!)).toHaveFocus();

  await click(copy.keyboard);
  await speak();
  act(() => queryStop()!.focus());
  await fallSilent();
  expect(getField()).toHaveFocus();

  await speak();
  act(() => getButton(copy.end).focus());
  await fallSilent();
  expect(getButton(copy.end)).toHaveFocus();
});
