import {
  playAssistantTurn,
  mountCallAt,
  expectNothingOpen,
  setUpFakeWorld,
  playSilence,
  performStep,
  world,
} from './call-fixture';

setUpFakeWorld();

it('plays blocked sound after a tap, and the call continues', async () => {
  world.shouldRefusePlayback = true;
  const widget = await mountCallAt('live');
  expect(widget.getState()).toMatchObject({ status: 'connecting', playback: 'blocked' });
  world.shouldRefusePlayback = false;
  await performStep(() => widget.getSession().call?.unblockPlayback());
  expect(widget.getState()).toMatchObject({ status: 'live', playback: 'playing' });
  expect(world.room?.sent).toContain('playable');
  expect(document.querySelectorAll('audio')).toHaveLength(1);
  await performStep(() => widget.getSession().end());
  expectNothingOpen();
});

it('shows an interrupted connection until every part of it is back', async () => {
  const widget = await mountCallAt('live');
  const emitNetworkEvent = (type: string, event: string) =>
    performStep(() => world.sdk?.emit('network-connection', { type, event }));
  await emitNetworkEvent('signaling', 'interrupted');
  await emitNetworkEvent('sfu', 'interrupted');
  await emitNetworkEvent('signaling', 'connected');
  expect(widget.getState()).toMatchObject({ connection: 'interrupted' });
  await emitNetworkEvent('sfu', 'connected');
  expect(widget.getState()).toMatchObject({ connection: 'steady' });
});

it('hints that the visitor is not heard, but not while muted', async () => {
  const widget = await mountCallAt('live');
  await playAssistantTurn();
  await performStep(() => widget.getSession().toggleMute());
  await playSilence(10_000);
  expect(widget.getState()).toMatchObject({ muted: true, unheard: false });
  await performStep(() => widget.getSession().toggleMute());
  await playSilence(7_000);
  expect(widget.getState()).toMatchObject({ unheard: true });
  await performStep(() => world.sdk?.emit('local-volume-level', 0.2));
  expect(widget.getState()).toMatchObject({ unheard: false });
});

it('keeps the screen on during the call', async () => {
  const release = jest.fn(() => Promise.resolve());
  const request = jest.fn(() => Promise.resolve({ release }));
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  const widget = await mountCallAt('join');
  expect(request).not.toHaveBeenCalled();
  await performStep(() => world.room?.connectAssistant());
  expect(request).toHaveBeenCalledTimes(1);
  await performStep(undefined, 60_000);
  expect(release).not.toHaveBeenCalled();
  await performStep(() => widget.getSession().end());
  expect(release).toHaveBeenCalledTimes(1);
  Reflect.deleteProperty(navigator, 'wakeLock');
});

it('keeps the captions after the call and clears them for the next', async () => {
  const widget = await mountCallAt('live');
  const transcript = { type: 'transcript', role: 'assistant', transcriptType: 'final' };
  await performStep(() => world.sdk?.emit('message', { ...transcript, transcript: 'Hello' }));
  await performStep(() => widget.getSession().end());
  expect(widget.getSession().transcript.get().entries).toMatchObject([{ text: 'Hello' }]);
  await performStep(() => widget.getSession().start());
  expect(widget.getSession().transcript.get().entries).toEqual([]);
});
