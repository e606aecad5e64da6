import { act, renderHook } from '@testing-library/react';
import { StrictMode, type ReactNode } from 'react';
import type { EndedCall } from '@/lib/call/types';
import type { CallSession } from '@/lib/call/session/call-session';
import { useCall } from '@/lib/call/session/use-call';
import { createVoiceClient } from '@/lib/call/sdk/voice-client';
import { installBrowser, advance, type FailureReport } from './fake-browser';
import { FakeWorld } from './fake-world';

/** The world of the running test. */
export let world: FakeWorld;
/** The failures reported to the server. */
export let reports: FailureReport[];
/** The server's call configuration. */
export let config: Record<string, unknown>;
/** The calls that became live or ended, and the failures that our server learned of. */
export const callbacks = {
  ends: [] as EndedCall[],
  starts: 0,
  get errors() {
    return reports.map(({ kind, stage }) => ({ kind, phase: stage }));
  },
};

/** Call it in a test file that drives the real hook or widget over the fake world. */
export function setUpFakeWorld(timers?: Parameters<typeof jest.useFakeTimers>[0]): void {
  beforeEach(() => {
    jest.useFakeTimers(timers);
    document.body.replaceChildren();
    world = new FakeWorld();
    ({ reports, config } = installBrowser(world));
    Object.assign(callbacks, { ends: [], starts: 0 });
  });
  afterEach(() => jest.useRealTimers());
}

/** Calls back once for each call of the session that becomes live. Returns how to stop that. */
export function countLiveCalls({ state }: CallSession, onLive: () => void): () => void {
  const attempts = new Set<number>();
  return state.subscribe(() => {
    const current = state.get();
    if (current.status !== 'live' || attempts.has(current.attempt)) return;
    attempts.add(current.attempt);
    onLive();
  });
}

export function mountHook({
  isStrict = false,
  sdk = Promise.resolve(world.Sdk),
  assistantId = undefined as string | undefined,
} = {}) {
  const client = createVoiceClient(() => sdk);
  const onCallEnd = (call: EndedCall) => callbacks.ends.push(call);
  const wrapper = ({ children }: { children: ReactNode }) =>
    isStrict ? <StrictMode>{children}</StrictMode> : children;
  const hook = renderHook(() => useCall({ client, assistantId, language: 'en', onCallEnd }), {
    wrapper,
  });
  countLiveCalls(hook.result.current.session, () => (callbacks.starts += 1));
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
export const stages = ['start', 'ticket', 'microphone', 'room', 'script', 'join', 'live'] as const;

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
