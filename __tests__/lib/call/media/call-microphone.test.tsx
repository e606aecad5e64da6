import { act } from '@testing-library/react';
import { count } from '@/lib/analytics/count';
import {
  callAt,
  callbacks,
  expectNothingOpen,
  reach,
  reports,
  setUpFakeWorld,
  step,
  world,
} from '../state/call-bench';
import { cameraErrors } from '../sdk/sdk-error-fixtures';

jest.mock('@/lib/analytics/count', () => ({ count: jest.fn() }));

setUpFakeWorld();

it.each([
  ['NotAllowedError', 'microphone-denied'],
  ['NotFoundError', 'microphone-missing'],
  ['NotReadableError', 'microphone-busy'],
])('%s fails the call before it is dialled', async (name, kind) => {
  const widget = await callAt('ticket');
  await step(() => world.answerPrompt(new DOMException('', name)));
  expect(widget.state()).toMatchObject({ failure: { kind, stage: 'microphone' } });
  expect(world.sdks).toEqual([]);
});

it('holds only one stream once joined', async () => {
  const widget = await callAt('script');
  expect(world.liveTracks).toHaveLength(2);
  await step(() => world.room?.acceptJoin());
  expect(world.liveTracks).toHaveLength(1);
  expect(widget.state().status).toBe('connecting');
});

it('stays muted when the SDK unmutes after a failed noise filter', async () => {
  const widget = await callAt('live');
  await step(() => widget.session().toggleMute());
  expect(world.liveTracks.map(({ enabled }) => enabled)).toEqual([false]);
  await step(() => world.room?.failNoiseFilter());
  expect(world.room?.micOpen).toBe(false);
  expect(world.liveTracks.map(({ enabled }) => enabled)).toEqual([false]);
  await step(() => widget.session().toggleMute());
  expect(widget.state()).toMatchObject({ muted: false });
  expect(world.liveTracks.map(({ enabled }) => enabled)).toEqual([true]);
});

it('mutes a track that the call machine has unmuted', async () => {
  const widget = await callAt('live');
  await step(() => widget.session().toggleMute());
  const track = world.liveTracks[0];
  if (!world.room || !track) throw new Error('no call');
  world.room.micOpen = true;
  track.enabled = true;
  await step(() => world.sdk?.emit('daily-participant-updated', {} as never));
  expect(world.room.micOpen).toBe(false);
  expect(track.enabled).toBe(false);
});

it('keeps a live call when its microphone is lost, and shows the hint', async () => {
  const widget = await callAt('live');
  await step(() => world.sdk?.emit('camera-error', cameraErrors.missing), 1_000);
  expect(widget.state()).toMatchObject({ status: 'live', unheard: true });
  expect(callbacks.errors).toEqual([]);
});

it('keeps another microphone muted from its first moment', async () => {
  const widget = await callAt('live');
  const [first] = world.liveTracks;
  await step(() => widget.session().toggleMute());
  await act(() => widget.session().chooseMicrophone('desk'));
  expect(world.sdk?.devices).toEqual(['desk']);
  expect(world.liveTracks).not.toContain(first);
  expect(world.liveTracks.map(({ enabled }) => enabled)).toEqual([false]);
  expect(world.room?.micOpen).toBe(false);
});

it('stops another microphone that opens after the call', async () => {
  const widget = await callAt('live');
  if (world.room) world.room.hung = true;
  world.permitted = false;
  await step(() => void widget.session().chooseMicrophone('desk'));
  await step(() => widget.session().end());
  expect(world.openRooms).toHaveLength(1);
  await step(() => world.answerPrompt());
  expect(world.tracks).toHaveLength(3);
  expect(world.liveTracks).toEqual([]);
  await step(undefined, 3_000);
  expectNothingOpen();
});

it('keeps the old microphone when another one cannot be opened', async () => {
  const widget = await callAt('live');
  const before = world.liveTracks;
  world.permitted = false;
  await step(() => void widget.session().chooseMicrophone('desk'));
  await step(() => world.answerPrompt(new DOMException('', 'NotReadableError')));
  expect(widget.state().status).toBe('live');
  expect(world.liveTracks).toEqual(before);
});

