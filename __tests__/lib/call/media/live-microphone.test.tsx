import { act } from '@testing-library/react';
import {
  callAt,
  expectNothingOpen,
  mount,
  reach,
  setUpFakeWorld,
  step,
  world,
} from '../state/call-bench';
import { defer } from '../state/fake-world';
import { cameraErrors } from '../sdk/sdk-error-fixtures';

setUpFakeWorld();
beforeEach(() => {
  world.showsLate = true;
});

/** As Firefox and Safari list them, and as Chrome does. */
const lists = [
  ['that lists no default', ['built-in', 'headset']],
  ['that lists a default', ['default', 'built-in', 'headset']],
] as const;

type Widget = ReturnType<typeof mount>;

/** A live call with these microphones, and one of them chosen. */
async function callWith(inputs: readonly string[], chosen = ''): Promise<Widget> {
  world.devices.inputs = [...inputs];
  const widget = await callAt('live');
  if (chosen) await step(() => void widget.session().chooseMicrophone(chosen));
  return widget;
}
const mute = (widget: Widget) => step(() => widget.session().toggleMute());
const chosenIn = (widget: Widget) => widget.session().sound.microphoneId.get();
const inUse = () => world.liveTracks.map(({ deviceId }) => deviceId);
const without = (inputs: readonly string[], gone: string) => inputs.filter((id) => id !== gone);

/** The one microphone that is open is off, and no track was switched on since the visitor muted. */
function expectMuted(since: number[]) {
  expect(world.liveTracks.map(({ enabled }) => enabled)).toEqual([false]);
  const switched = world.tracks.flatMap((track, at) => track.switched.slice(since[at] ?? 0));
  expect(switched).not.toContain(true);
  expect(world.room?.micOpen).toBe(false);
}
const switchesSoFar = () => world.tracks.map(({ switched }) => switched.length);

