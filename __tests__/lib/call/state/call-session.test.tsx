import { act } from '@testing-library/react';
import {
  mountCallAt,
  callbacks,
  denyMicrophone,
  leavePage,
  mountHook,
  playUntil,
  setUpFakeWorld,
  performStep,
  world,
} from './call-bench';

setUpFakeWorld();

describe('an early press', () => {
  it('is kept longer by another press', async () => {
    const widget = mountHook({ sdk: new Promise(() => undefined) });
    await performStep(() => widget.session().start());
    await performStep(undefined, 19_000);
    await performStep(() => widget.session().start());
    await performStep(undefined, 19_000);
    expect(widget.state()).toEqual({ status: 'initialising', startRequested: true });
    await performStep(undefined, 1_000);
    expect(widget.state()).toEqual({ status: 'initialising', startRequested: false });
  });

  it('leaves no timer when the page is left', async () => {
    const widget = mountHook({ sdk: new Promise(() => undefined) });
    await performStep(() => widget.session().start());
    expect(jest.getTimerCount()).toBeGreaterThan(0);
    widget.unmount();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is needed, as nothing starts by itself', async () => {
    const widget = mountHook();
    await performStep();
    expect(widget.state().status).toBe('idle');
    expect(world.tickets).toEqual([]);
  });
});

describe('without a call', () => {
  it('nothing can be ended, muted or unblocked', async () => {
    const widget = mountHook();
    await performStep();
    const before = widget.state();
    await performStep(() => {
      widget.session().end();
      widget.session().toggleMute();
      widget.session().unblockPlayback();
    });
    expect(widget.state()).toBe(before);
    expect(widget.session().record).toEqual([]);
    expect(widget.session().levels).toEqual({ assistant: 0, visitor: 0 });
    expect(callbacks).toEqual({ starts: 0, ends: [], errors: [] });
  });

  it('the time limit is known once the server has sent it', async () => {
    const widget = mountHook();
    expect(widget.session().maxSeconds).toBe(0);
    await performStep();
    expect(widget.session().maxSeconds).toBe(300);
  });

  it('volume and microphone can be chosen', async () => {
    const widget = mountHook();
    await performStep();
    expect(widget.session().sound.volume).toBe(1);
    widget.session().setVolume(0.2);
    await act(() => widget.session().chooseMicrophone('desk'));
    expect(widget.session().sound.volume).toBe(0.2);
    await playUntil(widget, 'microphone');
    expect(world.sdk?.volume).toBe(0.2);
    expect(world.sdk?.devices).toEqual([]);
  });

  it('mute has no effect, not even on the call that is connecting', async () => {
    const widget = await mountCallAt('join');
    await performStep(() => widget.session().toggleMute());
    await performStep(() => world.room?.connectAssistant());
    expect(widget.state()).toMatchObject({ status: 'live', muted: false });
    expect(world.liveTracks.map(({ enabled }) => enabled)).toEqual([true]);
  });
});

describe('canceled at the permission prompt', () => {
  it('and started again, only the second is dialled', async () => {
    const widget = await mountCallAt('ticket');
    await performStep(() => widget.session().end());
    await performStep(() => widget.session().start());
    await performStep(() => world.answerTicket());
    await performStep(() => world.answerPrompt());
    expect(world.sdks).toHaveLength(0);
    expect(world.liveTracks).toEqual([]);
    await performStep(() => world.answerPrompt());
    expect(world.sdks).toHaveLength(1);
    expect(world.liveTracks).toHaveLength(1);
  });

  it('ignores a late denial', async () => {
    const widget = await mountCallAt('ticket');
    act(() => widget.session().end());
    const over = { status: 'idle', failure: null, ended: null };
    expect(widget.state()).toEqual(over);
    await denyMicrophone();
    expect(widget.state()).toEqual(over);
    expect(callbacks.errors).toEqual([]);
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
    expect(widget.session().levels).toEqual({ assistant: 0.7, visitor: 0.3 });
    await performStep(() => widget.session().end());
    expect(widget.session().levels).toEqual({ assistant: 0, visitor: 0 });
    expect(widget.session().transcript.get()).toMatchObject({
      entries: [{ who: 'visitor', text: 'And then' }],
      partial: null,
    });
  });

  it('is announced as ended only if it was live', async () => {
    const widget = await mountCallAt('join');
    await performStep(() => widget.session().end(), 2_500);
    expect(callbacks).toEqual({ starts: 0, ends: [], errors: [] });
    await playUntil(widget, 'live');
    await performStep(() => widget.session().end('left-page'));
    expect(callbacks.ends).toMatchObject([{ reason: 'left-page' }]);
  });

  it('ends once, also when the page is left afterwards', async () => {
    const widget = await mountCallAt('live');
    await performStep(() => widget.session().end(), 2_500);
    await performStep(() => widget.session().end());
    leavePage();
    expect(callbacks.ends).toMatchObject([{ reason: 'visitor' }]);
  });
});

it('ignores pagehide after the unmount', async () => {
  const widget = mountHook();
  const session = widget.session();
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
  expect(widget.session().record).not.toEqual([]);
  await performStep(() => widget.session().end(), 2_500);
  await performStep(() => widget.session().start());
  expect(widget.session().record).toEqual([]);
});

it('shows the assistant’s turn, and starts the next call without it', async () => {
  const widget = await mountCallAt('live');
  await performStep(() => world.sdk?.emit('speech-start'));
  expect(widget.state()).toMatchObject({ turn: 'speaking' });
  await performStep(() => widget.session().end());
  await playUntil(widget, 'live');
  expect(widget.state()).toMatchObject({ turn: 'listening' });
});
