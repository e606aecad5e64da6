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

it('stops listening to changes at the end of the call', async () => {
  const widget = await mountCallAt('live');
  await choose(widget, 'headset');
  await end(widget);
  const list = jest.spyOn(world.devices, 'enumerateDevices');
  await performStep(() => world.plugOutputs('desk'));
  expect(list).not.toHaveBeenCalled();
  expect(readChosen(widget)).toBe('headset');
});
