import { act } from '@testing-library/react';
import { CallSession, type SessionPage } from '@/lib/call/session/call-session';
import { Call } from '@/lib/call/sdk/call';
import { makeCall } from '@/lib/call/session/conversation';
import type { VoiceSdkClass } from '@/lib/call/sdk/voice-sdk';
import { advance, FakeWorld, installBrowser } from './fake-world';

/** The world of the running test. */
export let world: FakeWorld;

/** Begins a new world, in which nothing has happened yet. */
export function resetWorld(): void {
  document.body.replaceChildren();
  window.startPressedAt = undefined;
  world = new FakeWorld();
  Call.whenRoomIsFree = Promise.resolve();
  installBrowser(world);
}

const openPages = new Set<() => void>();

/** Call it in a test file that drives the session or the widget over the fake world. */
export function setUpFakeWorld(timers?: Parameters<typeof jest.useFakeTimers>[0]): void {
  beforeEach(() => {
    jest.useFakeTimers(timers);
    resetWorld();
  });
  afterEach(() => {
    for (const unmount of openPages) unmount();
    openPages.clear();
  });
}

/** Loads the code of a call over the fake world's SDK, or over another one. */
export function createLoader(fetchSdk: () => Promise<VoiceSdkClass> = async () => world.Sdk) {
  return async () => {
    const Sdk = await fetchSdk();
    return { makeCall, runSdk: () => Sdk };
  };
}

/** The session of a page, whose set-up has begun. */
export function mountPage({
  sdk = Promise.resolve<VoiceSdkClass>(world.Sdk),
  ...page
}: Partial<SessionPage> & { sdk?: Promise<VoiceSdkClass> | undefined } = {}) {
  const session = new CallSession({ language: 'en', loadCode: createLoader(() => sdk), ...page });
  const unmount = session.mount();
  openPages.add(unmount);
  void session.setUp();
  return { session, unmount, getState: session.state.get };
}

export type Page = ReturnType<typeof mountPage>;

/** Runs an action, then advances the clock by `ms`. */
export async function performStep(action: () => unknown = () => undefined, ms = 20): Promise<void> {
  await act(async () => {
    action();
    await advance(ms);
  });
}

/** What makes a call live: the press on Start, then `world.answers`. */
export const stages = ['start', 'microphone', 'room', 'script', 'join', 'live'] as const;

/** Plays the call up to and including a stage. */
export async function playUntil(
  { session }: Pick<Page, 'session'>,
  stage: (typeof stages)[number],
  input?: 'voice' | 'text',
): Promise<void> {
  await performStep();
  const actions = [() => session.start(input), ...world.answers];
  for (const action of actions.slice(0, stages.indexOf(stage) + 1)) await performStep(action);
}

/** Mounts a page and plays its call up to a stage. */
export async function mountCallAt(
  stage: (typeof stages)[number],
  input?: 'voice' | 'text',
  options?: Parameters<typeof mountPage>[0],
): Promise<Page> {
  const page = mountPage(options);
  await playUntil(page, stage, input);
  return page;
}

export function expectNothingOpen(): void {
  expect(world.liveTracks).toEqual([]);
  expect(world.silentSourceCount).toBe(0);
  expect(world.openRooms).toEqual([]);
  expect(document.querySelector('audio')).toBeNull();
}

/** The provider says that the call has ended. */
export const endAtProvider = (endedReason?: string) =>
  world.sdk?.emit('message', { type: 'status-update', status: 'ended', endedReason });

/** The visitor closes the page. */
export const leavePage = () => void window.dispatchEvent(new Event('pagehide'));

/** Answers the prompt as a browser that denies the microphone or fails to open it. */
export const denyMicrophone = (name = 'NotAllowedError') =>
  performStep(() => world.answerPrompt(new DOMException('', name)));

/** Lets the page choose between the loudspeakers of the fake world. */
export function setUpLoudspeakers(): void {
  beforeEach(() => {
    Object.defineProperty(HTMLMediaElement.prototype, 'setSinkId', {
      configurable: true,
      async value(this: HTMLMediaElement, deviceId: string) {
        if (deviceId === this.dataset.sink) return;
        const isKnown = deviceId === '' || world.devices.outputs.includes(deviceId);
        if (!isKnown) throw new DOMException('', 'NotFoundError');
        this.dataset.sink = deviceId;
      },
    });
  });
  afterEach(() => void Reflect.deleteProperty(HTMLMediaElement.prototype, 'setSinkId'));
}

/** Lists the loudspeaker of each element that plays; '' is the browser's default. */
export const listSinks = () =>
  [...document.querySelectorAll('audio')].map(({ dataset }) => dataset.sink ?? '');
