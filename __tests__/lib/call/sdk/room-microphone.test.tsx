import {
  mountCallAt,
  outcomes,
  expectNothingOpen,
  playUntil,
  setUpFakeWorld,
  performStep,
  world,
} from '../session/call-fixture';
import type { FakeTrack } from '../audio/fake-devices';
import { cameraErrors } from './sdk-error-fixtures';

setUpFakeWorld();
beforeEach(() => {
  world.shouldShowMicrophoneLate = true;
});

/** Microphones as Firefox and Safari list them, and as Chrome does. */
const lists = [
  ['that lists no default', ['built-in', 'headset']],
  ['that lists a default', ['default', 'built-in', 'headset']],
] as const;

type Widget = Awaited<ReturnType<typeof mountCallAt>>;

/** After that it has tried again. */
const RETRY_MS = 3_000;

/** Starts a live call with these microphones, one of which is chosen. */
async function startCallWith(inputs: readonly string[], chosen?: string): Promise<Widget> {
  world.devices.inputs = [...inputs];
  const widget = await mountCallAt('live');
  if (chosen) await choose(widget, chosen);
  return widget;
}
const choose = (widget: Widget, id: string) =>
  performStep(() => void widget.getSession().chooseMicrophone(id));
const answerPrompts = async () => {
  while (world.prompts.length > 0) await performStep(() => world.answerPrompt());
};
const mute = (widget: Widget) => performStep(() => widget.getSession().toggleMute());
const emitMissing = (error = cameraErrors.missing) => world.sdk?.emit('camera-error', error);
const readChosen = (widget: Widget) => widget.getSession().sound.microphoneId.get();
const listInUse = () => world.liveTracks.map(({ deviceId }) => deviceId);
const removeInput = (inputs: readonly string[], gone: string) => inputs.filter((id) => id !== gone);

/** Ends the call and expects nothing open, not even what `late` opens. */
async function endAndExpectNothingOpen(widget: Widget, late: () => unknown = () => undefined) {
  await performStep(() => widget.getSession().end());
  await performStep(late, 3_000);
  expect(widget.getState().status).toBe('idle');
  expectNothingOpen();
}

/** Mutes the visitor. The check: one microphone is open and off, and none was switched on since. */
async function muteAndCheck(widget: Widget) {
  await mute(widget);
  const since = world.tracks.map(({ enabledChanges }) => enabledChanges.length);
  return () => {
    expect(world.liveTracks.map(({ enabled }) => enabled)).toEqual([false]);
    const switched = world.tracks.flatMap((track, at) =>
      track.enabledChanges.slice(since[at] ?? 0),
    );
    expect(switched).not.toContain(true);
    expect(world.room?.isMicOpen).toBe(false);
  };
}

