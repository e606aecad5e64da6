import { countEvent } from '@/lib/analytics/count';
import {
  mountCallAt,
  denyMicrophone,
  expectNothingOpen,
  playUntil,
  reports,
  setUpFakeWorld,
  performStep,
  world,
} from '../session/call-fixture';
import { sdkErrors } from '../sdk/sdk-error-fixtures';

jest.mock('@/lib/analytics/count', () => ({ countEvent: jest.fn() }));

setUpFakeWorld();

it('says that an insecure page has none, nor random ids', async () => {
  Object.defineProperty(crypto, 'randomUUID', { configurable: true, value: undefined });
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: undefined });
  Object.defineProperty(window, 'isSecureContext', { configurable: true, value: false });
  const widget = await mountCallAt('start');
  Reflect.deleteProperty(window, 'isSecureContext');
  Reflect.deleteProperty(crypto, 'randomUUID');
  const failure = { kind: 'insecure-context', phase: 'microphone' };
  expect(widget.getState()).toEqual({ status: 'idle', failure, ended: null });
});

it('waits for the visitor’s answer as long as it takes, and can be canceled', async () => {
  const widget = await mountCallAt('start');
  await performStep(undefined, 600_000);
  expect(widget.getState()).toMatchObject({ status: 'connecting', phase: 'microphone' });
  await performStep(() => widget.getSession().end());
  expect(widget.getState()).toEqual({ status: 'idle', failure: null, ended: null });
  await performStep(() => world.answerPrompt());
  expectNothingOpen();
});

it('keeps a muted microphone muted when the SDK or its machine unmutes it', async () => {
  const widget = await mountCallAt('live');
  const { room, liveTracks } = world;
  const expectOpen = (isOpen: boolean) => {
    expect(room?.isMicOpen).toBe(isOpen);
    expect(liveTracks.map(({ enabled }) => enabled)).toEqual([isOpen]);
  };
  await performStep(() => widget.getSession().toggleMute());
  await performStep(() => room?.failNoiseFilter());
  expectOpen(false);
  const updateParticipant = () => world.sdk?.emit('daily-participant-updated', {} as never);
  const dropFilter = () => world.sdk?.emit('error', sdkErrors.noiseFilter);
  for (const report of [updateParticipant, dropFilter]) {
    Object.assign(room!, { isMicOpen: true });
    liveTracks[0]!.enabled = true;
    await performStep(report);
    expectOpen(false);
  }
  await performStep(() => widget.getSession().toggleMute());
  expect(widget.getState()).toMatchObject({ muted: false });
  expectOpen(true);
});

it('keeps the old microphone when another one cannot be opened', async () => {
  const widget = await mountCallAt('live');
  const before = world.liveTracks;
  world.isPermitted = false;
  await performStep(() => void widget.getSession().chooseMicrophone('desk'));
  await denyMicrophone('NotReadableError');
  expect(widget.getState().status).toBe('live');
  expect(world.liveTracks).toEqual(before);
});

type Widget = Awaited<ReturnType<typeof mountCallAt>>;

describe('allowed after a denial', () => {
  let status: EventTarget & { state: string };
  const grantMicrophone = () => {
    status.state = 'granted';
    return performStep(() => void status.dispatchEvent(new Event('change')));
  };

  beforeEach(() => {
    status = Object.assign(new EventTarget(), { state: 'denied' });
    Object.defineProperty(navigator, 'permissions', {
      configurable: true,
      value: { query: () => Promise.resolve(status) },
    });
  });
  afterEach(() => void Reflect.deleteProperty(navigator, 'permissions'));

  const ready = { status: 'idle', failure: null, ended: null };

  it.each(['visible', 'hidden'] as const)(
    'is ready, but starts no call without a press, in a %s tab',
    async (visibility) => {
      const widget = await mountCallAt('start');
      await denyMicrophone();
      expect(widget.getState()).toMatchObject({ failure: { kind: 'microphone-denied' } });
      jest.mocked(countEvent).mockClear();
      jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
      await grantMicrophone();
      expect(widget.getState()).toEqual(ready);
      await performStep(undefined, 60_000);
      expect(widget.getState()).toEqual(ready);
      expect(world.requested).toEqual([]);
      expect(countEvent).not.toHaveBeenCalled();
      await playUntil(widget, 'live');
      expect(world.requested).toHaveLength(1);
    },
  );

  const startAndEnd = async ({ getSession }: Widget) => {
    await performStep(() => getSession().start());
    await performStep(() => getSession().end());
  };
  it.each<[string, string | undefined, (widget: Widget) => unknown]>([
    ['the next call', undefined, (widget) => playUntil(widget, 'live')],
    ['the page after the unmount', undefined, (widget) => widget.unmount()],
    ['a visitor who has started and ended a call since', undefined, startAndEnd],
    ['another failure', 'NotReadableError', () => undefined],
  ])('leaves %s alone', async (_, refusal, expectAfter) => {
    const widget = await mountCallAt('start');
    await denyMicrophone(refusal);
    await expectAfter(widget);
    const before = widget.getState();
    const requestCount = world.requested.length;
    await grantMicrophone();
    expect(widget.getState()).toBe(before);
    expect(world.requested).toHaveLength(requestCount);
  });

  it('keeps the receipt of a call that the provider ended without a microphone', async () => {
    const widget = await mountCallAt('live');
    const endedReason = 'customer-did-not-give-microphone-permission';
    const message = { type: 'status-update', status: 'ended', endedReason };
    await performStep(() => world.sdk?.emit('message', message));
    await performStep(
      () => world.room?.close({ type: 'ejected', msg: 'Meeting has ended' }),
      3_000,
    );
    expect(widget.getState()).toMatchObject({ failure: { kind: 'microphone-denied' } });
    await grantMicrophone();
    expect(widget.getState()).toMatchObject({ failure: null, ended: { reason: 'failed' } });
  });

  it('is requested again by a press after a dismissed prompt', async () => {
    status.state = 'prompt';
    const widget = await mountCallAt('start');
    await denyMicrophone();
    const failure = { kind: 'microphone-dismissed', phase: 'microphone' };
    expect(widget.getState()).toEqual({ status: 'idle', failure, ended: null });
    expect(reports).toEqual([{ kind: failure.kind, stage: failure.phase }]);
    await performStep(undefined, 60_000);
    expect(world.prompts).toEqual([]);
    await playUntil(widget, 'start');
    expect(world.prompts).toHaveLength(1);
    await denyMicrophone();
    await grantMicrophone();
    expect(widget.getState()).toEqual(ready);
  });
});
