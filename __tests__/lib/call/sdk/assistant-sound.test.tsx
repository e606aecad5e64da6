import {
  mountCallAt,
  performStep,
  playUntil,
  setUpFakeWorld,
  world,
} from '../session/call-fixture';
import { listSinks, setUpLoudspeakers } from '../audio/loudspeakers';

setUpFakeWorld();
setUpLoudspeakers();

type Widget = Awaited<ReturnType<typeof mountCallAt>>;

beforeEach(() => {
  world.devices.outputs = ['desk', 'headset'];
});

const choose = (widget: Widget, id: string) =>
  performStep(() => void widget.getSession().chooseLoudspeaker(id));
const readChosen = (widget: Widget) => widget.getSession().sound.loudspeakerId.get();
const end = (widget: Widget) => performStep(() => widget.getSession().end(), 3_000);

/** Adds an element as the SDK does when the assistant's track is replaced. */
function replacePlayer() {
  const player = document.createElement('audio');
  player.dataset.participantId = 'bot';
  document.querySelector('audio')?.replaceWith(player);
  world.sdk?.emit('audio', player);
}

it('plays on the chosen loudspeaker, and on the default again', async () => {
  const widget = await mountCallAt('live');
  expect(listSinks()).toEqual(['']);
  for (const id of ['headset', 'desk', '']) {
    await choose(widget, id);
    expect(listSinks()).toEqual([id]);
  }
  expect(widget.getState()).toMatchObject({ loudspeakerReplaced: false });
});

it('keeps it for another element of the call, and for the next call', async () => {
  const widget = await mountCallAt('live');
  await choose(widget, 'headset');
  await performStep(replacePlayer);
  expect(listSinks()).toEqual(['headset']);
  await end(widget);
  await playUntil(widget, 'live');
  expect(listSinks()).toEqual(['headset']);
});

it('keeps it for the element that plays after a tap', async () => {
  const widget = await mountCallAt('live');
  await choose(widget, 'headset');
  document.querySelector('audio')?.remove();
  await performStep(() => void widget.getSession().call?.unblockPlayback());
  expect(listSinks()).toEqual(['headset']);
});

it('takes the default when the chosen one is unplugged, until another is chosen', async () => {
  const widget = await mountCallAt('live');
  await choose(widget, 'headset');
  await performStep(() => world.plugOutputs('desk'));
  expect(listSinks()).toEqual(['']);
  expect(readChosen(widget)).toBe('');
  expect(widget.getState()).toMatchObject({ status: 'live', loudspeakerReplaced: true });
  // It was not chosen again.
  await performStep(() => world.plugOutputs('desk', 'headset'));
  expect(listSinks()).toEqual(['']);
  await choose(widget, 'desk');
  expect(widget.getState()).toMatchObject({ loudspeakerReplaced: false });
});

it('goes on when another device is unplugged, or the default', async () => {
  const widget = await mountCallAt('live');
  await performStep(() => world.plugOutputs('headset'));
  await choose(widget, 'headset');
  await performStep(() => world.plugOutputs('headset', 'desk'));
  await performStep(() => world.plugOutputs('headset'));
  expect(listSinks()).toEqual(['headset']);
  expect(widget.getState()).toMatchObject({ loudspeakerReplaced: false });
});

it('takes the default when the next call finds that the chosen one is gone', async () => {
  const widget = await mountCallAt('live');
  await choose(widget, 'headset');
  await end(widget);
  world.devices.outputs = ['desk'];
  await playUntil(widget, 'live');
  expect(listSinks()).toEqual(['']);
  expect(readChosen(widget)).toBe('');
  expect(widget.getState()).toMatchObject({ loudspeakerReplaced: true });
});

it('keeps a newer choice when an older one fails late', async () => {
  const widget = await mountCallAt('live');
  await performStep(() => {
    void widget.getSession().chooseLoudspeaker('gone');
    void widget.getSession().chooseLoudspeaker('desk');
  });
  expect(listSinks()).toEqual(['desk']);
  expect(readChosen(widget)).toBe('desk');
  expect(widget.getState()).toMatchObject({ loudspeakerReplaced: false });
});

it('keeps it while the browser lists no loudspeaker at all', async () => {
  const widget = await mountCallAt('live');
  await choose(widget, 'headset');
  await performStep(() => world.plugOutputs());
  expect(listSinks()).toEqual(['headset']);
  expect(widget.getState()).toMatchObject({ loudspeakerReplaced: false });
});

describe('sound that the system pauses', () => {
  const play = jest.fn<Promise<void>, []>();
  const getPlayer = () => document.querySelector('audio')!;
  const fire = (type: 'pause' | 'playing', ms = 20) =>
    performStep(() => void getPlayer().dispatchEvent(new Event(type)), ms);
  const refusal = new DOMException('', 'NotAllowedError');

  beforeEach(() => {
    play.mockReset().mockResolvedValue();
    HTMLMediaElement.prototype.play = play;
  });

  it('is played again', async () => {
    const widget = await mountCallAt('live');
    await fire('pause');
    expect(play).toHaveBeenCalledTimes(1);
    expect(widget.getState()).toMatchObject({ status: 'live', playback: 'playing' });
  });

  it('waits for a tap where the browser refuses, or for the system', async () => {
    const widget = await mountCallAt('live');
    play.mockRejectedValue(refusal);
    await fire('pause', 5_000);
    expect(widget.getState()).toMatchObject({ playback: 'blocked' });
    play.mockResolvedValue();
    await performStep(() => void widget.getSession().call?.unblockPlayback());
    expect(widget.getState()).toMatchObject({ playback: 'playing' });
    expect(document.querySelectorAll('audio')).toHaveLength(1);
    play.mockRejectedValue(refusal);
    await fire('pause');
    await fire('playing');
    expect(widget.getState()).toMatchObject({ playback: 'playing' });
  });

  it('is not played again and again when it is paused each time', async () => {
    const widget = await mountCallAt('live');
    for (let times = 0; times < 5; times += 1) await fire('pause', 300);
    expect(play).toHaveBeenCalledTimes(1);
    expect(widget.getState()).toMatchObject({ playback: 'blocked' });
  });

  it.each([
    ['a player that was removed', () => getPlayer().remove()],
    ['a call that is over', (widget: Widget) => widget.getSession().end()],
    ['sound that has ended', () => Object.defineProperty(getPlayer(), 'ended', { value: true })],
  ])('does not mean %s', async (_, act) => {
    const widget = await mountCallAt('live');
    const player = getPlayer();
    await performStep(() => void act(widget));
    const before = widget.getState();
    await performStep(() => void player.dispatchEvent(new Event('pause')));
    expect(play).not.toHaveBeenCalled();
    expect(widget.getState()).toBe(before);
  });
});

it('stops listening to changes at the end of the call', async () => {
  const widget = await mountCallAt('live');
  await choose(widget, 'headset');
  await end(widget);
  const list = jest.spyOn(world.devices, 'enumerateDevices');
  await performStep(() => world.plugOutputs('desk'));
  expect(list).not.toHaveBeenCalled();
  expect(readChosen(widget)).toBe('headset');
});
