import {
  mountCallAt,
  performStep,
  playUntil,
  setUpFakeWorld,
  world,
  type Page,
} from '../session/call-fixture';
import type { FakeTrack } from '../audio/fake-devices';
import { cameraErrors } from './sdk-error-fixtures';

setUpFakeWorld();

/** After that it has tried again. */
const RETRY_MS = 3_000;

const inputs = ['built-in', 'headset', 'desk'];

/** Starts a live call with these microphones, one of which is chosen. */
async function startCall(chosen = '', plugged = inputs): Promise<Page> {
  world.devices.inputs = plugged;
  const page = await mountCallAt('live');
  if (chosen) await choose(page, chosen);
  return page;
}
const choose = ({ session }: Page, id: string) =>
  performStep(() => void session.chooseMicrophone(id));
const answerPrompts = async () => {
  while (world.prompts.length > 0) await performStep(() => world.answerPrompt());
};
const refuse = (name = 'NotReadableError') => world.answerPrompt(new DOMException('', name));
const emitMissing = () => world.sdk?.emit('camera-error', cameraErrors.missing);
const toggleMute = ({ session }: Page) => performStep(() => session.toggleMute());
const reopen = ({ session }: Page) => performStep(() => session.call?.room?.microphone.reopen());
const lose = () => world.liveTracks[0]?.lose();
const unplug = (gone: string) => world.plug(...inputs.filter((id) => id !== gone));
/** Ends microphones that open from now on. */
function endNewMicrophones(end: (track: FakeTrack) => unknown) {
  const open = world.openMicrophone.bind(world);
  world.openMicrophone = (deviceId) => {
    const stream = open(deviceId);
    stream.getTracks().forEach(end);
    return stream;
  };
}

/** Expects one microphone that is on, and what the visitor is told. */
function expectInUse(
  { session, getState }: Page,
  deviceId: string,
  microphone: 'open' | 'replaced',
  chosen = microphone === 'open' ? deviceId : '',
) {
  expect(getState()).toMatchObject({ status: 'live', microphone, paused: false });
  expect(world.liveTracks).toMatchObject([{ deviceId, enabled: true }]);
  expect(session.sound.microphoneId.get()).toBe(chosen);
}

it.each([
  ['the chosen microphone is unplugged', 'headset', () => unplug('headset')],
  ['the default itself has gone', '', lose],
])('takes the default when %s', async (_, chosen, act) => {
  const page = await startCall(chosen);
  await performStep(act);
  expectInUse(page, 'built-in', 'replaced');
});

it('takes the default when the microphone chosen before is gone in the next call', async () => {
  const page = await startCall('headset');
  expectInUse(page, 'headset', 'open');
  await performStep(() => page.session.end());
  unplug('headset');
  await playUntil(page, 'live');
  expect(world.mediaRequests.at(-2)).toEqual({ audio: { deviceId: { exact: 'headset' } } });
  expectInUse(page, 'built-in', 'replaced');
});

it('takes the default when the SDK rejects the choice, and none if it rejects both', async () => {
  const page = await startCall();
  const error = new DOMException('', 'OverconstrainedError');
  const take = jest.spyOn(world.sdk!, 'setInputDevicesAsync').mockRejectedValueOnce(error);
  await choose(page, 'headset');
  expectInUse(page, 'built-in', 'replaced');
  take.mockRejectedValue(error);
  await performStep(() => world.plug('desk'));
  expect(page.getState()).toMatchObject({ microphone: 'lost' });
  expect(world.liveTracks).toEqual([]);
});

it.each([
  ['that lists it', 'default'],
  ['that does not list it', ''],
])('returns to the chosen default in a browser %s', async (_, id) => {
  const page = await startCall('headset', ['default', ...inputs]);
  await choose(page, id);
  expectInUse(page, 'default', 'open', id);
});

it('continues without a microphone, and takes the next one plugged in', async () => {
  const page = await startCall('headset');
  await performStep(() => world.plug());
  expect(page.getState()).toMatchObject({ status: 'live', microphone: 'lost', unheard: false });
  expect(world.liveTracks).toEqual([]);
  expect(page.session.type('Can you read this?')).toBe(true);
  // A repeated error does not make it try again.
  const requestCount = world.mediaRequests.length;
  await performStep(emitMissing);
  expect(world.mediaRequests).toHaveLength(requestCount);
  await performStep(() => world.plug('desk'), RETRY_MS);
  expectInUse(page, 'desk', 'replaced');
  expect(page.getState()).toMatchObject({ unheard: false });
});

const nothing = () => undefined;