describe.each(lists)('in a browser %s', (_, inputs) => {
  const [first] = inputs;

  /** Each way in which a chosen microphone is gone. */
  const losses: [string, () => unknown][] = [
    ['is unplugged', () => world.plug(...removeInput(inputs, 'headset'))],
    [
      'ends, and the SDK reports it',
      () => {
        world.devices.inputs = removeInput(inputs, 'headset');
        world.liveTracks[0]?.lose();
        emitMissing();
      },
    ],
  ];

  const expectDefault = (widget: Widget) => {
    expect(widget.getState()).toMatchObject({ status: 'live', microphone: 'replaced' });
    expect(listInUse()).toEqual([first]);
    expect(readChosen(widget)).toBe('');
  };

  it.each(losses)('takes the default when the chosen microphone %s', async (_what, lose) => {
    const widget = await startCallWith(inputs, 'headset');
    expect(listInUse()).toEqual(['headset']);
    await performStep(lose);
    expectDefault(widget);
    expect(world.liveTracks).toMatchObject([{ enabled: true }]);
    await endAndExpectNothingOpen(widget);
  });

  it.each([
    ...losses.map(([what, lose]) => [`the chosen microphone ${what}`, 'headset', lose] as const),
    ['the default itself has gone', '', () => world.liveTracks[0]?.lose()] as const,
  ])('stays muted when %s', async (_what, chosen, lose) => {
    const widget = await startCallWith(inputs, chosen);
    const expectMuted = await muteAndCheck(widget);
    await performStep(lose);
    expect(widget.getState()).toMatchObject({ microphone: 'replaced', muted: true });
    expect(listInUse()).toEqual([first]);
    expectMuted();
    await mute(widget);
    expect(world.liveTracks).toMatchObject([{ enabled: true }]);
  });

  it('takes the default when the microphone chosen before is gone in the next call', async () => {
    const widget = await startCallWith(inputs, 'headset');
    await performStep(() => widget.getSession().end());
    world.plug(...removeInput(inputs, 'headset'));
    await playUntil(widget, 'live');
    expect(world.mediaRequests.at(-2)).toEqual({ audio: { deviceId: { exact: 'headset' } } });
    expectDefault(widget);
  });

  it('takes the default when the SDK rejects the choice', async () => {
    const widget = await startCallWith(inputs);
    const { sdk } = world;
    const take = sdk!.setInputDevicesAsync.bind(sdk);
    sdk!.setInputDevicesAsync = (options) =>
      (options.audioSource as unknown as FakeTrack).deviceId === 'headset'
        ? Promise.reject(new DOMException('', 'OverconstrainedError'))
        : take(options);
    await choose(widget, 'headset');
    expectDefault(widget);
  });

  it('returns to the chosen default, still muted', async () => {
    const widget = await startCallWith(inputs, 'headset');
    const expectMuted = await muteAndCheck(widget);
    await choose(widget, first === 'default' ? first : '');
    expect(widget.getState()).toMatchObject({ microphone: 'open' });
    expect(listInUse()).toEqual([first]);
    expectMuted();
    await endAndExpectNothingOpen(widget);
  });

  it('continues without a microphone, and takes the next one plugged in', async () => {
    const widget = await startCallWith(inputs, 'headset');
    const expectMuted = await muteAndCheck(widget);
    await performStep(() => world.plug());
    expect(widget.getState()).toMatchObject({ status: 'live', microphone: 'lost', unheard: true });
    expect(outcomes.errors).toEqual([]);
    expect(world.liveTracks).toEqual([]);
    let hasTyped = false;
    await performStep(() => (hasTyped = widget.getSession().type('Can you read this?')));
    expect(hasTyped).toBe(true);
    // A repeated error does not make it try again.
    const requestCount = world.mediaRequests.length;
    await performStep(emitMissing);
    expect(world.mediaRequests).toHaveLength(requestCount);

    await performStep(() => world.plug(first), RETRY_MS);
    expect(widget.getState()).toMatchObject({ microphone: 'replaced', unheard: false });
    expect(listInUse()).toEqual([first]);
    expectMuted();
    await endAndExpectNothingOpen(widget);
  });

  it('keeps the chosen microphone when another one is plugged in or out', async () => {
    const widget = await startCallWith([...inputs, 'camera'], 'headset');
    const before = world.liveTracks;
    await performStep(() => world.plug(...inputs));
    await performStep(() => world.plug(...inputs, 'speakerphone'));
    expect(world.liveTracks).toEqual(before);
    expect(widget.getState()).toMatchObject({ microphone: 'open' });
    expect(readChosen(widget)).toBe('headset');
  });
});

it('opens the default for a room that shows no track', async () => {
  world.devices.inputs = ['built-in'];
  const widget = await mountCallAt('join');
  const { room } = world;
  const participants = room!.participants.bind(room);
  room!.participants = () => ({});
  await performStep(() => room!.connectAssistant());
  expect(widget.getState()).toMatchObject({ status: 'live', microphone: 'open', paused: false });
  await performStep(() => widget.getSession().call?.microphone?.reopen());
  expect(world.mediaRequests.at(-1)).toEqual({ audio: true });
  room!.participants = participants;
  await endAndExpectNothingOpen(widget);
});

it('uses the microphone chosen last, even if earlier ones open slowly', async () => {
  const widget = await startCallWith(['built-in', 'headset', 'desk']);
  world.isPermitted = false;
  for (const id of ['headset', 'desk', 'built-in']) await choose(widget, id);
  await answerPrompts();
  expect(listInUse()).toEqual(['built-in']);
  expect(readChosen(widget)).toBe('built-in');
});

it('leaves the choice to the visitor while the default opens slowly', async () => {
  const widget = await startCallWith(['built-in', 'headset', 'desk'], 'headset');
  world.isPermitted = false;
  await performStep(() => world.plug('built-in', 'desk'));
  await choose(widget, 'desk');
  await answerPrompts();
  expect(widget.getState()).toMatchObject({ status: 'live', microphone: 'open' });
  expect(listInUse()).toEqual(['desk']);
  expect(readChosen(widget)).toBe('desk');
});

it('opens the chosen microphone even if the previous one ends meanwhile', async () => {
  const widget = await startCallWith(['built-in', 'headset', 'desk'], 'headset');
  world.isPermitted = false;
  await choose(widget, 'desk');
  await performStep(() => world.liveTracks[0]?.lose());
  await performStep(() => world.answerPrompt());
  expect(world.prompts).toEqual([]);
  expect(widget.getState()).toMatchObject({ status: 'live', microphone: 'open' });
  expect(listInUse()).toEqual(['desk']);
});

