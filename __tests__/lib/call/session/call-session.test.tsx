import { act } from '@testing-library/react';
import {
  mountCallAt,
  outcomes,
  denyMicrophone,
  leavePage,
  mountHook,
  playUntil,
  reports,
  setUpFakeWorld,
  performStep,
  world,
} from './call-fixture';

setUpFakeWorld();

const setupFailed = { status: 'unusable', failure: { kind: 'init-failed', phase: 'setup' } };

describe('a press', () => {
  it('starts one call, however often it is repeated', async () => {
    const widget = mountHook();
    await performStep();
    await performStep(() => {
      widget.getSession().start();
      widget.getSession().start();
    });
    widget.getSession().start();
    await performStep(() => world.answerPrompt());
    widget.getSession().start();
    await performStep();
    expect(world.requested).toHaveLength(1);
  });

  it('while loading is kept', async () => {
    const widget = mountHook();
    act(() => widget.getSession().start());
    expect(widget.getState()).toEqual({ status: 'initialising', startRequested: true });
    await performStep();
    expect(widget.getState().status).toBe('connecting');
  });

  it.each([
    ['twenty seconds pass', () => performStep(undefined, 20_000), 'unusable'],
    ['the page is left', () => leavePage(), 'initialising'],
  ])('while loading is forgotten when %s', async (_why, performAction, status) => {
    let load: (sdk: typeof world.Sdk) => void = () => undefined;
    const widget = mountHook({ sdk: new Promise((resolve) => (load = resolve)) });
    await performStep(() => widget.getSession().start());
    expect(widget.getState()).toEqual({ status: 'initialising', startRequested: true });
    await performAction();
    expect(widget.getState()).toMatchObject({ status });
    expect(widget.getState()).not.toMatchObject({ startRequested: true });
    await performStep(() => load(world.Sdk));
    expect(widget.getState().status).toBe('idle');
    expect(world.liveTracks).toEqual([]);
  });

  it('is kept longer by another press', async () => {
    const widget = mountHook({ sdk: new Promise(() => undefined) });
    await performStep(() => widget.getSession().start());
    await performStep(undefined, 19_000);
    await performStep(() => widget.getSession().start());
    await performStep(undefined, 19_000);
    expect(widget.getState()).toEqual({ status: 'initialising', startRequested: true });
    await performStep(undefined, 1_000);
    expect(widget.getState()).toMatchObject(setupFailed);
  });

  it('expires 20 seconds after it was made, also if it is passed on later', async () => {
    const widget = mountHook({ sdk: new Promise(() => undefined) });
    const pressedAt = Date.now();
    await performStep(undefined, 15_000);
    await performStep(() => widget.getSession().start('voice', pressedAt));
    await performStep(undefined, 4_900);
    expect(widget.getState()).toEqual({ status: 'initialising', startRequested: true });
    await performStep(undefined, 100);
    expect(widget.getState()).toMatchObject(setupFailed);
  });

  it('starts nothing once it has expired, even if no timer ran meanwhile', async () => {
    const widget = mountHook();
    await performStep();
    const pressedAt = Date.now() - 20_000;
    await performStep(() => widget.getSession().start('voice', pressedAt));
    expect(widget.getState().status).toBe('idle');
    expect(world.requested).toEqual([]);
  });

  it('never expires after the page was left', async () => {
    const widget = mountHook({ sdk: new Promise(() => undefined) });
    await performStep(() => widget.getSession().start());
    const { state } = widget.getSession();
    widget.unmount();
    await performStep(undefined, 60_000);
    expect(state.get()).toEqual({ status: 'initialising', startRequested: false });
    expect(reports).toEqual([]);
  });
});

