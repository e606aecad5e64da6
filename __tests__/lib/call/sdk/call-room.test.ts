import { FakeTrack } from '../audio/fake-devices';
import { toTrack } from './fake-room';
import {
  createAssistant,
  openRoom,
  createRoomOver,
  createRoomWith,
  setUpRooms,
  createVisitor,
} from './room-fixture';

setUpRooms();

describe('muting', () => {
  it('mutes and unmutes the visitor’s microphone and track only', () => {
    const track = new FakeTrack();
    const other = createAssistant();
    const { room, opened } = createRoomWith(other, createVisitor(track));
    room.localAudio.setMuted(true);
    expect(opened.switched.mock.calls).toEqual([[false]]);
    expect(track.enabled).toBe(false);
    expect(other.tracks.audio.track?.enabled).toBe(true);
    room.localAudio.setMuted(false);
    expect(opened.switched.mock.calls).toEqual([[false], [true]]);
    expect(track.enabled).toBe(true);
  });

  it('applies to a later room and track', () => {
    const { room, replaceRoom } = createRoomOver(null);
    room.localAudio.setMuted(true);
    room.localAudio.sync();
    const opened = openRoom();
    replaceRoom(opened);
    room.localAudio.sync();
    room.localAudio.setMuted(true);
    const track = new FakeTrack();
    opened.people.push(createVisitor(track));
    room.localAudio.sync();
    expect(track.enabled).toBe(false);
  });

  it.each<[Parameters<typeof createVisitor>[1], number]>([
    ['playable', 2],
    ['sendable', 2],
    ['off', 1],
    ['loading', 1],
  ])('is repeated to a room whose microphone is %s: %i calls', (state, times) => {
    const { room, opened } = createRoomWith(createVisitor(new FakeTrack(), state));
    room.localAudio.sync();
    expect(opened.switched).not.toHaveBeenCalled();
    room.localAudio.setMuted(true);
    room.localAudio.sync();
    expect(opened.switched.mock.calls).toEqual(Array.from({ length: times }, () => [false]));
  });

  it('prefers the sent track to the persistent one', () => {
    const sent = new FakeTrack();
    const behind = new FakeTrack();
    const { room } = createRoomWith(createVisitor(behind, 'playable', sent));
    room.localAudio.setMuted(true);
    expect([sent.enabled, behind.enabled]).toEqual([false, true]);
  });

  it.each([true, false])('applies to a track before the room gets it: muted %s', (isMuted) => {
    const { room } = createRoomWith();
    room.localAudio.setMuted(isMuted);
    const track = new FakeTrack();
    room.localAudio.adopt(toTrack(track));
    expect(track.enabled).toBe(!isMuted);
    room.localAudio.stop();
    expect(track.readyState).toBe('ended');
  });

  it('stops a track that only muting has shown, even after the room has lost it', () => {
    const track = new FakeTrack();
    const { room, opened } = createRoomWith(createVisitor(track));
    room.localAudio.setMuted(true);
    opened.people.length = 0;
    room.localAudio.stop();
    expect(track.readyState).toBe('ended');
  });

  it('overrides the SDK’s own setLocalAudio and passes its options on', () => {
    const { room, opened } = createRoomWith(createVisitor(new FakeTrack(), 'off'));
    room.localAudio.sync();
    const guardedSetLocalAudio = opened.setLocalAudio;
    room.localAudio.sync();
    expect(opened.setLocalAudio).toBe(guardedSetLocalAudio);
    opened.setLocalAudio(true);
    opened.setLocalAudio(true, { forceDiscardTrack: true });
    room.localAudio.setMuted(true);
    opened.setLocalAudio(true);
    opened.setLocalAudio(true, { forceDiscardTrack: false });
    room.localAudio.setMuted(false);
    opened.setLocalAudio(false);
    expect(opened.switched.mock.calls).toStrictEqual([
      [true],
      [true, { forceDiscardTrack: true }],
      [false],
      [false],
      [false, { forceDiscardTrack: false }],
      [true],
      [false],
    ]);
  });
});

it.each([
  [0.4, 0.4],
  [-1, 0],
  [7, 1],
])('sets the volume %f as %f', (wanted, volume) => {
  const { room, sdk } = createRoomOver(null);
  room.sound.setVolume(wanted);
  expect(sdk.setVolume.mock.calls).toEqual([[volume]]);
});

describe('unblocking', () => {
  const stubPlay = (answer: () => Promise<void>) => {
    HTMLMediaElement.prototype.play = jest.fn(answer);
  };
  const listPlayers = () => [...document.querySelectorAll('audio')];

  it('plays the assistant through one element, at the chosen volume', async () => {
    stubPlay(() => Promise.resolve());
    const speaker = createAssistant();
    const { room, opened } = createRoomWith(
      createVisitor(new FakeTrack()),
      createAssistant('Somebody'),
      speaker,
    );
    room.sound.setVolume(0.3);
    expect(await room.sound.unblock()).toBe(true);
    const after = document.createElement('p');
    document.body.append(after);
    expect(await room.sound.unblock()).toBe(true);
    expect(listPlayers()).toHaveLength(1);
    // Moved, the element would stop playing.
    expect(document.body.lastElementChild).toBe(after);
    const [player] = listPlayers();
    expect(player?.volume).toBe(0.3);
    expect(player?.dataset.participantId).toBe('bot');
    expect(player?.srcObject).toMatchObject({ tracks: [speaker.tracks.audio.track] });
    expect(opened.sendAppMessage.mock.calls).toEqual([['playable'], ['playable']]);
    room.sound.setVolume(0.6);
    expect(player?.volume).toBe(0.6);
  });

  it('sends nothing to the assistant while the browser still refuses', async () => {
    stubPlay(() => Promise.reject(new DOMException('', 'NotAllowedError')));
    const { room, opened } = createRoomWith(createAssistant());
    expect(await room.sound.unblock()).toBe(false);
    expect(opened.sendAppMessage).not.toHaveBeenCalled();
  });

  it.each([
    ['no room', null],
    ['an empty room', openRoom(createVisitor(new FakeTrack()))],
    ['somebody else only', openRoom(createAssistant('Somebody'))],
    ['a local participant of the same name', openRoom({ ...createAssistant(), local: true })],
    ['no sound yet', openRoom(createAssistant('Vapi Speaker', null))],
  ])('plays nothing with %s', async (_, opened) => {
    stubPlay(() => Promise.resolve());
    const { room } = createRoomOver(opened);
    expect(await room.sound.unblock()).toBe(false);
    expect(listPlayers()).toEqual([]);
  });
});
