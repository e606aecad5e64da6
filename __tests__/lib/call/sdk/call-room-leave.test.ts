import { advance } from '../session/fake-browser';
import { FakeTrack } from '../audio/fake-devices';
import {
  createAssistant,
  createRoomOver,
  createRoomWith,
  setUpRooms,
  createVisitor,
} from './room-fixture';

setUpRooms();

/** How long a promise takes to settle, in ms; at most five seconds. */
async function measureSettleMs(promise: Promise<unknown>): Promise<number> {
  const from = Date.now();
  let settledAt = Number.NaN;
  void promise.then(() => (settledAt = Date.now()));
  for (let waited = 0; waited < 5_000 && Number.isNaN(settledAt); waited += 10) await advance(10);
  return settledAt - from;
}
const createPending = () => new Promise<void>(() => undefined);

it('stops every microphone immediately, also the one opened for permission', () => {
  const track = new FakeTrack();
  const other = createAssistant();
  const { room, permissionTrack } = createRoomWith(other, createVisitor(track));
  void room.leave('us');
  expect([track.readyState, permissionTrack.readyState]).toEqual(['ended', 'ended']);
  expect(other.tracks.audio.track?.readyState).toBe('live');
});

it('stops a replaced microphone and its replacement', () => {
  const before = new FakeTrack();
  const now = new FakeTrack();
  const { room, opened } = createRoomWith(createVisitor(before));
  room.localAudio.sync();
  opened.people[0] = createVisitor(now);
  void room.leave('us');
  expect([before.readyState, now.readyState]).toEqual(['ended', 'ended']);
});

it('stops a microphone that appears while the room is being left', async () => {
  const late = new FakeTrack();
  const { room, replaceStop, replaceRoom, opened } = createRoomWith();
  replaceStop(createPending);
  const leaving = room.leave('us');
  await advance(100);
  opened.people.push(createVisitor(late));
  room.localAudio.sync();
  expect(late.readyState).toBe('live');
  replaceRoom(null);
  await measureSettleMs(leaving);
  expect(late.readyState).toBe('ended');
});

it.each([
  ['stop() settles', () => Promise.resolve()],
  ['stop() fails', () => Promise.reject(new Error('gone'))],
])('settles as soon as %s', async (_, stop) => {
  const posted = jest.spyOn(window, 'postMessage');
  const { room, replaceStop } = createRoomWith();
  replaceStop(stop);
  expect(await measureSettleMs(room.leave('us'))).toBeLessThan(50);
  expect(posted).not.toHaveBeenCalled();
});

it('settles immediately without a room, with the microphone stopped', async () => {
  const { room, permissionTrack, countStops } = createRoomOver(null);
  expect(await measureSettleMs(room.leave('us'))).toBeLessThan(50);
  expect(permissionTrack.readyState).toBe('ended');
  expect(countStops()).toBe(0);
});

it('settles as soon as the room is gone, even if stop() never settles', async () => {
  const { room, replaceStop, replaceRoom } = createRoomWith();
  replaceStop(createPending);
  setTimeout(() => replaceRoom(null), 200);
  expect(await measureSettleMs(room.leave('us'))).toBeLessThan(250);
});

it('stops the SDK once when it is called twice', async () => {
  const { room, countStops, replaceStop } = createRoomWith();
  replaceStop(createPending);
  const leaving = room.leave('us');
  expect(room.leave('us')).toBe(leaving);
  await measureSettleMs(leaving);
  expect(countStops()).toBe(1);
  void room.leave('us');
  expect(countStops()).toBe(2);
});

it('gives the SDK half a second for its own clean-up', async () => {
  const { room, countStops, replaceRoom } = createRoomWith();
  setTimeout(() => replaceRoom(null), 450);
  const after = await measureSettleMs(room.leave('sdk'));
  expect(after).toBeGreaterThanOrEqual(450);
  expect(after).toBeLessThan(500);
  expect(countStops()).toBe(0);
});

it('stops the SDK when it has not cleaned up by then', async () => {
  const { room, countStops } = createRoomWith();
  const leaving = room.leave('sdk');
  await advance(495);
  expect(countStops()).toBe(0);
  await advance(10);
  expect(countStops()).toBe(1);
  await measureSettleMs(leaving);
});

it('reports that a hung machine has left, and gives up after two seconds', async () => {
  const posted = jest.spyOn(window, 'postMessage').mockReturnValue(undefined);
  const { room, replaceStop } = createRoomWith();
  replaceStop(createPending);
  const leaving = room.leave('us');
  await advance(380);
  expect(posted).not.toHaveBeenCalled();
  await advance(40);
  expect(posted.mock.calls).toEqual([
    [{ what: 'iframe-call-message', from: 'embedded', action: 'left-meeting' }, 'http://localhost'],
  ]);
  const rest = await measureSettleMs(leaving);
  expect(rest).toBeGreaterThan(1_400);
  expect(rest).toBeLessThan(1_600);
});

it('removes only the audio elements of the call', async () => {
  HTMLMediaElement.prototype.play = () => Promise.resolve();
  document.body.innerHTML = '<audio id="own"></audio><audio data-participant-id="sdk"></audio>';
  const sdkPlayer = document.querySelector<HTMLAudioElement>('[data-participant-id]')!;
  sdkPlayer.srcObject = new MediaStream([]);
  const { room } = createRoomWith(createAssistant());
  await room.sound.unblock();
  const [, , first] = document.querySelectorAll('audio');
  await measureSettleMs(room.leave('us'));
  expect([...document.querySelectorAll('audio')].map(({ id }) => id)).toEqual(['own']);
  expect([sdkPlayer.srcObject, first?.srcObject]).toEqual([null, null]);
  await room.sound.unblock();
  expect(document.querySelectorAll('audio')[1]).not.toBe(first);
});

it('keeps the sound of the next call when it is left a second time', async () => {
  const { room } = createRoomOver(null);
  await measureSettleMs(room.leave('us'));
  document.body.innerHTML = '<audio data-participant-id="next call"></audio>';
  await measureSettleMs(room.leave('us'));
  expect(document.querySelector('audio')).not.toBeNull();
});