describe.each(lists)('in a browser %s', (_, inputs) => {
  const [first] = inputs;

  /** Each way in which a chosen microphone is found to be gone. */
  const losses: [string, () => unknown][] = [
    ['is unplugged', () => world.plug(...without(inputs, 'headset'))],
    [
      'is no longer listed',
      () => {
        world.devices.inputs = without(inputs, 'headset');
        world.devices.dispatchEvent(new Event('devicechange'));
      },
    ],
    ['ends', () => world.liveTracks[0]?.lose()],
    ['is missed by the SDK', () => world.sdk?.emit('camera-error', cameraErrors.missing)],
    [
      'no longer fits, for the SDK',
      () => world.sdk?.emit('camera-error', cameraErrors.constraints),
    ],
  ];

  it.each(losses)('takes the default when the chosen microphone %s', async (_what, lose) => {
    const widget = await callWith(inputs, 'headset');
    expect(inUse()).toEqual(['headset']);
    await step(lose);
    expect(widget.state()).toMatchObject({ status: 'live', microphone: 'replaced' });
    expect(inUse()).toEqual([first]);
    expect(world.liveTracks).toMatchObject([{ enabled: true }]);
    expect(chosenIn(widget)).toBe('');
    await step(() => widget.session().end());
    expectNothingOpen();
  });

  it.each(losses)('stays muted when the chosen microphone %s', async (_what, lose) => {
    const widget = await callWith(inputs, 'headset');
    await mute(widget);
    const since = switchesSoFar();
    await step(lose);
    expect(widget.state()).toMatchObject({ microphone: 'replaced', muted: true });
    expect(inUse()).toEqual([first]);
    expectMuted(since);
    await mute(widget);
    expect(world.liveTracks).toMatchObject([{ enabled: true }]);
  });

  it('takes the default when the microphone chosen before is gone in the next call', async () => {
    const widget = await callWith(inputs, 'headset');
    await step(() => widget.session().end());
    world.plug(...without(inputs, 'headset'));
    await reach(widget, 'live');
    expect(world.sdk?.devices[0]).toBe('headset');
    expect(widget.state()).toMatchObject({ status: 'live', microphone: 'replaced' });
    expect(inUse()).toEqual([first]);
    expect(chosenIn(widget)).toBe('');
    await step(() => widget.session().end());
    expectNothingOpen();
  });

  it('takes the default when the SDK rejects the choice', async () => {
    const widget = await callWith(inputs);
    const { sdk } = world;
    const take = sdk!.setInputDevicesAsync.bind(sdk);
    sdk!.setInputDevicesAsync = (options) =>
      'audioDeviceId' in options && options.audioDeviceId === 'headset'
        ? Promise.reject(new DOMException('', 'OverconstrainedError'))
        : take(options);
    await step(() => void widget.session().chooseMicrophone('headset'));
    expect(widget.state()).toMatchObject({ microphone: 'replaced' });
    expect(inUse()).toEqual([first]);
    expect(chosenIn(widget)).toBe('');
  });

  it('takes the default when the default itself has gone', async () => {
    const widget = await callWith(inputs);
    await mute(widget);
    const since = switchesSoFar();
    await step(() => world.liveTracks[0]?.lose());
    expect(widget.state()).toMatchObject({ microphone: 'replaced', muted: true });
    expect(inUse()).toEqual([first]);
    expectMuted(since);
  });

  it('goes back to the default that is chosen', async () => {
    const widget = await callWith(inputs, 'headset');
    await mute(widget);
    const since = switchesSoFar();
    await step(() => void widget.session().chooseMicrophone(first === 'default' ? first : ''));
    expect(widget.state()).toMatchObject({ microphone: 'open' });
    expect(inUse()).toEqual([first]);
    expectMuted(since);
    await step(() => widget.session().end());
    expectNothingOpen();
  });

  it('goes on without any microphone, and takes the next one that comes', async () => {
    const widget = await callWith(inputs, 'headset');
    await mute(widget);
    const since = switchesSoFar();
    await step(() => world.plug());
    expect(widget.state()).toMatchObject({ status: 'live', microphone: 'lost', unheard: true });
    expect(world.liveTracks).toEqual([]);
    let typed = false;
    await step(() => (typed = widget.session().type('Can you read this?')));
    expect(typed).toBe(true);
    // Neither a repeated error nor the end of what has ended makes it try again and again.
    const asked = world.asked.length;
    await step(() => world.sdk?.emit('camera-error', cameraErrors.missing));
    expect(world.asked).toHaveLength(asked);

    await step(() => world.plug(first));
    expect(widget.state()).toMatchObject({ microphone: 'replaced', unheard: false });
    expect(inUse()).toEqual([first]);
    expectMuted(since);
    await step(() => widget.session().end());
    expectNothingOpen();
  });

  it('leaves the chosen microphone alone when another one comes or goes', async () => {
    const widget = await callWith([...inputs, 'camera'], 'headset');
    const before = world.liveTracks;
    await step(() => world.plug(...inputs));
    await step(() => world.plug(...inputs, 'speakerphone'));
    expect(world.liveTracks).toEqual(before);
    expect(widget.state()).toMatchObject({ microphone: 'open' });
    expect(chosenIn(widget)).toBe('headset');
  });

  it('opens nothing when the call ends while the default is looked for', async () => {
    const widget = await callWith(inputs, 'headset');
    const list = defer<never[]>();
    world.devices.enumerateDevices = () => list.promise;
    world.devices.inputs = without(inputs, 'headset');
    await step(() => world.liveTracks[0]?.lose());
    await step(() => widget.session().end());
    const asked = world.asked.length;
    await step(() => list.resolve([{ kind: 'audioinput', deviceId: first }] as never[]), 3_000);
    expect(widget.state().status).toBe('idle');
    expect(world.asked.slice(asked)).toEqual([]);
    expectNothingOpen();
  });

  it('closes a default that opens after the call', async () => {
    const widget = await callWith(inputs, 'headset');
    world.permitted = false;
    await step(() => world.plug(...without(inputs, 'headset')));
    expect(world.prompts).toHaveLength(1);
    await step(() => widget.session().end());
    await step(() => world.answerPrompt(), 3_000);
    expect(widget.state().status).toBe('idle');
    expectNothingOpen();
  });
});

