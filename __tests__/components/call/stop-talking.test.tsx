import { fireEvent, screen } from '@testing-library/react';
import { callCopyCs } from '@/lib/content/call-cs';
import { callCopyEn as copy } from '@/lib/content/call-en';
import {
  click,
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

const queryStop = (name = copy.stopTalking) => screen.queryByRole('button', { name });
// The label follows the voice with a delay.
const speak = () => performStep(() => world.sdk?.emit('speech-start'), 1_000);
const fallSilent = () => performStep(() => world.sdk?.emit('speech-end'), 2_000);
const getField = () => screen.getByRole<HTMLInputElement>('textbox', { name: copy.typeHere });
const type = (value: string) =>
  performStep(() => fireEvent.input(getField(), { target: { value } }));

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

it('is shown to a visitor who has typed words that are not sent', async () => {
  await renderLiveCall();
  await speak();
  await click(copy.keyboard);
  expect(queryStop()).toBeNull();
  for (const stop of [
    () => type(''),
    () => performStep(() => fireEvent.submit(getField().form!)),
    () => click(copy.keyboard),
  ]) {
    await type('Wait');
    expect(queryStop()).toBeVisible();
    await stop();
    expect(queryStop()).toBeNull();
  }
  // With its words.
  await click(copy.keyboard);
  expect(queryStop()).toBeVisible();
  await click(copy.end);
  await startLiveCall();
  await speak();
  expect(queryStop()).toBeNull();
});

it.each([
  [
    'types instead',
    async () => {
      await renderReadyWidget();
      await click(copy.start);
      await performStep(() => world.answerPrompt(new DOMException('', 'NotAllowedError')));
      await click(copy.typeInstead);
      await giveAnswers(1);
    },
  ],
  [
    'has lost the microphone',
    async () => {
      world.devices.inputs = ['built-in'];
      await renderLiveCall();
      await performStep(() => world.plug());
    },
  ],
])('is shown to a visitor who %s', async (_, startCall) => {
  await startCall();
  await speak();
  expect(queryStop()).toBeVisible();
});

it('replaces what the assistant says by a short answer in the language of the page', async () => {
  await renderLiveCall(callCopyCs);
  await click(callCopyCs.mute);
  await speak();
  await click(callCopyCs.stopTalking);
  const message = callCopyCs.interruption;
  const said = {
    type: 'say',
    message,
    interruptAssistantEnabled: true,
    interruptionsEnabled: true,
  };
  expect(listSent()).toEqual([said]);
  // Once the room is left, it says nothing.
  jest.spyOn(world.room!, 'meetingState').mockReturnValue('left-meeting');
  await click(callCopyCs.stopTalking);
  expect(listSent()).toHaveLength(1);
});
