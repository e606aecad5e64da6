import { virtual } from '@guidepup/virtual-screen-reader';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { CallWidget } from '@/components/call/call-widget';
import { callCopyEn as copy } from '@/lib/content/call-en';
import { createVoiceClient } from '@/lib/call/session/voice-client';
import { installBrowser, advance } from '../lib/call/session/fake-browser';
import { FakeWorld } from '../lib/call/session/fake-world';
import { recordAnnouncements, collectSpeech, setUpReader } from './reader';

setUpReader();

let world: FakeWorld;

async function performStep(action: () => unknown = () => undefined, ms = 20) {
  await act(async () => {
    action();
    await advance(ms);
  });
}
const press = (name: string) =>
  performStep(() => fireEvent.click(screen.getByRole('button', { name })));

beforeEach(async () => {
  // Animation frames are not faked: the meter draws sixty a second.
  jest.useFakeTimers({ doNotFake: ['requestAnimationFrame', 'cancelAnimationFrame'] });
  world = new FakeWorld();
  installBrowser(world);
  const client = createVoiceClient(async () => () => world.Sdk);
  await act(async () => {
    const { container } = render(<CallWidget copy={copy} privacyHref="/privacy" client={client} />);
    await virtual.start({ container });
  });
  await performStep();
});
afterEach(() => jest.useRealTimers());

async function giveAnswers() {
  for (const performAnswer of world.answers) await performStep(performAnswer);
}
const startLiveCall = async () => {
  await press(copy.start);
  await giveAnswers();
};

test('announces each call state once', async () => {
  expect((await virtual.spokenPhraseLog()).at(-1)).toBe(`polite: ${copy.ready}`);
  expect(await recordAnnouncements(() => press(copy.start))).toEqual([
    `polite: ${copy.connecting}`,
  ]);
  expect(await recordAnnouncements(giveAnswers)).toEqual([
    `polite: ${copy.askingForMicrophone}`,
    // A note that disappears is not announced.
    'polite: ',
    `polite: ${copy.active}`,
  ]);
  expect(await recordAnnouncements(() => press(copy.mute))).toEqual([
    `polite: ${copy.youAreMuted}`,
  ]);
  // The button itself says that it is no longer pressed.
  expect(await recordAnnouncements(() => press(copy.muted))).toEqual(['polite: ']);
  expect(await recordAnnouncements(() => press(copy.end))).toEqual([
    `polite: ${copy.ending}`,
    `polite: ${copy.ready}`,
    `polite: ${copy.endedBy.visitor}`,
  ]);
});

test('announces a failure with its explanation', async () => {
  await press(copy.start);
  const fail = async () => {
    await performStep(() => world.answerTicket());
    await performStep(() => world.answerPrompt());
    await performStep(() => world.answerPost({ ok: false, error: 'provider_quota' }));
  };
  const { message } = copy.failures['quota-exhausted'];
  expect((await recordAnnouncements(fail)).at(-1)).toBe(`polite: ${message}`);
});

test('announces no timer, and a caption once it is a whole sentence', async () => {
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

  const createCaptionSender = (transcriptType: string, transcript: string) => () =>
    performStep(() =>
      world.sdk?.emit('message', {
        type: 'transcript',
        role: 'assistant',
        transcript,
        transcriptType,
      }),
    );
  expect(await recordAnnouncements(createCaptionSender('partial', 'Hello, and'))).toEqual([]);
  expect(await recordAnnouncements(createCaptionSender('final', 'Hello, and welcome.'))).toEqual([
    'polite: Assistant: Hello, and welcome.',
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
    `log, ${copy.captions}`,
    `button, ${copy.mute}, not pressed`,
    `button, ${copy.keyboard}, not pressed`,
    `button, ${copy.sound}, not expanded`,
    `button, ${copy.end}`,
  ];
  expect(said.filter((phrase) => inOrder.includes(phrase))).toEqual(inOrder);
});
