import {
  listSinks,
  mountCallAt,
  performStep,
  playUntil,
  setUpFakeWorld,
  setUpLoudspeakers,
  type Page,
  world,
} from '../session/call-fixture';

setUpFakeWorld();
setUpLoudspeakers();

beforeEach(() => {
  world.devices.outputs = ['desk', 'headset'];
});

const choose = ({ session }: Page, id: string) =>
  performStep(() => void session.chooseLoudspeaker(id));
const end = ({ session }: Page) => performStep(() => session.end(), 3_000);
const tap = ({ session }: Page) => performStep(() => void session.call?.room?.sound.unblock());
const getPlayer = () => document.querySelector('audio')!;

async function startCallOn(id: string): Promise<Page> {
  const page = await mountCallAt('live');
  await choose(page, id);
  return page;
}

/** Expects where the assistant is heard, and what the visitor is told. */
function expectSink({ session, getState }: Page, id: string, isReplaced = false) {
  expect(listSinks()).toEqual([id]);
  expect(session.sound.loudspeakerId.get()).toBe(id);
  expect(getState()).toMatchObject({ status: 'live', loudspeakerReplaced: isReplaced });
}

/** Adds an element as the SDK does when the assistant's track is replaced. */
function replacePlayer() {
  const player = document.createElement('audio');
  player.dataset.participantId = 'bot';
  getPlayer().replaceWith(player);
  world.sdk?.emit('audio', player);
}

it('plays on the chosen loudspeaker, and on the default again', async () => {
  const page = await mountCallAt('live');
  expectSink(page, '');
  for (const id of ['headset', 'desk', '']) {
    await choose(page, id);
    expectSink(page, id);
  }
});

it('keeps it for every element of the call, and for the next call', async () => {
  const page = await startCallOn('headset');
  await performStep(replacePlayer);
  expectSink(page, 'headset');
  getPlayer().remove();
  await tap(page);
  expectSink(page, 'headset');
  expect(getPlayer().srcObject).toMatchObject({ tracks: [expect.anything()] });
  await end(page);
  await playUntil(page, 'live');
  expectSink(page, 'headset');
});

it('takes the default when the chosen one is unplugged, until another is chosen', async () => {
  const page = await startCallOn('headset');
  await performStep(() => world.plugOutputs('desk'));
  expectSink(page, '', true);
  // It was not chosen again.
  await performStep(() => world.plugOutputs('desk', 'headset'));
  expectSink(page, '', true);
  await choose(page, 'desk');
  expectSink(page, 'desk');
});

it.each([
  ['another device is unplugged', ['headset']],
  // A browser that lists none may be hiding them.
  ['the browser lists no loudspeaker at all', []],
])('keeps it when %s', async (_, outputs) => {
  const page = await startCallOn('headset');
  await performStep(() => world.plugOutputs(...outputs));
  expectSink(page, 'headset');
});

it('takes the default when the next call finds that the chosen one is gone', async () => {
  const page = await startCallOn('headset');
  await end(page);
  world.plugOutputs('desk');
  expect(page.session.sound.loudspeakerId.get()).toBe('headset');
  await playUntil(page, 'live');
  expectSink(page, '', true);
});

it('keeps a newer choice when an older one fails late', async () => {
  const page = await mountCallAt('live');
  void page.session.chooseLoudspeaker('gone');
  await choose(page, 'desk');
  expectSink(page, 'desk');
});

describe('sound that the system pauses', () => {
  const play = jest.fn<Promise<void>, []>();
  const fire = (type: 'pause' | 'playing', ms = 20) =>
    performStep(() => void getPlayer().dispatchEvent(new Event(type)), ms);
  const refusal = new DOMException('', 'NotAllowedError');

  beforeEach(() => {
    play.mockReset().mockResolvedValue();
    HTMLMediaElement.prototype.play = play;
  });

  it('is played again, but not again and again when it is paused each time', async () => {
    const { getState } = await mountCallAt('live');
    await fire('pause', 300);
    expect(getState()).toMatchObject({ status: 'live', playback: 'playing' });
    for (let times = 0; times < 4; times += 1) await fire('pause', 300);
    expect(play).toHaveBeenCalledTimes(1);
    expect(getState()).toMatchObject({ playback: 'blocked' });
  });

  it('waits for a tap where the browser refuses, or for the system', async () => {
    const page = await mountCallAt('live');
    play.mockRejectedValue(refusal);
    await fire('pause', 5_000);
    expect(page.getState()).toMatchObject({ playback: 'blocked' });
    play.mockResolvedValue();
    await tap(page);
    expect(page.getState()).toMatchObject({ playback: 'playing' });
    expect(document.querySelectorAll('audio')).toHaveLength(1);
    play.mockRejectedValue(refusal);
    await fire('pause');
    await fire('playing');
    expect(page.getState()).toMatchObject({ playback: 'playing' });
  });

  it.each<[string, (page: Page) => void]>([
    ['a player that was removed', () => getPlayer().remove()],
    ['a call that is over', ({ session }) => session.end()],
    ['sound that has ended', () => Object.defineProperty(getPlayer(), 'ended', { value: true })],
  ])('does not mean %s', async (_, act) => {
    const page = await mountCallAt('live');
    const player = getPlayer();
    await performStep(() => act(page));
    const before = page.getState();
    await performStep(() => void player.dispatchEvent(new Event('pause')));
    expect(play).not.toHaveBeenCalled();
    expect(page.getState()).toBe(before);
  });
});
