import { act, renderHook } from '@testing-library/react';
import { StrictMode, type ReactNode } from 'react';
import type { CallFailure } from '@/lib/voice/call-events';
import type { EndedCall } from '@/lib/voice/call-state';
import { useCall } from '@/lib/voice/use-call';
import { createVoiceClient } from '@/lib/voice/voice-client';
import { installBrowser, pass } from './fake-browser';
import { FakeWorld } from './fake-transport';

/** The world of the test that runs; a new one for every test. */
export let world: FakeWorld;
/** What the server was told about failures. */
export let reports: unknown[];
/** What the server answers when it is asked for the call's configuration. */
export let config: Record<string, unknown>;
/** What the embedding page was told. */
export const heard: { ends: EndedCall[]; errors: CallFailure[]; starts: number } = {
  ends: [],
  errors: [],
  starts: 0,
};

/** Call it in a test file that drives the real hook over the fake transport. */
export function callsInFakeWorld(): void {
  beforeEach(() => {
    jest.useFakeTimers();
    document.body.replaceChildren();
    world = new FakeWorld();
    ({ reports, config } = installBrowser(world));
    Object.assign(heard, { ends: [], errors: [], starts: 0 });
  });
  afterEach(() => jest.useRealTimers());
}

export function mount({
  strict = false,
  sdk = Promise.resolve(world.Sdk),
  assistantId = undefined as string | undefined,
} = {}) {
  const client = createVoiceClient(() => sdk);
  const listeners = {
    onCallStart: () => (heard.starts += 1),
    onCallEnd: (call: EndedCall) => heard.ends.push(call),
    onCallError: (failure: CallFailure) => heard.errors.push(failure),
  };
  const wrapper = ({ children }: { children: ReactNode }) =>
    strict ? <StrictMode>{children}</StrictMode> : children;
  const hook = renderHook(() => useCall({ client, assistantId, ...listeners }), { wrapper });
  return {
    ...hook,
    state: () => hook.result.current.state,
    session: () => hook.result.current.session,
  };
}

export type Widget = ReturnType<typeof mount>;

/** One step of the world, and everything that follows from it at once. */
export async function step(action: () => void = () => undefined, ms = 20): Promise<void> {
  await act(async () => {
    action();
    await pass(ms);
  });
}

/** What brings a call about, in order. */
export const stages: [string, (widget: Pick<Widget, 'session'>) => void][] = [
  ['start', ({ session }) => session().start()],
  ['microphone', () => world.answerPrompt()],
  ['room', () => world.answerPost()],
  ['script', () => world.room?.scriptLoads()],
  ['join', () => world.room?.admits()],
  ['live', () => world.room?.assistantComes()],
];

/** Plays the call up to and including a stage. */
export async function reach(widget: Pick<Widget, 'session'>, stage: string): Promise<void> {
  await step();
  for (const [name, action] of stages) {
    await step(() => action(widget));
    if (name === stage) return;
  }
}

export function nothingSurvives(): void {
  expect(world.liveTracks).toEqual([]);
  expect(world.openRooms).toEqual([]);
  expect(document.querySelector('audio')).toBeNull();
}
