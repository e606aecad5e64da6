import { act } from '@testing-library/react';
import {
  playAssistantTurn,
  mountCallAt,
  expectNothingOpen,
  mountHook,
  playUntil,
  reports,
  setUpFakeWorld,
  playSilence,
  performStep,
  world,
} from './call-fixture';
import { cameraErrors } from '../sdk/sdk-error-fixtures';

setUpFakeWorld();

let getUserMediaSpy: jest.SpyInstance;
beforeEach(() => {
  getUserMediaSpy = jest.spyOn(navigator.mediaDevices, 'getUserMedia');
});
afterEach(() => expect(getUserMediaSpy).not.toHaveBeenCalled());

it('starts within the press, over a silent track instead of a microphone', async () => {
  const widget = mountHook();
  await performStep();
  act(() => widget.getSession().start('text'));
  expect(world.tracks).toMatchObject([{ isSilent: true, readyState: 'live' }]);
  expect(widget.getState()).toMatchObject({
    status: 'connecting',
    input: 'text',
    phase: 'dialling',
  });
  for (const answer of world.answers) await performStep(answer);
  expect(widget.getState()).toMatchObject({ status: 'live', input: 'text' });
  expect(world.liveTracks).toEqual(world.tracks);
  expect(world.tracks).toHaveLength(1);
  expect(world.room?.participants().local?.tracks.audio.persistentTrack).toBe(world.tracks[0]);
});

it('stops its silence when it is refused, fails or is hung up', async () => {
  const widget = await mountCallAt('start', 'text');
  await performStep(() => world.answerPost('calls_spent'));
  expect(widget.getState()).toMatchObject({ status: 'idle', failure: { kind: 'calls-spent' } });
  expectNothingOpen();
  await playUntil(widget, 'start', 'text');
  await performStep(() => world.posts.shift()?.reject(new TypeError('Failed to fetch')), 3_000);
  expect(widget.getState()).toMatchObject({ failure: { kind: 'service-unreachable' } });
  expectNothingOpen();
  await playUntil(widget, 'live', 'text');
  await performStep(() => world.room?.close({ type: 'ejected', msg: 'Meeting has ended' }), 3_000);
  expect(widget.getState()).toMatchObject({ status: 'idle', ended: { reason: 'assistant' } });
  expectNothingOpen();
});

it('fails without asking for permission in a browser without audio', async () => {
  Object.assign(globalThis, { AudioContext: undefined });
  const widget = await mountCallAt('live', 'text');
  const failure = { kind: 'unsupported-browser', phase: 'dialling' };
  expect(widget.getState()).toMatchObject({ status: 'idle', failure });
  expect(reports).toEqual([{ kind: failure.kind, stage: failure.phase }]);
  expect(world.requested).toEqual([]);
});

it('opens no microphone chosen before or during the call', async () => {
  const widget = mountHook();
  await performStep();
  await act(() => widget.getSession().chooseMicrophone('desk'));
  await playUntil(widget, 'live', 'text');
  await act(() => widget.getSession().chooseMicrophone('other'));
  expect(world.sdk?.devices).toEqual([]);
  expect(world.liveTracks).toMatchObject([{ isSilent: true }]);
});

it.each(['script', 'live'] as const)(
  'ignores a missing microphone at the stage %s',
  async (stage) => {
    const widget = await mountCallAt(stage, 'text');
    const { status } = widget.getState();
    await performStep(() => world.sdk?.emit('camera-error', cameraErrors.missing), 1_000);
    expect(widget.getState().status).toBe(status);
    expect(widget.getState()).not.toMatchObject({ unheard: true });
    expect(reports).toEqual([]);
  },
);

it('never says that the visitor cannot be heard', async () => {
  const widget = await mountCallAt('live', 'text');
  await playAssistantTurn();
  await playSilence(10_000);
  expect(widget.getState()).toMatchObject({ status: 'live', unheard: false });
});

it('can be muted', async () => {
  const widget = await mountCallAt('live', 'text');
  await performStep(() => widget.getSession().toggleMute());
  expect(widget.getState()).toMatchObject({ muted: true });
  expect(world.liveTracks).toMatchObject([{ enabled: false }]);
  await performStep(() => widget.getSession().toggleMute());
  expect(world.liveTracks).toMatchObject([{ enabled: true }]);
});

it('stays a text call while the widget loads, if that was pressed last', async () => {
  let load: (Sdk: typeof world.Sdk) => void = () => undefined;
  const widget = mountHook({ sdk: new Promise((resolve) => (load = resolve)) });
  await performStep(() => widget.getSession().start());
  await performStep(() => widget.getSession().start('text'));
  expect(world.tracks).toEqual([]);
  await performStep(() => load(world.Sdk));
  expect(widget.getState()).toMatchObject({ status: 'connecting', input: 'text' });
  for (const answer of world.answers) await performStep(answer);
  expect(widget.getState()).toMatchObject({ status: 'live', input: 'text' });
});