it.each<[string, (page: Page) => unknown, () => unknown]>([
  ['an earlier one opens slowly', (page) => choose(page, 'built-in'), nothing],
  ['the default is opening', () => performStep(() => unplug('headset')), nothing],
  [
    'the previous one ends meanwhile',
    nothing,
    () => {
      lose();
      // Some browsers ask about each microphone.
      expect(world.prompts).toHaveLength(1);
    },
  ],
  ['a reopened one is found missing', reopen, () => refuse('NotFoundError')],
])('uses the microphone chosen last when %s', async (_, before, after) => {
  const page = await startCall('headset');
  world.isPermitted = false;
  await before(page);
  await choose(page, 'desk');
  await performStep(after);
  await answerPrompts();
  expectInUse(page, 'desk', 'open');
});

it('is unmuted while another microphone is opening', async () => {
  const page = await startCall('headset');
  await toggleMute(page);
  world.isPermitted = false;
  await choose(page, 'desk');
  await toggleMute(page);
  await answerPrompts();
  expectInUse(page, 'desk', 'open');
  expect(world.room?.isMicOpen).toBe(true);
});

it('gives up a browser that never answers, and closes what opens later', async () => {
  const page = await startCall();
  const before = world.liveTracks;
  world.isPermitted = false;
  await choose(page, 'headset');
  await performStep(undefined, 39_900);
  expect(page.getState()).toMatchObject({ microphone: 'open' });
  await performStep(undefined, 100);
  expect(page.getState()).toMatchObject({ status: 'live', microphone: 'replaced' });
  await answerPrompts();
  expect(world.liveTracks).toEqual(before);
  expectInUse(page, 'built-in', 'replaced');
  await choose(page, 'desk');
  expectInUse(page, 'desk', 'open');
  world.isPermitted = false;
  await performStep(() => world.plug('built-in'), 20_100);
  expect(page.getState()).toMatchObject({ status: 'live', microphone: 'lost' });
  await answerPrompts();
  expect(world.liveTracks).toEqual([]);
});

it.each<[string, () => unknown]>([
  ['a list without the chosen one', () => (world.devices.inputs = ['built-in'])],
  ['another one that is unplugged', () => unplug('desk')],
  ['another one that is plugged in', () => world.plug(...inputs, 'camera')],
  ['an error of the SDK', emitMissing],
])('takes %s for no loss while the track is live', async (_, act) => {
  const page = await startCall('headset');
  const requestCount = world.mediaRequests.length;
  await performStep(() => {
    act();
    world.devices.dispatchEvent(new Event('devicechange'));
  }, 60_000);
  expect(world.mediaRequests).toHaveLength(requestCount);
  expectInUse(page, 'headset', 'open');
});

it.each<[string, () => unknown, gaps: number[]]>([
  [
    'is refused, which makes the browser report a change of its devices',
    () => {
      world.devices.find = () => {
        queueMicrotask(() => world.devices.dispatchEvent(new Event('devicechange')));
        throw new DOMException('', 'NotReadableError');
      };
    },
    [2, 2, 2, 2],
  ],
  [
    'ends as soon as it opens, which changes no device',
    () => endNewMicrophones((track) => setTimeout(() => track.lose(), 100)),
    [],
  ],
])('waits while every microphone %s', async (_, breakAll, gaps) => {
  const page = await startCall('headset');
  breakAll();
  const seconds = new Set<number>();
  world.mediaRequests.push = () => seconds.add(Date.now() / 1000).size;
  await performStep(lose, 9_000);
  const times = [...seconds];
  expect(times.slice(1).map((time, n) => Math.round(time - times[n]!))).toEqual(gaps);
  expect(times).toHaveLength(gaps.length + 1);
  expect(page.getState()).toMatchObject({ status: 'live', microphone: 'lost' });
});

it('asks for the chosen microphone again before the default', async () => {
  const page = await startCall('headset');
  await performStep(lose);
  expectInUse(page, 'headset', 'open');
});

it('keeps the default that it has taken, and notices one that the SDK found', async () => {
  const page = await startCall('headset');
  await performStep(() => unplug('headset'));
  const requestCount = world.mediaRequests.length;
  await performStep(() => world.plug(...inputs), RETRY_MS);
  expect(world.mediaRequests).toHaveLength(requestCount);
  expectInUse(page, 'built-in', 'replaced');
  await performStep(() => world.plug());
  expect(page.getState()).toMatchObject({ microphone: 'lost' });
  await performStep(() => world.room?.switchTo(world.openMicrophone('desk').getTracks()[0]!));
  expectInUse(page, 'desk', 'replaced');
});