it('keeps the default it has taken when other devices come and go', async () => {
  const widget = await startCallWith(['built-in', 'headset'], 'headset');
  await performStep(() => world.plug('built-in'));
  expect(world.mediaRequests.at(-1)).toEqual({ audio: true });
  const requestCount = world.mediaRequests.length;
  await performStep(() => world.plug('built-in', 'camera'));
  expect(world.mediaRequests).toHaveLength(requestCount);
  expect(widget.getState()).toMatchObject({ microphone: 'replaced' });
});

it('applies muting and unmuting to a microphone that is still opening', async () => {
  const widget = await startCallWith(['built-in', 'headset'], 'headset');
  world.isPermitted = false;
  await choose(widget, '');
  const expectMuted = await muteAndCheck(widget);
  await performStep(() => world.answerPrompt());
  expect(listInUse()).toEqual(['built-in']);
  expectMuted();

  world.isPermitted = false;
  await choose(widget, 'headset');
  await mute(widget);
  await performStep(() => world.answerPrompt());
  expect(listInUse()).toEqual(['headset']);
  expect(world.liveTracks).toMatchObject([{ enabled: true }]);
  expect(world.room?.isMicOpen).toBe(true);
});

it('stops its own track when the SDK refuses it', async () => {
  const widget = await startCallWith(['built-in', 'headset'], 'headset');
  world.sdk!.setInputDevicesAsync = () => Promise.reject(new Error('no room'));
  await performStep(() => world.plug('built-in'));
  expect(widget.getState()).toMatchObject({ microphone: 'lost' });
  expect(world.liveTracks).toEqual([]);
});

describe('when the browser never opens a microphone', () => {
  const inputs = ['built-in', 'headset', 'desk'];

  it('gives up after 20 seconds, and can open the next one', async () => {
    const widget = await startCallWith(inputs);
    world.isPermitted = false;
    await choose(widget, 'headset');
    world.isPermitted = true;
    await performStep(undefined, 19_900);
    expect(widget.getState()).toMatchObject({ microphone: 'open' });
    await performStep(undefined, 100);
    expect(widget.getState()).toMatchObject({ status: 'live', microphone: 'replaced' });
    expect(listInUse()).toEqual(['built-in']);
    expect(readChosen(widget)).toBe('');
    await choose(widget, 'desk');
    expect(widget.getState()).toMatchObject({ microphone: 'open' });
    expect(listInUse()).toEqual(['desk']);
    await endAndExpectNothingOpen(widget);
  });

  it('keeps the one it has', async () => {
    const widget = await startCallWith(inputs);
    const before = world.liveTracks;
    world.isPermitted = false;
    await choose(widget, '');
    await performStep(undefined, 60_000);
    expect(widget.getState()).toMatchObject({ status: 'live', microphone: 'replaced' });
    expect(world.liveTracks).toEqual(before);
    await answerPrompts();
    expect(world.liveTracks).toEqual(before);
    await endAndExpectNothingOpen(widget);
  });

  it('says so if it has none, and closes what opens later', async () => {
    const widget = await startCallWith(inputs, 'headset');
    world.isPermitted = false;
    await performStep(() => world.plug('built-in'));
    await performStep(undefined, 20_000);
    expect(widget.getState()).toMatchObject({ status: 'live', microphone: 'lost' });
    await performStep(() => world.answerPrompt());
    expect(world.liveTracks).toEqual([]);
  });
});

describe('evidence of a loss', () => {
  it.each([
    ['an empty list', () => (world.devices.inputs = [])],
    ['a list without the chosen one', () => (world.devices.inputs = ['built-in'])],
    [
      'a refused list',
      () => (world.devices.enumerateDevices = () => Promise.reject(new DOMException())),
    ],
    ['an error of the SDK', () => emitMissing()],
  ])('is not %s while the track is live', async (_, act) => {
    const widget = await startCallWith(['built-in', 'headset'], 'headset');
    const before = widget.getState();
    const requestCount = world.mediaRequests.length;
    await performStep(() => {
      act();
      world.devices.dispatchEvent(new Event('devicechange'));
    }, 60_000);
    expect(widget.getState()).toMatchObject({ ...before, lastMinute: expect.anything() });
    expect(world.mediaRequests).toHaveLength(requestCount);
    expect(listInUse()).toEqual(['headset']);
  });
});

/** Every opening fails, and makes the browser report a change of its devices. */
const refuseAll = () => {
  world.devices.find = () => {
    queueMicrotask(() => world.devices.dispatchEvent(new Event('devicechange')));
    throw new DOMException('', 'NotReadableError');
  };
};

