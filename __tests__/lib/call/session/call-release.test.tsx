import {
  mountCallAt,
  outcomes,
  expectNothingOpen,
  leavePage,
  playUntil,
  setUpFakeWorld,
  stages,
  performStep,
  world,
} from './call-fixture';

setUpFakeWorld();

/** Every stage of a call, with a microphone and without. */
const stagesWithInputs = (['voice', 'text'] as const).flatMap((input) =>
  stages
    .filter((stage) => input === 'voice' || stage !== 'microphone')
    .map((stage) => ({ stage, input })),
);

/** Gives every missing answer. */
async function answerAll() {
  for (const answer of world.answers) await performStep(answer, 1_500);
}

describe.each(stagesWithInputs)(
  'after the stage $stage of a call by $input',
  ({ stage, input }) => {
    it('releases the call completely, so that the next one works', async () => {
      const widget = await mountCallAt(stage, input);
      await performStep(() => widget.getSession().end(), 2_500);
      const idle = { status: 'idle', failure: null };
      expect(widget.getState()).toMatchObject(idle);
      expectNothingOpen();
      await answerAll();
      expect(widget.getState()).toMatchObject(idle);
      const wasLive = stage === 'live';
      expect(outcomes).toMatchObject({ starts: wasLive ? 1 : 0, errors: [] });
      expect(outcomes.ends).toHaveLength(wasLive ? 1 : 0);
      expectNothingOpen();
      await playUntil(widget, 'live', input);
      expect(widget.getState().status).toBe('live');
      expect(world.openRooms).toHaveLength(1);
      expect(world.liveTracks).toHaveLength(1);
    });

    it('releases everything on unmount', async () => {
      const widget = await mountCallAt(stage, input);
      await performStep(() => widget.unmount(), 2_500);
      await answerAll();
      expectNothingOpen();
    });

    it('stops the microphone within the pagehide event', async () => {
      const widget = await mountCallAt(stage, input);
      leavePage();
      expect(world.liveTracks).toEqual([]);
      await performStep(undefined, 2_500);
      expect(widget.getState().status).toBe('idle');
      await answerAll();
      expectNothingOpen();
    });
  },
);

it.each(stages.slice(0, -1))(
  'makes the next call when one canceled at the stage %s got no answers',
  async (stage) => {
    const widget = await mountCallAt(stage);
    await performStep(() => widget.getSession().end());
    world.prompts = [];
    world.posts = [];
    await performStep(undefined, 2_500);
    await playUntil(widget, 'live');
    expect(widget.getState().status).toBe('live');
    expect(world.openRooms).toHaveLength(1);
    expect(world.liveTracks).toHaveLength(1);
  },
);

it('leaves a room that never began to join (mobile browsers wait a second first)', async () => {
  world.isMobile = true;
  const widget = await mountCallAt('room');
  expect(world.openRooms).toHaveLength(1);
  await performStep(() => widget.getSession().end(), 3_000);
  expect(widget.getState().status).toBe('idle');
  expectNothingOpen();
});