it('says that a default is lost which ends while it opens, and takes the next one', async () => {
  const page = await startCall('headset');
  endNewMicrophones((track) => track.deviceId === 'built-in' && track.lose());
  await performStep(() => unplug('headset'));
  expect(page.getState()).toMatchObject({ status: 'live', microphone: 'lost' });
  await performStep(() => world.plug('desk'), RETRY_MS);
  expectInUse(page, 'desk', 'replaced');
});

it('replaces a microphone that ended before the call was live', async () => {
  world.devices.inputs = inputs;
  const page = await mountCallAt('join');
  world.liveTracks.forEach((track) => track.lose());
  await performStep(() => world.room?.connectAssistant());
  expectInUse(page, 'built-in', 'replaced');
});

it.each<[string, (page: Page) => Promise<unknown>]>([
  ['a track that is no longer in use', (page) => choose(page, 'headset')],
  ['all devices after the call', ({ session }) => performStep(() => session.end(), 3_000)],
])('ignores %s', async (_, leave) => {
  const page = await startCall();
  const old = [...world.tracks];
  await leave(page);
  const before = page.getState();
  const requestCount = world.mediaRequests.length;
  await performStep(() => {
    for (const type of ['ended', 'mute', 'unmute'])
      old.forEach((track) => track.dispatchEvent(new Event(type)));
    world.plug('headset');
    emitMissing();
  }, RETRY_MS);
  expect(page.getState()).toBe(before);
  expect(world.mediaRequests).toHaveLength(requestCount);
});

it('opens and reports no microphone in a typed call', async () => {
  world.devices.inputs = inputs;
  const page = await mountCallAt('live', 'text');
  await performStep(() => {
    world.plug();
    world.tracks.forEach((track) => track.pause(true));
    emitMissing();
    void page.session.chooseMicrophone('desk');
    void page.session.call?.room?.microphone.reopen();
    const replacement = world.openSilence();
    replacement.muted = true;
    world.room?.switchTo(replacement);
  }, RETRY_MS);
  const state = { status: 'live', microphone: 'open', paused: false, unheard: false };
  expect(page.getState()).toMatchObject(state);
  expect(world.mediaRequests).toEqual([]);
  expect(world.reports).toEqual([]);
});

describe('paused by the device', () => {
  const pause = (isPaused: boolean, ms = 1_000) =>
    performStep(() => world.liveTracks[0]?.pause(isPaused), ms);
  const startPausedCall = async (chosen?: string) => {
    const page = await startCall(chosen);
    await pause(true);
    expect(page.getState()).toMatchObject({ status: 'live', paused: true, microphone: 'open' });
    return page;
  };

  it('reports a microphone that was paused before the call was live', async () => {
    const { getState } = await mountCallAt('join');
    await pause(true);
    await performStep(() => world.room?.connectAssistant(), 1_000);
    expect(getState()).toMatchObject({ status: 'live', paused: true });
  });

  it('is not announced when it lasts less than a second', async () => {
    const { session } = await startCall();
    const listener = jest.fn();
    session.state.subscribe(listener);
    for (const length of [100, 900, 500]) {
      await pause(true, length);
      await pause(false, 2_000);
    }
    expect(listener).not.toHaveBeenCalled();
  });

  it.each([
    ['the default', '', 'built-in'],
    ['a chosen one', 'headset', 'headset'],
  ])('reopens %s', async (_, chosen, deviceId) => {
    const page = await startPausedCall(chosen);
    await reopen(page);
    expect(world.mediaRequests.at(-1)).toEqual({ audio: { deviceId: { exact: deviceId } } });
    expectInUse(page, deviceId, 'open', chosen);
  });

  it('stays paused until a microphone opens that is not paused', async () => {
    const page = await startPausedCall();
    world.isPermitted = false;
    await reopen(page);
    await performStep(() => refuse());
    await performStep(() => refuse());
    expect(page.getState()).toMatchObject({ paused: true, microphone: 'open' });
    await reopen(page);
    await performStep(() => {
      world.answerPrompt();
      world.tracks.at(-1)!.muted = true;
    });
    expect(page.getState()).toMatchObject({ paused: true });
    await reopen(page);
    expectInUse(page, 'built-in', 'open', '');
  });

  it('is replaced if it ends while it is reopened', async () => {
    const page = await startPausedCall();
    world.isPermitted = false;
    await reopen(page);
    await performStep(lose);
    await performStep(() => refuse());
    await answerPrompts();
    expectInUse(page, 'built-in', 'replaced');
  });
});
