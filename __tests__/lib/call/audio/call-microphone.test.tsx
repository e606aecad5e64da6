import {
  denyMicrophone,
  endAtProvider,
  expectNothingOpen,
  mountCallAt,
  performStep,
  playUntil,
  setUpFakeWorld,
  world,
  type Page,
} from '../session/call-fixture';
import { sdkErrors } from '../sdk/sdk-error-fixtures';

setUpFakeWorld();

const ready = { status: 'idle', failure: null, ended: null };

it('says that an insecure page has none, nor random ids', async () => {
  Object.defineProperty(crypto, 'randomUUID', { configurable: true, value: undefined });
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: undefined });
  Object.defineProperty(window, 'isSecureContext', { configurable: true, value: false });
  const { getState } = await mountCallAt('start');
  Reflect.deleteProperty(window, 'isSecureContext');
  Reflect.deleteProperty(crypto, 'randomUUID');
  const failure = { kind: 'insecure-context', phase: 'microphone' };
  expect(getState()).toEqual({ status: 'idle', failure, ended: null });
});

it('waits for the visitor’s answer as long as it takes, and can be canceled', async () => {
  const { session, getState } = await mountCallAt('start');
  await performStep(undefined, 600_000);
  expect(getState()).toMatchObject({ status: 'connecting', phase: 'microphone' });
  session.end();
  await denyMicrophone();
  expect(getState()).toEqual(ready);
  expectNothingOpen();
});

it('keeps a muted microphone muted when the SDK or its machine unmutes it', async () => {
  const { session, getState } = await mountCallAt('live');
  const { room, liveTracks } = world;
  const expectOpen = (isOpen: boolean) => {
    expect(room?.isMicOpen).toBe(isOpen);
    expect(liveTracks).toMatchObject([{ enabled: isOpen }]);
  };
  await performStep(() => session.toggleMute());
  // As the SDK does when its noise filter has failed.
  await performStep(() => room?.setLocalAudio(true));
  expectOpen(false);
  const updateParticipant = () => world.sdk?.emit('daily-participant-updated', {} as never);
  const dropFilter = () => world.sdk?.emit('error', sdkErrors.noiseFilter);
  for (const report of [updateParticipant, dropFilter]) {
    Object.assign(room!, { isMicOpen: true });
    liveTracks[0]!.enabled = true;
    await performStep(report);
    expectOpen(false);
  }
  await performStep(() => session.toggleMute());
  expect(getState()).toMatchObject({ muted: false });
  expectOpen(true);
});

describe('allowed after a denial', () => {
  let status: EventTarget & { state: string };
  const setPermission = (state: string) => {
    status.state = state;
    return performStep(() => void status.dispatchEvent(new Event('change')));
  };

  beforeEach(() => {
    status = Object.assign(new EventTarget(), { state: 'denied' });
    const query = () => Promise.resolve(status);
    Object.defineProperty(navigator, 'permissions', { configurable: true, value: { query } });
  });
  afterEach(() => void Reflect.deleteProperty(navigator, 'permissions'));

  it.each(['denied', 'dismissed'])(
    'is ready, but starts no call without a press: %s',
    async (how) => {
      if (how === 'dismissed') status.state = 'prompt';
      const page = await mountCallAt('start');
      await denyMicrophone();
      const failure = { kind: `microphone-${how}`, phase: 'microphone' };
      expect(page.getState()).toEqual({ status: 'idle', failure, ended: null });
      expect(world.reports).toEqual([{ kind: failure.kind, stage: failure.phase }]);
      await setPermission('prompt');
      expect(page.getState()).toMatchObject({ failure });
      await setPermission('granted');
      await performStep(undefined, 60_000);
      expect(page.getState()).toEqual(ready);
      expect([world.prompts, world.requested]).toEqual([[], []]);
      await playUntil(page, 'live');
      expect(world.requested).toHaveLength(1);
    },
  );

  it.each<[string, string | undefined, (page: Page) => unknown]>([
    ['the next call', undefined, (page) => playUntil(page, 'live')],
    ['the page after the unmount', undefined, ({ unmount }) => unmount()],
    [
      'a visitor who has started and ended a call since',
      undefined,
      ({ session }) => {
        session.start();
        session.end();
      },
    ],
    ['another failure', 'NotReadableError', () => undefined],
  ])('leaves %s alone', async (_, refusal, act) => {
    const page = await mountCallAt('start');
    await denyMicrophone(refusal);
    await act(page);
    const before = page.getState();
    const requestCount = world.requested.length;
    await setPermission('granted');
    expect(page.getState()).toBe(before);
    expect(world.requested).toHaveLength(requestCount);
  });

  it('keeps the receipt of a call that the provider ended without a microphone', async () => {
    const { getState } = await mountCallAt('live');
    endAtProvider('customer-did-not-give-microphone-permission');
    await performStep(() => world.room?.close({ type: 'ejected', msg: 'over' }), 3_000);
    expect(getState()).toMatchObject({ failure: { kind: 'microphone-denied' } });
    await setPermission('granted');
    expect(getState()).toMatchObject({ failure: null, ended: { reason: 'failed' } });
  });
});