it('waits longer and longer between refused openings', async () => {
  const widget = await startCallWith(['default', 'built-in', 'headset'], 'headset');
  refuseAll();
  await performStep(() => world.liveTracks[0]?.lose(), 100);
  expect(widget.getState()).toMatchObject({ microphone: 'lost' });
  const { length } = world.mediaRequests;
  await performStep(undefined, 120_000);
  expect(world.mediaRequests.length - length).toBeLessThan(10);
});

it('does not loop when every microphone ends as soon as it opens', async () => {
  await startCallWith(['built-in', 'headset'], 'headset');
  const take = world.sdk!.setInputDevicesAsync.bind(world.sdk);
  world.sdk!.setInputDevicesAsync = async (options) => {
    await take(options);
    setTimeout(() => (options.audioSource as unknown as FakeTrack).lose(), 100);
  };
  const { length } = world.mediaRequests;
  await performStep(() => world.liveTracks[0]?.lose(), 60_000);
  expect(world.mediaRequests.length - length).toBeLessThan(10);
});

it('asks for the chosen microphone again before the default', async () => {
  const widget = await startCallWith(['built-in', 'headset'], 'headset');
  await performStep(() => world.liveTracks[0]?.lose());
  expect(widget.getState()).toMatchObject({ microphone: 'open' });
  expect(listInUse()).toEqual(['headset']);
  expect(readChosen(widget)).toBe('headset');
});

it('notices a microphone that the SDK found', async () => {
  const widget = await startCallWith(['built-in', 'headset'], 'headset');
  await performStep(() => world.plug());
  expect(widget.getState()).toMatchObject({ microphone: 'lost' });
  world.devices.inputs = ['built-in'];
  await performStep(() => void world.room?.switchMicrophone('built-in'));
  expect(widget.getState()).toMatchObject({ microphone: 'replaced', unheard: false });
});

it('says that a default is lost which ends while it opens, and takes the next one', async () => {
  const widget = await startCallWith(['camera', 'headset', 'built-in'], 'headset');
  const { sdk } = world;
  const take = sdk!.setInputDevicesAsync.bind(sdk);
  sdk!.setInputDevicesAsync = async (options) => {
    world.liveTracks.find(({ deviceId }) => deviceId === 'camera')?.lose();
    await take(options);
  };
  await performStep(() => world.plug('camera', 'built-in'));
  expect(widget.getState()).toMatchObject({ status: 'live', microphone: 'lost' });
  await performStep(() => world.plug('built-in'), RETRY_MS);
  expect(widget.getState()).toMatchObject({ microphone: 'replaced' });
  expect(listInUse()).toEqual(['built-in']);
  await endAndExpectNothingOpen(widget);
});

it('replaces a microphone that ended before the call was live', async () => {
  world.devices.inputs = ['built-in'];
  const widget = await mountCallAt('join');
  world.liveTracks.forEach((track) => track.lose());
  await performStep(() => world.room?.connectAssistant());
  expect(widget.getState()).toMatchObject({ status: 'live', microphone: 'replaced' });
  expect(listInUse()).toEqual(['built-in']);
});

it.each([
  ['a track that is no longer in use', (widget: Widget) => choose(widget, 'headset'), () => null],
  ['all devices after the call', endAndExpectNothingOpen, () => (world.plug(), emitMissing())],
])('ignores %s', async (_what, leave, continueTest) => {
  const widget = await startCallWith(['built-in', 'headset']);
  const old = [...world.tracks];
  await leave(widget);
  const before = widget.getState();
  const requestCount = world.mediaRequests.length;
  const listDevices = jest.spyOn(world.devices, 'enumerateDevices');
  await performStep(() => {
    for (const type of ['ended', 'mute', 'unmute']) {
      old.forEach((track) => track.dispatchEvent(new Event(type)));
    }
    continueTest();
  });
  expect(widget.getState()).toBe(before);
  expect(world.mediaRequests).toHaveLength(requestCount);
  expect(listDevices).not.toHaveBeenCalled();
});

it('reports no microphone problems in a call without one', async () => {
  world.devices.inputs = ['built-in'];
  const widget = await mountCallAt('live', 'text');
  await performStep(() => {
    world.plug();
    world.tracks.forEach((track) => track.pause(true));
    widget.getSession().call?.microphone?.reopen();
    const replacement = world.openSilence();
    replacement.muted = true;
    void world.room?.switchMicrophone(replacement);
  });
  expect(widget.getState()).toMatchObject({ microphone: 'open', paused: false, unheard: false });
  expect(world.mediaRequests).toEqual([]);
});