describe('without a call', () => {
  it('nothing can be ended, muted or unblocked', async () => {
    const widget = mountHook();
    await performStep();
    const before = widget.getState();
    await performStep(() => {
      widget.getSession().end();
      widget.getSession().toggleMute();
      widget.getSession().call?.unblockPlayback();
    });
    expect(widget.getState()).toBe(before);
    expect(widget.getSession().record).toEqual([]);
    expect(widget.getSession().levels).toEqual({ assistant: 0, visitor: 0 });
    expect(outcomes).toEqual({ starts: 0, ends: [], errors: [] });
  });

  it('the time limit is known once the server has sent it', async () => {
    const widget = mountHook();
    expect(widget.getSession().maxSeconds).toBe(0);
    await performStep();
    expect(widget.getSession().maxSeconds).toBe(300);
  });

  it('volume and microphone can be chosen', async () => {
    const widget = mountHook();
    await performStep();
    expect(widget.getSession().sound.volume).toBe(1);
    widget.getSession().setVolume(0.2);
    await act(() => widget.getSession().chooseMicrophone('desk'));
    expect(widget.getSession().sound.volume).toBe(0.2);
    await playUntil(widget, 'room');
    expect(world.sdk?.volume).toBe(0.2);
    expect(world.sdk?.devices).toEqual([]);
  });

  it('mute has no effect, not even on the call that is connecting', async () => {
    const widget = await mountCallAt('join');
    await performStep(() => widget.getSession().toggleMute());
    await performStep(() => world.room?.connectAssistant());
    expect(widget.getState()).toMatchObject({ status: 'live', muted: false });
    expect(world.liveTracks.map(({ enabled }) => enabled)).toEqual([true]);
  });
});

describe('canceled at the permission prompt', () => {
  it('and started again, only the second is dialled', async () => {
    const widget = await mountCallAt('start');
    await performStep(() => widget.getSession().end());
    await performStep(() => widget.getSession().start());
    await performStep(() => world.answerPrompt());
    expect(world.requested).toEqual([]);
    expect(world.liveTracks).toEqual([]);
    await performStep(() => world.answerPrompt());
    expect(world.requested).toHaveLength(1);
    expect(world.liveTracks).toHaveLength(1);
  });

  it('ignores a late denial', async () => {
    const widget = await mountCallAt('start');
    act(() => widget.getSession().end());
    const over = { status: 'idle', failure: null, ended: null };
    expect(widget.getState()).toEqual(over);
    await denyMicrophone();
    expect(widget.getState()).toEqual(over);
    expect(outcomes.errors).toEqual([]);
  });
});

describe('a call that is over', () => {
  it('has no levels and keeps its last partial caption', async () => {
    const widget = await mountCallAt('live');
    await performStep(() => {
      world.sdk?.emit('volume-level', 0.7);
      world.sdk?.emit('local-volume-level', 0.3);
      world.sdk?.emit('message', {
        type: 'transcript',
        role: 'user',
        transcriptType: 'partial',
        transcript: 'And then',
      });
    });
    expect(widget.getSession().levels).toEqual({ assistant: 0.7, visitor: 0.3 });
    await performStep(() => widget.getSession().end());
    expect(widget.getSession().levels).toEqual({ assistant: 0, visitor: 0 });
    expect(widget.getSession().transcript.get()).toMatchObject({
      entries: [{ who: 'visitor', text: 'And then', status: 'cut' }],
    });
  });
});

it('ignores pagehide after the unmount', async () => {
  const widget = mountHook();
  const session = widget.getSession();
  const end = jest.spyOn(session, 'end');
  await performStep();
  widget.unmount();
  expect(end.mock.calls).toEqual([['left-page']]);
  leavePage();
  expect(end).toHaveBeenCalledTimes(1);
});

it('records each call from its beginning', async () => {
  const widget = await mountCallAt('live');
  await performStep(() => world.sdk?.emit('volume-level', 0.7), 1_000);
  expect(widget.getSession().record).not.toEqual([]);
  await performStep(() => widget.getSession().end(), 2_500);
  await performStep(() => widget.getSession().start());
  expect(widget.getSession().record).toEqual([]);
});

it('shows the assistant’s turn, and starts the next call without it', async () => {
  const widget = await mountCallAt('live');
  await performStep(() => world.sdk?.emit('speech-start'));
  expect(widget.getState()).toMatchObject({ activity: 'speaking' });
  await performStep(() => widget.getSession().end());
  await playUntil(widget, 'live');
  expect(widget.getState()).toMatchObject({ activity: 'listening' });
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