it('uses the microphone that was chosen last, even if earlier ones open slowly', async () => {
  const widget = await callWith(['built-in', 'headset', 'desk']);
  world.permitted = false;
  await step(() => void widget.session().chooseMicrophone('headset'));
  await step(() => void widget.session().chooseMicrophone('desk'));
  await step(() => void widget.session().chooseMicrophone('built-in'));
  while (world.prompts.length > 0) await step(() => world.answerPrompt());
  expect(inUse()).toEqual(['built-in']);
  expect(world.sdk?.devices).toEqual(['headset', 'built-in']);
  expect(chosenIn(widget)).toBe('built-in');
});

it('mutes a microphone that was muted while it opened, and unmutes it likewise', async () => {
  const widget = await callWith(['built-in', 'headset'], 'headset');
  world.permitted = false;
  await step(() => void widget.session().chooseMicrophone(''));
  await mute(widget);
  const since = switchesSoFar();
  await step(() => world.answerPrompt());
  expect(inUse()).toEqual(['built-in']);
  expectMuted(since);

  world.permitted = false;
  await step(() => void widget.session().chooseMicrophone('headset'));
  await mute(widget);
  await step(() => world.answerPrompt());
  expect(inUse()).toEqual(['headset']);
  expect(world.liveTracks).toMatchObject([{ enabled: true }]);
  expect(world.room?.micOpen).toBe(true);
});

it('stops its own track when the SDK refuses it', async () => {
  const widget = await callWith(['built-in', 'headset'], 'headset');
  world.sdk!.setInputDevicesAsync = () => Promise.reject(new Error('no room'));
  await step(() => world.plug('built-in'));
  expect(widget.state()).toMatchObject({ microphone: 'lost' });
  expect(world.liveTracks).toEqual([]);
});

it('asks the SDK for nothing more when it keeps failing', async () => {
  const widget = await callWith(['default', 'built-in', 'headset'], 'headset');
  world.devices.find = () => {
    throw new DOMException('', 'NotFoundError');
  };
  await step(() => world.liveTracks[0]?.lose());
  expect(widget.state()).toMatchObject({ microphone: 'lost' });
  const { length } = world.asked;
  await step(() => world.sdk?.emit('camera-error', cameraErrors.missing), 60_000);
  expect(world.asked).toHaveLength(length);
});

it('notices a microphone that the SDK itself has found', async () => {
  const widget = await callWith(['built-in', 'headset'], 'headset');
  await step(() => world.plug());
  expect(widget.state()).toMatchObject({ microphone: 'lost' });
  world.devices.inputs = ['built-in'];
  await step(() => void world.room?.switchMicrophone('built-in'));
  expect(widget.state()).toMatchObject({ microphone: 'replaced', unheard: false });
});

it('takes another microphone at once when its own has ended before the call was live', async () => {
  world.devices.inputs = ['built-in'];
  const widget = await callAt('join');
  world.liveTracks.forEach((track) => track.lose());
  await step(() => world.room?.connectAssistant());
  expect(widget.state()).toMatchObject({ status: 'live', microphone: 'replaced' });
  expect(inUse()).toEqual(['built-in']);
});

it('ignores what happens to a track that is no longer in use', async () => {
  const widget = await callWith(['built-in', 'headset']);
  const [old] = world.liveTracks;
  await step(() => void widget.session().chooseMicrophone('headset'));
  const before = widget.state();
  const asked = world.asked.length;
  await step(() => {
    for (const type of ['ended', 'mute', 'unmute']) old?.dispatchEvent(new Event(type));
  });
  expect(widget.state()).toBe(before);
  expect(world.asked).toHaveLength(asked);
});

it('ignores devices and tracks once the call is over', async () => {
  const widget = await callWith(['built-in', 'headset'], 'headset');
  const { tracks } = world;
  await step(() => widget.session().end());
  const before = widget.state();
  const asked = world.asked.length;
  await step(() => {
    tracks.forEach((track) => track.dispatchEvent(new Event('ended')));
    world.plug();
    world.sdk?.emit('camera-error', cameraErrors.missing);
  });
  expect(widget.state()).toBe(before);
  expect(world.asked).toHaveLength(asked);
});

it('says nothing of microphones in a call without one', async () => {
  world.devices.inputs = ['built-in'];
  const widget = await callAt('live', 'text');
  await step(() => {
    world.plug();
    world.tracks.forEach((track) => track.pause(true));
    widget.session().reopenMicrophone();
  });
  expect(widget.state()).toMatchObject({ microphone: 'open', paused: false, unheard: false });
  expect(world.asked).toEqual([]);
});