describe('paused by the device', () => {
  const inputs = ['built-in', 'headset'];
  const pause = (isPaused: boolean) =>
    performStep(() => world.liveTracks[0]?.pause(isPaused), 1_000);
  const reopen = (widget: Widget) =>
    performStep(() => widget.getSession().call?.microphone?.reopen());
  const startPausedCall = async (chosen?: string) => {
    const widget = await startCallWith(inputs, chosen);
    await pause(true);
    expect(widget.getState()).toMatchObject({ status: 'live', paused: true, microphone: 'open' });
    return widget;
  };

  it('reports a microphone that was paused before the call was live', async () => {
    const widget = await mountCallAt('join');
    await pause(true);
    await performStep(() => world.room?.connectAssistant(), 1_000);
    expect(widget.getState()).toMatchObject({ status: 'live', paused: true });
  });

  it('is not announced when it lasts less than a second', async () => {
    const widget = await startCallWith(inputs);
    const seen: unknown[] = [];
    widget.getSession().state.subscribe(() => seen.push(widget.getState()));
    for (const length of [100, 900, 500]) {
      await performStep(() => world.liveTracks[0]?.pause(true), length);
      await performStep(() => world.liveTracks[0]?.pause(false), 2_000);
    }
    expect(seen).toEqual([]);
  });

  it.each([
    ['the default', '', 'built-in', false],
    ['the default, muted', '', 'built-in', true],
    ['a chosen one', 'headset', 'headset', false],
    ['a chosen one, muted', 'headset', 'headset', true],
  ])('reopens %s', async (_, chosen, deviceId, isMuted) => {
    const widget = await startPausedCall(chosen);
    const expectMuted = isMuted && (await muteAndCheck(widget));
    const [paused] = world.liveTracks;
    await reopen(widget);
    expect(world.mediaRequests.at(-1)).toEqual({ audio: { deviceId: { exact: deviceId } } });
    expect(widget.getState()).toMatchObject({ paused: false, microphone: 'open', muted: isMuted });
    expect(listInUse()).toEqual([deviceId]);
    expect(paused?.readyState).toBe('ended');
    if (expectMuted) expectMuted();
    else expect(world.liveTracks).toMatchObject([{ enabled: true }]);
    expect(readChosen(widget)).toBe(chosen);
    await endAndExpectNothingOpen(widget);
  });

  it('stays paused until a microphone opens that is not paused', async () => {
    const widget = await startPausedCall();
    world.isPermitted = false;
    await reopen(widget);
    const refuse = () => world.answerPrompt(new DOMException('', 'NotReadableError'));
    await performStep(refuse);
    await performStep(refuse);
    expect(widget.getState()).toMatchObject({ paused: true, microphone: 'open' });
    await reopen(widget);
    await performStep(() => {
      world.answerPrompt();
      world.tracks.at(-1)!.muted = true;
    });
    expect(widget.getState()).toMatchObject({ paused: true });
    await reopen(widget);
    expect(widget.getState()).toMatchObject({ paused: false });
    expect(world.liveTracks).toHaveLength(1);
  });

  it('replaces a microphone that is gone when reopened', async () => {
    const widget = await startPausedCall('headset');
    world.devices.inputs = ['built-in'];
    await reopen(widget);
    expect(widget.getState()).toMatchObject({ paused: false, microphone: 'replaced' });
    expect(listInUse()).toEqual(['built-in']);
  });

  it.each([
    ['opens', undefined],
    ['is found missing', new DOMException('', 'NotFoundError')],
  ])('leaves a newer choice alone when the reopened microphone %s', async (_, error) => {
    const widget = await startPausedCall('headset');
    world.isPermitted = false;
    await reopen(widget);
    await choose(widget, 'built-in');
    await performStep(() => world.answerPrompt(error));
    await performStep(() => world.answerPrompt());
    expect(world.prompts).toEqual([]);
    expect(widget.getState()).toMatchObject({ paused: false, microphone: 'open' });
    expect(listInUse()).toEqual(['built-in']);
    expect(readChosen(widget)).toBe('built-in');
  });

  it('is replaced if it ends and cannot be reopened', async () => {
    const widget = await startPausedCall();
    world.isPermitted = false;
    await reopen(widget);
    await performStep(() => world.liveTracks[0]?.lose());
    await performStep(() => world.answerPrompt(new DOMException('', 'NotReadableError')));
    await answerPrompts();
    expect(widget.getState()).toMatchObject({ paused: false, microphone: 'replaced' });
    expect(world.liveTracks).toHaveLength(1);
  });
});
