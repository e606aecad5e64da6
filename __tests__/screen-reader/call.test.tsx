import { act, screen } from '@testing-library/react';
import { virtual } from '@guidepup/virtual-screen-reader';
import { callCopyEn as copy } from '@/lib/content/call-en';
import {
  click,
  giveAnswers,
  performStep,
  renderWidget,
  setUpWidget,
  startLiveCall,
} from '../components/call/widget-fixture';
import { recordAnnouncements, collectSpeech, setUpReader } from './reader';

setUpReader();
setUpWidget();

beforeEach(async () => {
  await act(async () => {
    const { container } = renderWidget();
    await virtual.start({ container });
  });
  await performStep();
});

test('announces each call state once', async () => {
  expect((await virtual.spokenPhraseLog()).at(-1)).toBe(`polite: ${copy.ready}`);
  expect(await recordAnnouncements(() => click(copy.start))).toEqual([
    `polite: ${copy.connecting}`,
    `polite: ${copy.askingForMicrophone}`,
  ]);
  expect(await recordAnnouncements(() => giveAnswers())).toEqual([
    // A note that disappears is not announced.
    'polite: ',
    `polite: ${copy.active}`,
  ]);
  expect(await recordAnnouncements(() => click(copy.mute))).toEqual([
    `polite: ${copy.youAreMuted}`,
  ]);
  // The button itself says that it is no longer pressed.
  expect(await recordAnnouncements(() => click(copy.muted))).toEqual(['polite: ']);
  expect(await recordAnnouncements(() => click(copy.end))).toEqual([
    `polite: ${copy.ending}`,
    `polite: ${copy.ready}`,
    `polite: ${copy.endedBy.visitor}`,
  ]);
});

test('a live call reads in order: status, length, speaker, captions, controls', async () => {
  await startLiveCall();
  await virtual.stop();
  const said = await collectSpeech(screen.getByRole('group', { name: copy.label }));
  const inOrder = [
    `group, ${copy.label}`,
    copy.active,
    `timer, ${copy.elapsed}`,
    copy.listening,
    `region, ${copy.captions}`,
    'log',
    `button, ${copy.mute}, not pressed`,
    `button, ${copy.keyboard}, not pressed`,
    `button, ${copy.sound}, not expanded`,
    `button, ${copy.end}`,
  ];
  expect(said.filter((phrase) => inOrder.includes(phrase))).toEqual(inOrder);
});
