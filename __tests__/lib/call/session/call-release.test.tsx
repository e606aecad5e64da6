import {
  expectNothingOpen,
  leavePage,
  mountCallAt,
  mountPage,
  performStep,
  playUntil,
  setUpFakeWorld,
  stages,
  world,
  type Page,
} from './call-fixture';

setUpFakeWorld();

type Stage = (typeof stages)[number];

const ways: [string, (page: Page) => void][] = [
  ['an end', ({ session }) => session.end()],
  ['the unmount', ({ unmount }) => unmount()],
  ['a closed page', leavePage],
];
const cases = (['voice', 'text'] as const).flatMap((input) =>
  stages
    .filter((stage) => input === 'voice' || stage !== 'microphone')
    .flatMap((stage) => ways.map(([way, leave]) => [way, stage, input, leave] as const)),
);

function expectReports(stage: Stage, input: 'voice' | 'text') {
  const [{ id } = { id: '' }] = world.requested;
  const outcome = { seconds: 0, reason: expect.anything() as unknown };
  const ofRequested = stage === 'live' ? [{ id, outcome }] : [{ id }];
  expect(world.endReports).toEqual(stage === 'start' && input === 'voice' ? [] : ofRequested);
}

it.each(cases)(
  '%s after the stage %s of a call by %s stops the microphone at once and frees everything',
  async (way, stage, input, leave) => {
    const page = await mountCallAt(stage, input);
    leave(page);
    expect(world.liveTracks).toEqual([]);
    await performStep(undefined, 2_500);
    const idle = { status: 'idle', failure: null };
    expect(page.getState()).toMatchObject(idle);
    expectNothingOpen();
    // Some browsers answer late, others never.
    if (way === 'an end') Object.assign(world, { prompts: [], posts: [] });
    else for (const answer of world.answers) await performStep(answer, 1_500);
    expect(page.getState()).toMatchObject(idle);
    expectNothingOpen();
    expectReports(stage, input);
    const next = way === 'the unmount' ? mountPage() : page;
    await playUntil(next, 'live', input);
    expect(next.getState().status).toBe('live');
    expect(world.openRooms).toHaveLength(1);
    expect(world.liveTracks).toHaveLength(1);
  },
);

it('leaves a room that never began to join (mobile browsers wait a second first)', async () => {
  world.isMobile = true;
  const { session, getState } = await mountCallAt('room');
  expect(world.openRooms).toHaveLength(1);
  await performStep(() => session.end(), 3_000);
  expect(getState().status).toBe('idle');
  expectNothingOpen();
});

it('opens no microphone in place of one that ends with the call', async () => {
  const { session } = await mountCallAt('live');
  const [track] = world.openMicrophone().getTracks();
  track!.lose();
  const { length } = world.mediaRequests;
  // The room has not told of it yet.
  Object.assign(world.room!, { shownTrack: track });
  await performStep(() => session.end());
  expect(world.mediaRequests).toHaveLength(length);
});

it('stops a microphone that the room shows only after the end', async () => {
  const { session } = await mountCallAt('live');
  const room = world.room!;
  room.isHung = true;
  await performStep(() => session.end());
  await performStep(() => room.switchTo(world.openMicrophone().getTracks()[0]!));
  expect(world.liveTracks).toEqual([]);
});
