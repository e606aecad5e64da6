import { act } from '@testing-library/react';
import {
  outcomes,
  expectNothingOpen,
  leavePage,
  mountHook,
  playUntil,
  setUpFakeWorld,
  performStep,
  world,
} from './call-fixture';

setUpFakeWorld();

it('makes a whole call and releases everything', async () => {
  const widget = mountHook();
  expect(widget.getState().status).toBe('initialising');
  await playUntil(widget, 'live');
  expect(widget.getState()).toMatchObject({ status: 'live', muted: false });
  expect(world.liveTracks).toHaveLength(1);
  await performStep(undefined, 61_000);
  await performStep(() => widget.getSession().end());
  expect(widget.getState()).toMatchObject({ status: 'idle', failure: null });
  expect(outcomes).toEqual({
    starts: 1,
    errors: [],
    ends: [{ durationSeconds: 61, reason: 'visitor' }],
  });
  expectNothingOpen();
});

it('ignores a second start', async () => {
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

it('keeps a start that was pressed while loading', async () => {
  const widget = mountHook();
  act(() => widget.getSession().start());
  expect(widget.getState()).toEqual({ status: 'initialising', startRequested: true });
  await performStep();
  expect(widget.getState().status).toBe('connecting');
});

it.each([
  ['twenty seconds pass', () => performStep(undefined, 20_000), 'unusable'],
  ['the page is left', () => leavePage(), 'initialising'],
])(
  'forgets a start that was pressed while loading when %s',
  async (_why, performAction, status) => {
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
  },
);
