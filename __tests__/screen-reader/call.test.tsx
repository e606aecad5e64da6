import { act, screen } from '@testing-library/react';
import { virtual } from '@guidepup/virtual-screen-reader';
import { callCopyEn as copy } from '@/lib/content/call-en';
import {
  click,
  giveAnswers,
  performStep,
  renderWidget,
  sendTranscript,
  setUpWidget,
  startLiveCall,
  world,
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

test('announces neither timer nor captions in a voice call', async () => {
  await startLiveCall();
  const timer = screen.getByRole('timer');
  const shown = [timer.textContent];
  const said = await recordAnnouncements(async () => {
    for (let second = 0; second < 3; second += 1) {
      await performStep(undefined, 1_000);
      shown.push(timer.textContent);
    }
  });
  expect(said).toEqual([]);
  expect(shown).toEqual(['00:00', '00:01', '00:02', '00:03']);

  // The microphone would hear the reader.
  expect(await recordAnnouncements(() => sendTranscript('assistant', 'Hello.'))).toEqual([]);
  expect(await recordAnnouncements(() => sendTranscript('user', 'Hi.'))).toEqual([]);
});

test('announces the assistant’s sentences in a typed call, once they are whole', async () => {
  await click(copy.start);
  await performStep(() => world.answerPrompt(new DOMException('', 'NotAllowedError')));
  await click(copy.typeInstead);
  await giveAnswers(1);
  const say = (text: string, type?: string) => sendTranscript('assistant', text, type);
  // Hidden, which this reader does not notice.
  await say('Hello, and', 'partial');
  expect(await recordAnnouncements(() => say('Hello, and welcome.'))).toEqual([
    `polite: ${copy.speakers.assistant}: Hello, and welcome.`,
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
