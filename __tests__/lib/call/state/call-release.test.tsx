import { act } from '@testing-library/react';
import {
  callAt,
  callbacks,
  expectNothingOpen,
  reach,
  setUpFakeWorld,
  stages,
  step,
  world,
} from './call-bench';
import { newCall } from '../sdk/fake-sdk';

setUpFakeWorld();

describe('cancelled after the stage', () => {
  it.each(stages.slice(0, -1))('%s, no call survives', async (stage) => {
    const widget = await callAt(stage);
    expect(widget.state().status).toBe('connecting');
    await step(() => widget.session().end(), 2_500);
    expect(widget.state()).toEqual({ status: 'idle', failure: null, ended: null });
    expectNothingOpen();
    // Gives every missing answer.
    for (const answer of world.answers) await step(answer, 1_500);
    expect(widget.state().status).toBe('idle');
    expect(callbacks).toEqual({ starts: 0, ends: [], errors: [] });
    expectNothingOpen();
  });

  it.each(stages.slice(0, -1))('%s, the next call works', async (stage) => {
    const widget = await callAt(stage);
    await step(() => widget.session().end());
    world.prompts = [];
    world.posts.forEach(({ resolve }) => resolve(newCall('old')));
    world.posts = [];
    await step(undefined, 2_500);
    await reach(widget, 'live');
    expect(widget.state().status).toBe('live');
    expect(world.openRooms).toHaveLength(1);
    expect(world.liveTracks).toHaveLength(1);
  });
});

it('closes a microphone that is allowed after cancelling', async () => {
  const widget = await callAt('start');
  await step(() => widget.session().end());
  await step(() => world.answerPrompt());
  expectNothingOpen();
  expect(world.sdks).toEqual([]);
});

it('leaves a room that never began to join (mobile browsers wait a second first)', async () => {
  world.mobile = true;
  const widget = await callAt('room');
  expect(world.openRooms).toHaveLength(1);
  await step(() => widget.session().end(), 3_000);
  expect(widget.state().status).toBe('idle');
  expectNothingOpen();
});

it('leaves a room whose call machine has hung', async () => {
  const widget = await callAt('script');
  if (world.room) world.room.hung = true;
  await step(() => widget.session().end(), 3_000);
  expect(widget.state().status).toBe('idle');
  expectNothingOpen();
});

describe.each(stages)('after the stage %s', (stage) => {
  it('releases everything on unmount', async () => {
    const widget = await callAt(stage);
    await step(() => widget.unmount(), 2_500);
    for (const answer of world.answers) await step(answer, 1_500);
    expectNothingOpen();
  });

  it('stops the microphone within the pagehide event', async () => {
    const widget = await callAt(stage);
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(world.liveTracks).toEqual([]);
    await step(undefined, 2_500);
    expect(widget.state().status).toBe('idle');
    expectNothingOpen();
  });
});
