import { performStep, mountCallAt, mountPage, setUpFakeWorld, world } from './call-fixture';
import { cameraErrors } from '../sdk/sdk-error-fixtures';

setUpFakeWorld();

it('starts within the press, over a silent track instead of a microphone', async () => {
  const { session, getState } = mountPage();
  await performStep();
  session.start('text');
  expect(world.tracks).toMatchObject([{ isSilent: true, readyState: 'live' }]);
  expect(getState()).toMatchObject({ status: 'connecting', input: 'text', phase: 'dialling' });
  for (const answer of world.answers) await performStep(answer);
  expect(getState()).toMatchObject({ status: 'live', input: 'text' });
  expect(world.liveTracks).toEqual(world.tracks);
  expect(world.tracks).toHaveLength(1);
  expect(world.room?.participants().local?.tracks.audio.persistentTrack).toBe(world.tracks[0]);
  expect(world.mediaRequests).toEqual([]);
});

it('fails without asking for permission in a browser without audio', async () => {
  Object.assign(globalThis, { AudioContext: undefined });
  const { getState } = await mountCallAt('live', 'text');
  const failure = { kind: 'unsupported-browser', phase: 'dialling' };
  expect(getState()).toMatchObject({ status: 'idle', failure });
  expect(world.reports).toEqual([{ kind: failure.kind, stage: failure.phase }]);
  expect(world.requested).toEqual([]);
  expect(world.mediaRequests).toEqual([]);
});

it('ignores that the SDK misses a microphone while it joins', async () => {
  const { getState } = await mountCallAt('script', 'text');
  await performStep(() => world.sdk?.emit('camera-error', cameraErrors.missing), 1_000);
  expect(getState().status).toBe('connecting');
  expect(world.reports).toEqual([]);
});

it.each(['voice', 'text'] as const)(
  'says in a call by %s that the visitor is not heard, but not in a typed one',
  async (input) => {
    const { getState } = await mountCallAt('live', input);
    await performStep(() => world.sdk?.emit('speech-start'));
    await performStep(() => world.sdk?.emit('speech-end'));
    await performStep(() => world.sdk?.emit('local-volume-level', 0.001), 10_000);
    expect(getState()).toMatchObject({ unheard: input === 'voice' });
    await performStep(() => world.sdk?.emit('local-audio-level-observer-error', new Error('none')));
    expect(getState()).toMatchObject({ status: 'live', unheard: false });
  },
);

it('can be muted', async () => {
  const { session, getState } = await mountCallAt('live', 'text');
  for (const muted of [true, false]) {
    await performStep(() => session.toggleMute());
    expect(getState()).toMatchObject({ muted });
    expect(world.liveTracks).toMatchObject([{ enabled: !muted }]);
  }
});
