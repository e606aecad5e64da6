import { act, renderHook } from '@testing-library/react';
import { useEffect } from 'react';
import type { CallFailure, EndedCall } from '@/lib/call/types';
import type { CallSession } from '@/lib/call/session/call-session';
import { useCall } from '@/components/call/call-context';
import { makeCall, room } from '@/lib/call/session/conversation';
import type { VoiceSdkClass } from '@/lib/call/sdk/voice-sdk';
import { installBrowser, advance, type FailureReport } from './fake-browser';
import { FakeWorld } from './fake-world';

/** The world of the running test. */
export let world: FakeWorld;
/** The failures reported to the server. */
export let reports: FailureReport[];
/** The server's call configuration. */
export let config: Record<string, unknown>;
interface Outcomes {
  ends: EndedCall[];
  errors: CallFailure[];
  starts: number;
}
/** The calls that were live, their ends, and all failures. */
export const outcomes: Outcomes = { ends: [], errors: [], starts: 0 };

function recordCalls({ state }: CallSession): void {
  let before = state.get();
  state.subscribe(() => {
    const now = state.get();
    const failure = 'failure' in now ? now.failure : null;
    if (failure && failure !== ('failure' in before && before.failure))
      outcomes.errors.push(failure);
    if (now.status === 'live' && before.status !== 'live') outcomes.starts += 1;
    if (now.status === 'idle' && before.status === 'ending' && now.ended)
      outcomes.ends.push(now.ended);
    before = now;
  });
}

/** Begins a new world, in which nothing has happened yet. */
export function resetWorld(): void {
  document.body.replaceChildren();
  window.startPressedAt = undefined;
  world = new FakeWorld();
  room.whenFree = Promise.resolve();
  ({ reports, config } = installBrowser(world));
  Object.assign(outcomes, { ends: [], errors: [], starts: 0 });
}

/** Call it in a test file that drives the real hook or widget over the fake world. */
export function setUpFakeWorld(timers?: Parameters<typeof jest.useFakeTimers>[0]): void {
  beforeEach(() => {
    jest.useFakeTimers(timers);
    resetWorld();
  });
}

/** Loads the code of a call over the fake world's SDK, or over another one. */
export function createLoader(fetchSdk: () => Promise<VoiceSdkClass> = async () => world.Sdk) {
  return async () => {
    const Sdk = await fetchSdk();
    return { makeCall, runSdk: () => Sdk };
  };
}

export function mountHook({
  isStrict = false,
  sdk = Promise.resolve(world.Sdk),
  loadCode = createLoader(() => sdk),
  assistantId = undefined as string | undefined,
  beforeStart = undefined as (() => void) | undefined,
} = {}) {
  let recorded: CallSession | null = null;
  const useRecordedCall = () => {
    const call = useCall({ loadCode, language: 'en', beforeStart, assistantId });
    const { session } = call;
    useEffect(() => {
      // A call may end after the widget is gone, and strict mode runs effects twice.
      if (recorded !== session) recordCalls(session);
      recorded = session;
      void session.setUp();
    }, [session]);
    return call;
  };
  const hook = renderHook(useRecordedCall, { reactStrictMode: isStrict });
  return {
    ...hook,
    getState: () => hook.result.current.state,
    getSession: () => hook.result.current.session,
  };
}

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
  { getSession }: { getSession(): { start(input?: 'voice' | 'text'): void } },
  stage: (typeof stages)[number],
  input?: 'voice' | 'text',
): Promise<void> {
  await performStep();
  const actions = [() => getSession().start(input), ...world.answers];
  for (const action of actions.slice(0, stages.indexOf(stage) + 1)) await performStep(action);
}

/** Mounts a widget and plays its call up to a stage. */
export async function mountCallAt(
  stage: (typeof stages)[number],
  input?: 'voice' | 'text',
  options: Parameters<typeof mountHook>[0] = {},
) {
  const widget = mountHook(options);
  await playUntil(widget, stage, input);
  return widget;
}

export function expectNothingOpen(): void {
  expect(world.liveTracks).toEqual([]);
  expect(world.silentSourceCount).toBe(0);
  expect(world.openRooms).toEqual([]);
  expect(document.querySelector('audio')).toBeNull();
}

/** Plays a turn of the assistant, after which a silent visitor gets a hint. */
export async function playAssistantTurn(): Promise<void> {
  await performStep(() => world.sdk?.emit('speech-start'));
  await performStep(() => world.sdk?.emit('speech-end'));
}

/** Plays silence of the microphone for this long. */
export async function playSilence(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500)
    await performStep(() => world.sdk?.emit('local-volume-level', 0.001), 500);
}

/** The visitor closes the page. */
export const leavePage = () => act(() => void window.dispatchEvent(new Event('pagehide')));

/** Answers the prompt as a browser that denies the microphone or fails to open it. */
export const denyMicrophone = (name = 'NotAllowedError') =>
  performStep(() => world.answerPrompt(new DOMException('', name)));