describe('allowed after a refusal', () => {
  let status: EventTarget & { state: string };
  const grant = () => {
    status.state = 'granted';
    return step(() => void status.dispatchEvent(new Event('change')));
  };
  const deny = () => step(() => world.answerPrompt(new DOMException('', 'NotAllowedError')));

  beforeEach(() => {
    status = Object.assign(new EventTarget(), { state: 'denied' });
    Object.defineProperty(navigator, 'permissions', {
      configurable: true,
      value: { query: () => Promise.resolve(status) },
    });
  });
  afterEach(() => void Reflect.deleteProperty(navigator, 'permissions'));

  const ready = { status: 'idle', failure: null, ended: null };

  it('is ready again, and starts no call without a press', async () => {
    const widget = await callAt('ticket');
    await deny();
    expect(widget.state()).toMatchObject({ failure: { kind: 'microphone-denied' } });
    jest.mocked(count).mockClear();
    await grant();
    expect(widget.state()).toEqual(ready);
    await step(undefined, 60_000);
    expect(widget.state()).toEqual(ready);
    expect(world.tickets).toEqual([]);
    expect(world.dialled).toEqual([]);
    expect(count).not.toHaveBeenCalled();

    await reach(widget, 'live');
    expect(widget.state().status).toBe('live');
    expect(world.dialled).toEqual(['ticket-2']);
  });

  it('is ready again in a hidden tab, too', async () => {
    const widget = await callAt('ticket');
    await deny();
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await grant();
    expect(widget.state()).toEqual(ready);
    expect(world.tickets).toEqual([]);
  });

  it('is ready again once the visitor has changed their mind twice', async () => {
    const widget = await callAt('ticket');
    await deny();
    status.state = 'prompt';
    await step(() => void status.dispatchEvent(new Event('change')));
    expect(widget.state()).toMatchObject({ failure: { kind: 'microphone-denied' } });
    await grant();
    expect(widget.state()).toEqual(ready);
  });

  it('keeps the receipt of a call that the provider ended for want of a microphone', async () => {
    const widget = await callAt('live');
    const endedReason = 'customer-did-not-give-microphone-permission';
    const message = { type: 'status-update', status: 'ended', endedReason };
    await step(() => world.sdk?.emit('message', message));
    await step(() => world.room?.close({ type: 'ejected', msg: 'Meeting has ended' }), 3_000);
    expect(widget.state()).toMatchObject({ failure: { kind: 'microphone-denied' } });
    await grant();
    expect(widget.state()).toMatchObject({ failure: null, ended: { reason: 'failed' } });
  });

  it('is asked for again after a dismissed question, at a press', async () => {
    status.state = 'prompt';
    const widget = await callAt('ticket');
    await deny();
    const failure = { kind: 'microphone-dismissed', stage: 'microphone' };
    expect(widget.state()).toEqual({ status: 'idle', failure, ended: null });
    expect(reports).toEqual([failure]);
    await step(undefined, 60_000);
    expect(world.prompts).toEqual([]);
    await reach(widget, 'ticket');
    expect(world.prompts).toHaveLength(1);
    await deny();
    await grant();
    expect(widget.state()).toEqual(ready);
  });

  it('leaves the next call alone', async () => {
    const widget = await callAt('ticket');
    await deny();
    await reach(widget, 'live');
    const before = widget.state();
    await grant();
    expect(widget.state()).toBe(before);
  });

  it('starts nothing after the unmount', async () => {
    const widget = await callAt('ticket');
    await deny();
    widget.unmount();
    await grant();
    expect(world.tickets).toEqual([]);
  });

  it('starts nothing once the visitor has started and ended a call', async () => {
    const widget = await callAt('ticket');
    await deny();
    await step(() => widget.session().start());
    await step(() => widget.session().end());
    await grant();
    expect(widget.state().status).toBe('idle');
    expect(world.tickets).toEqual([]);
  });

  it('starts nothing after another failure', async () => {
    const widget = await callAt('ticket');
    await step(() => world.answerPrompt(new DOMException('', 'NotReadableError')));
    await grant();
    expect(widget.state()).toMatchObject({ status: 'idle', failure: { kind: 'microphone-busy' } });
  });
});