describe('paused by the device', () => {
  const inputs = ['built-in', 'headset'];
  const pause = (muted: boolean) => step(() => world.liveTracks[0]?.pause(muted));
  const reopen = (widget: Widget) => act(async () => widget.session().reopenMicrophone());

  it('a microphone is told of until the device lets it go on', async () => {
    const widget = await callWith(inputs);
    await pause(true);
    expect(widget.state()).toMatchObject({ status: 'live', paused: true, microphone: 'open' });
    await pause(false);
    expect(widget.state()).toMatchObject({ paused: false });
  });

  it('a microphone is told of that was paused before the call was live', async () => {
    const widget = await callAt('join');
    await pause(true);
    await step(() => world.room?.connectAssistant());
    expect(widget.state()).toMatchObject({ status: 'live', paused: true });
  });

  it.each([
    ['the default', '', 'built-in', false],
    ['the default, muted', '', 'built-in', true],
    ['a chosen one', 'headset', 'headset', false],
    ['a chosen one, muted', 'headset', 'headset', true],
  ])('a microphone is reopened: %s', async (_, chosen, deviceId, muted) => {
    const widget = await callWith(inputs, chosen);
    if (muted) await mute(widget);
    await pause(true);
    const since = switchesSoFar();
    const [paused] = world.liveTracks;
    await reopen(widget);
    await step();
    expect(world.asked.at(-1)).toEqual({ audio: { deviceId: { exact: deviceId } } });
    expect(widget.state()).toMatchObject({ paused: false, microphone: 'open', muted });
    expect(inUse()).toEqual([deviceId]);
    expect(paused?.readyState).toBe('ended');
    if (muted) expectMuted(since);
    else expect(world.liveTracks).toMatchObject([{ enabled: true }]);
    expect(chosenIn(widget)).toBe(chosen);
    await step(() => widget.session().end());
    expectNothingOpen();
  });

  it('a microphone stays so when it cannot be reopened yet', async () => {
    const widget = await callWith(inputs);
    await pause(true);
    world.permitted = false;
    await reopen(widget);
    await step(() => world.answerPrompt(new DOMException('', 'NotReadableError')));
    expect(widget.state()).toMatchObject({ paused: true, microphone: 'open' });
    world.permitted = true;
    await reopen(widget);
    await step();
    expect(widget.state()).toMatchObject({ paused: false });
    expect(world.liveTracks).toHaveLength(1);
  });

  it('a microphone stays so when it is reopened as paused as before', async () => {
    const widget = await callWith(inputs);
    await pause(true);
    world.permitted = false;
    await reopen(widget);
    await step(() => {
      world.answerPrompt();
      world.tracks.at(-1)!.muted = true;
    });
    expect(widget.state()).toMatchObject({ paused: true });
  });

  it('a microphone is replaced when it has gone meanwhile', async () => {
    const widget = await callWith(inputs, 'headset');
    await pause(true);
    world.devices.inputs = ['built-in'];
    await reopen(widget);
    await step();
    expect(widget.state()).toMatchObject({ paused: false, microphone: 'replaced' });
    expect(inUse()).toEqual(['built-in']);
  });

  it('a microphone that is reopened after the call is closed again', async () => {
    const widget = await callWith(inputs);
    await pause(true);
    world.permitted = false;
    await reopen(widget);
    await step(() => widget.session().end());
    await step(() => world.answerPrompt(), 3_000);
    expectNothingOpen();
  });

  it('a visitor is not told that they cannot be heard', async () => {
    const widget = await callWith(inputs);
    await step(() => world.sdk?.emit('speech-start'));
    await step(() => world.sdk?.emit('speech-end'));
    await pause(true);
    const quiet = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 500)
        await step(() => world.sdk?.emit('local-volume-level', 0), 500);
    };
    await quiet(10_000);
    expect(widget.state()).toMatchObject({ paused: true, unheard: false });
    await pause(false);
    await quiet(7_000);
    expect(widget.state()).toMatchObject({ paused: false, unheard: true });
  });
});
